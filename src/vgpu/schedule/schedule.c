/* Runs the warps of a grid in an order other than the canonical one. */
#include "vgpu/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/execution/poll.h"
#include "vgpu/schedule/schedule_notes.h"
#include "vgpu/warp/block.h"
#include "vgpu/warp/warp.h"

enum {
    FORCED_ROUNDS = 8,  /* slices that each warp polls in vain before nothing can change */
    PATIENCE = 1 << 21, /* polls of a warp that counts them before others run, where waiting is tried out */
    DELAY_SHARE = 8,    /* of the limit of instructions: as many in a row without a poll */
    DELAY_INSTRUCTIONS = 1 << 22,
    SLEEP_INSTRUCTIONS = 64,   /* that a sleep counts as */
    HELD_CYCLES = 2003,        /* that pass while a warp is kept from running */
    SHARED_BLOCK_CYCLES = 4099 /* between the clocks of two blocks */
};

/* When a warp of the grid runs next. */
struct turn {
    uint64_t at;      /* when it ran last */
    uint32_t spent;   /* slices that it used up */
    uint32_t holds;   /* how often it was held */
    bool is_held;     /* it wrote something that others may see, and they run first */
    bool has_access;  /* its last instruction was an access that another order shows */
    bool was_stopped; /* it gave way after such an access */
    bool has_waited;
};

/* The warp of a block that runs before the others of its block. */
struct candidate {
    uint64_t rank; /* UINT64_MAX: no warp of the block can run */
    struct vgpu_warp *warp;
    bool lasts; /* until a warp of the block runs: no other block changes it */
};

struct schedule {
    struct turn *turns;           /* by warp of the grid */
    struct candidate *candidates; /* by place of the block */
    bool finds_polls;             /* of the worker when it found the candidates */
    struct schedule_notes *notes;
    uint32_t blocks;      /* that are resident at a time */
    uint64_t delay;       /* instructions that are left for warps that neither end nor poll */
    uint64_t now, forced; /* visits; those in vain since something changed */
};

static struct turn *turn_of(const struct vgpu_warp *warp)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    return &launch->schedule->turns[warp->block->place * launch->block_warps + warp->index];
}

/* --- between two instructions ----------------------------------------------------------------- */

static bool gives_way(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct turn *turn = turn_of(warp);
    (void)op;
    if (!turn->has_access)
        return false;
    turn->has_access = false;
    turn->was_stopped = true;
    turn->is_held = warp->worker->launch->request->order == VGPU_ORDER_DELAYED;
    turn->holds += turn->is_held;
    return true;
}

static bool before(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct vgpu_detail *detail = op->detail;
    struct turn *turn = turn_of(warp);
    if (launch->schedule->notes)
        schedule_notes_add(launch->schedule->notes, warp, op);
    enum vgpu_order order = launch->request->order;
    bool writes = detail->access != VGPU_ACCESS_READ;
    bool is_stop = order == VGPU_ORDER_PREEMPTED || (order == VGPU_ORDER_DELAYED && writes);
    if (is_stop && detail->is_ordered && warp_guard_lanes(warp, op))
        turn->has_access = true;
    return true;
}

/* --- which warp is next ----------------------------------------------------------------------- */

/*
 * The least goes first. Of those that are held equally often, the first that wrote goes on last. Of
 * those that waited, the last to begin goes first, so that others miss
 * what lasts for a moment. Where nothing changes any more, all have their turn.
 */
static uint64_t rank(const struct vgpu_worker *worker, const struct turn *turn, uint64_t index)
{
    enum { SPENT_SHIFT = 40, HOLDS_MOST = (1 << 20) - 1 };
    uint64_t latest = (UINT64_C(1) << SPENT_SHIFT) - 1, spent = (uint64_t)turn->spent << SPENT_SHIFT;
    bool is_late = turn->has_waited || turn->spent;
    switch (worker->launch->request->order) {
    case VGPU_ORDER_REVERSED:
        return spent | (latest - index);
    case VGPU_ORDER_PREEMPTED:
        return turn->at;
    case VGPU_ORDER_DELAYED:
        return turn->is_held
                   ? UINT64_C(1) << 63 | (uint64_t)(turn->holds & HOLDS_MOST) << SPENT_SHIFT | (latest - turn->at)
                   : turn->at;
    default:
        return (uint64_t)is_late << 63 | spent |
               (!is_late              ? index
                : worker->finds_polls ? latest - turn->at
                                      : turn->at);
    }
}

static struct candidate find_candidate(const struct vgpu_worker *worker, const struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = worker->launch;
    struct candidate found = {.rank = UINT64_MAX, .lasts = launch->cluster_members <= 1};
    for (uint32_t j = 0; !block->finished && j < launch->block_warps; j++) {
        struct vgpu_warp *warp = &block->warps[j];
        if (!warp_can_run(warp))
            continue;
        found.lasts &= !warp->waits;
        uint64_t own = rank(worker, turn_of(warp), block->linear * launch->block_warps + j);
        if (own >= found.rank)
            continue;
        if (worker->finds_polls && warp->waits && poll_stays_in_vain(warp)) /* last: it is slow */
            continue;
        found.rank = own;
        found.warp = warp;
    }
    return found;
}

static struct vgpu_warp *choose(const struct vgpu_worker *worker)
{
    struct schedule *schedule = worker->launch->schedule;
    struct candidate *candidates = schedule->candidates, *best = candidates;
    bool is_new = schedule->finds_polls != worker->finds_polls;
    schedule->finds_polls = worker->finds_polls;
    for (uint32_t i = 0; i < worker->resident_count; i++) {
        if (is_new || !candidates[i].lasts)
            candidates[i] = find_candidate(worker, worker->resident[i]);
        if (candidates[i].rank < best->rank)
            best = &candidates[i];
    }
    return best->warp;
}

/* --- one visit -------------------------------------------------------------------------------- */

/* Others that were kept from running may be those that this warp waits for. */
static void release_held(struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    for (uint64_t i = 0; i < worker->resident_count * (uint64_t)launch->block_warps; i++)
        launch->schedule->turns[i].is_held = false;
    for (uint32_t i = 0; i < worker->resident_count; i++)
        launch->schedule->candidates[i].lasts = false;
}

/*
 * The warp slept, or used up its slice of so many instructions. It may be in a loop of many turns,
 * or in a wait that nobody sees as one. A kernel must not be right because it works for a while.
 * Its loop was as long in the canonical order, so it ends before all delay is used up.
 */
static void note_slice(struct vgpu_worker *worker, struct turn *turn, uint64_t instructions)
{
    struct schedule *schedule = worker->launch->schedule;
    if (schedule->delay >= instructions + SLEEP_INSTRUCTIONS) {
        schedule->delay -= instructions + SLEEP_INSTRUCTIONS;
        return;
    }
    turn->spent++;
    release_held(worker);
}

/* The clocks of two orders, of blocks and of warps differ. */
static void start_block(struct vgpu_block *block, uint64_t linear)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    memset(&launch->schedule->turns[block->place * launch->block_warps], 0,
           launch->block_warps * sizeof(*launch->schedule->turns));
    block_start(block, linear);
    for (uint32_t j = 0; j < launch->block_warps; j++)
        block->warps[j].clock = (uint64_t)launch->request->order % 2 * UINT64_C(0x40000000001) +
                                linear * SHARED_BLOCK_CYCLES + j * UINT64_C(37);
}

/* Ends the block, whose place is free for the next, or completes its barriers. */
static void settle(struct vgpu_block *block, uint32_t live_before)
{
    struct vgpu_launch_state *launch = block->worker->launch;
    bool changed = block->live_threads != live_before;
    if (block->live_threads == 0)
        block->finished = true;
    else
        changed |= barrier_release_complete(block);
    block->worker->changes += changed;
    if (block->finished && launch->next_block < launch->block_count)
        start_block(block, launch->next_block++);
}

static void visit(struct vgpu_worker *worker, struct vgpu_warp *warp)
{
    struct schedule *schedule = worker->launch->schedule;
    struct turn *turn = turn_of(warp);
    schedule->candidates[warp->block->place].lasts = false;
    uint64_t changes = worker->changes;
    uint32_t live = warp->block->live_threads;
    if (turn->was_stopped)
        warp->clock += HELD_CYCLES;
    turn->is_held = turn->was_stopped = false;
    turn->at = ++schedule->now;
    worker->round++;
    uint64_t clock = warp->clock, patience = worker->patience;
    warp_run(warp);
    turn->has_waited = warp->waits;
    bool waits_unseen = warp->waits && !poll_is_in_vain(warp) && worker->changes == changes;
    bool goes_on = warp->leave == VGPU_LEAVE_YIELD && !warp->waits && !turn->was_stopped;
    bool has_polled = worker->patience != patience; /* which is counted there */
    if (waits_unseen || (goes_on && !has_polled))
        note_slice(worker, turn, warp->clock - clock);
    settle(warp->block, live);
    bool changed = worker->changes != changes;
    schedule->forced = changed ? 0 : schedule->forced + !worker->finds_polls;
    worker->finds_polls |= changed;
}

/* --- all blocks ------------------------------------------------------------------------------- */

static bool start_all(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    while (worker->resident_count < launch->schedule->blocks) {
        struct vgpu_block *block = block_new(worker);
        if (!block)
            return false;
        worker->resident[worker->resident_count++] = block;
    }
    for (uint32_t i = 0; i < worker->resident_count; i++) {
        worker->resident[i]->place = i;
        start_block(worker->resident[i], launch->next_block++);
    }
    return true;
}

/* Releases threads that wait for something that can no longer come. */
static bool resolve(const struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++)
        if (!worker->resident[i]->finished && block_resolve(worker->resident[i])) {
            worker->launch->schedule->candidates[i].lasts = false;
            return true;
        }
    return false;
}

static struct vgpu_block *first_unfinished(const struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++)
        if (!worker->resident[i]->finished)
            return worker->resident[i];
    return NULL;
}

static void run_all(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    struct schedule *schedule = launch->schedule;
    uint64_t most = (uint64_t)FORCED_ROUNDS * schedule->blocks * launch->block_warps;
    while (!atomic_load_explicit(&launch->stop, memory_order_relaxed)) {
        struct vgpu_warp *warp = schedule->forced < most ? choose(worker) : NULL;
        if (warp) {
            visit(worker, warp);
            continue;
        }
        struct vgpu_block *left = first_unfinished(worker);
        if (!left)
            return;
        if (worker->finds_polls) {
            worker->finds_polls = resolve(worker); /* else those that wait must try */
            continue;
        }
        launch_deadlock(left);
    }
}

void schedule_run(struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    worker->finds_polls = true;
    if (launch->request->order == VGPU_ORDER_REVERSED) {
        worker->patience = PATIENCE;
        launch->schedule->delay = launch->request->instruction_limit / DELAY_SHARE;
        if (launch->schedule->delay < DELAY_INSTRUCTIONS)
            launch->schedule->delay = DELAY_INSTRUCTIONS;
    }
    if (start_all(worker))
        run_all(worker);
    else
        atomic_store(&worker->launch->conflict, true);
    if (launch->schedule->notes)
        schedule_notes_report(launch->schedule->notes, worker);
}

bool schedule_begin(struct vgpu_launch_state *launch)
{
    static const struct vgpu_watcher watcher = {.gives_way = gives_way, .before = before};
    const struct vgpu_launch *request = launch->request;
    bool fits = launch->block_count <= launch->resident_limit;
    uint64_t blocks = fits ? launch->block_count : launch->resident_limit, warps = blocks * launch->block_warps;
    if (request->order == VGPU_ORDER_CANONICAL || request->sample || request->profile || launch->watcher ||
        warps > VGPU_ORDER_WARPS_MAX)
        return true;
    struct schedule *schedule = calloc(1, sizeof(*schedule));
    if (!schedule)
        return false;
    launch->schedule = schedule;
    schedule->blocks = (uint32_t)blocks;
    launch->checks &= ~(unsigned)VGPU_COUNT_CACHE; /* the model of caches takes blocks in canonical order */
    schedule->turns = calloc(warps, sizeof(*schedule->turns));
    schedule->candidates = calloc(blocks, sizeof(*schedule->candidates));
    bool is_noted = request->explains_order && launch->block_count * launch->block_warps <= VGPU_ORDER_WARPS_MAX;
    schedule->notes = is_noted ? schedule_notes_new(launch) : NULL;
    if (!schedule->turns || !schedule->candidates || (is_noted && !schedule->notes))
        return false;
    bool stops = request->order == VGPU_ORDER_PREEMPTED || request->order == VGPU_ORDER_DELAYED;
    if (schedule->notes || stops)
        launch->watcher = &watcher;
    return true;
}

void schedule_free(struct schedule *schedule)
{
    if (!schedule)
        return;
    schedule_notes_free(schedule->notes);
    free(schedule->turns);
    free(schedule->candidates);
    free(schedule);
}

const char *vgpu_order_text(enum vgpu_order order)
{
    static const enum vgpu_text texts[VGPU_ORDER_COUNT] = {
        [VGPU_ORDER_REVERSED] = VGPU_TEXT_WHEN_REVERSED,
        [VGPU_ORDER_PREEMPTED] = VGPU_TEXT_WHEN_PREEMPTED,
        [VGPU_ORDER_DELAYED] = VGPU_TEXT_WHEN_DELAYED,
        [VGPU_ORDER_STARVED] = VGPU_TEXT_WHEN_STARVED,
    };
    return order == VGPU_ORDER_CANONICAL ? "" : vgpu_finding_text(texts[order]);
}

bool vgpu_sees_order(const struct vgpu_kernel *kernel)
{
    const char *function = (const char *)kernel - offsetof(struct vgpu_function, kernel);
    return ((const struct vgpu_function *)(const void *)function)->traits.sees_order;
}
