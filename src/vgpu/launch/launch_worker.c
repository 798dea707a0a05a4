/*
 * Workers: the state that a thread needs to run blocks, and the two ways to run them. A worker runs
 * blocks side by side with other workers, or runs all in canonical order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/cluster.h"
#include "vgpu/lanes/fragment.h"
#include "vgpu/launch/launch.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/schedule/schedule.h"
#include "vgpu/warp/block.h"
#include "vgpu/warp/frame.h"

enum { SPIN_ROUNDS = 2, IDLE_ROUNDS_MAX = 8 };

/* Allocated as pages of zeros: in a module with many kernels most are never touched. */
static size_t access_bytes(const struct vgpu_module *module)
{
    return (module->access_count + 1UL) * sizeof(struct vgpu_access_cache);
}

static struct vgpu_access_cache *new_accesses(const struct vgpu_module *module)
{
    void *pages = mmap(NULL, access_bytes(module), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void worker_free(struct vgpu_worker *worker)
{
    if (!worker)
        return;
    for (uint32_t i = 0; i < worker->resident_count; i++)
        block_free(worker->resident[i]);
    free(worker->resident);
    frame_free_all(worker);
    fragment_forget_places(worker);
    OBSERVE(worker_free, worker);
    if (worker->accesses)
        munmap(worker->accesses, access_bytes(worker->launch->module));
    report_builder_free(worker->builder);
    free(worker);
}

struct vgpu_worker *worker_new(struct vgpu_launch_state *launch, int index)
{
    const struct vgpu_module *module = launch->module;
    struct vgpu_worker *worker = calloc(1, sizeof(*worker));
    if (!worker)
        return NULL;
    worker->launch = launch;
    worker->index = index;
    worker->is_parallel = launch->is_parallel;
    worker->accesses = new_accesses(module);
    worker->builder = report_builder_new();
    worker->free_frames = calloc(module->function_count + 1, sizeof(*worker->free_frames));
    worker->resident = calloc(RESIDENT_BLOCKS_MAX, sizeof(*worker->resident));
    worker->budget = worker->budget_given = launch_next_budget(launch, 0);
    if (!OBSERVE_ALL(worker_new, worker) || !worker->accesses || !worker->builder || !worker->free_frames ||
        !worker->resident) {
        worker_free(worker);
        return NULL;
    }
    return worker;
}

static bool is_stopped(const struct vgpu_launch_state *launch)
{
    return atomic_load_explicit(&launch->stop, memory_order_relaxed);
}

/* --- one block -------------------------------------------------------------------------------- */

/* Rounds over the warps until the block ends; with `may_suspend`, until its warps only spin. */
static void run_block(struct vgpu_block *block, bool may_suspend)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    for (int rounds = 0; !block->finished && !is_stopped(launch); rounds++) {
        uint32_t live = block->live_threads, releases = block->releases;
        if (!block_run_once(block)) {
            if (block_resolve(block))
                continue;
            if (launch->cluster_members > 1)
                return; /* other blocks may help it, see is_stuck() */
            OBSERVE(deadlock, block);
            launch_deadlock(block);
            return;
        }
        if (block->live_threads != live || block->releases != releases) {
            rounds = 0;
            block->worker->changes++;
        }
        bool only_spins = rounds >= SPIN_ROUNDS || block_only_waits(block);
        if (may_suspend && only_spins && !block->finished) {
            OBSERVE(block_pause, block); /* another may use the patterns of accesses now */
            return;
        }
    }
}

/*
 * Side by side, a block that only spins waits only for itself. The launch in order finds the word
 * that it waits for.
 */
static void run_alone(struct vgpu_block *block)
{
    struct vgpu_launch_state *launch = block->worker->launch;
    while (!block->finished && !is_stopped(launch)) {
        uint64_t changes = block->worker->changes;
        run_block(block, launch->entry->traits.tests_objects);
        if (block->finished || block->worker->changes != changes)
            continue;
        atomic_store(&launch->conflict, true);
        atomic_store(&launch->stop, true);
    }
}

/* The n-th block to run. */
static uint64_t block_at(const struct vgpu_launch_state *launch, uint64_t n)
{
    if (launch->request->sample)
        return launch->request->sample[n];
    return launch->cluster_members > 1 ? cluster_block_at(launch, n) : n;
}

/* --- blocks side by side ---------------------------------------------------------------------- */

/* Blocks side by side: each worker takes the next few until there are none. */
static void run_blocks(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    struct vgpu_block *block = worker->resident[0];
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&launch->next_block, launch->batch_blocks, memory_order_relaxed);
        uint64_t end = first + launch->batch_blocks;
        if (end > launch->block_count)
            end = launch->block_count;
        OBSERVE(batch_begin, worker, first);
        for (uint64_t n = first; n < end && !is_stopped(launch); n++) {
            worker->order = 0;
            block_start(block, block_at(launch, n));
            run_alone(block);
        }
        if (first >= end || is_stopped(launch))
            return;
        OBSERVE(batch_end, worker, end);
    }
}

/* --- blocks in order -------------------------------------------------------------------------- */

static void start_next(struct vgpu_worker *worker, struct vgpu_block *block)
{
    struct vgpu_launch_state *launch = worker->launch;
    uint64_t linear = block_at(launch, launch->next_block);
    if (launch->watcher && launch->watcher->block_begins)
        launch->watcher->block_begins(launch, linear);
    launch->next_block++;
    block_start(block, linear);
}

static void note_end(struct vgpu_block *block)
{
    const struct vgpu_watcher *watcher = block->worker->launch->watcher;
    if (watcher && watcher->block_ended)
        watcher->block_ended(block);
}

/* Starts the next cluster in the places from `first` on, if the last one there is over. */
static bool start_cluster(struct vgpu_worker *worker, uint32_t first)
{
    struct vgpu_launch_state *launch = worker->launch;
    if (launch->next_block >= launch->block_count)
        return false;
    for (uint32_t rank = 0; rank < launch->cluster_members; rank++)
        if (worker->resident[first + rank]->started && !worker->resident[first + rank]->finished)
            return false;
    for (uint32_t rank = 0; rank < launch->cluster_members; rank++)
        start_next(worker, worker->resident[first + rank]);
    return true;
}

/* One round over the resident blocks in order. A block that only spins lets the next ones run. */
static bool run_resident(struct vgpu_worker *worker, bool may_suspend)
{
    struct vgpu_launch_state *launch = worker->launch;
    bool any = false;
    for (uint32_t i = 0; i < worker->resident_count && !is_stopped(launch); i++) {
        struct vgpu_block *block = worker->resident[i];
        uint32_t first = i - i % launch->cluster_members;
        if (i == first)
            start_cluster(worker, first);
        if (!block->started || block->finished)
            continue;
        any = true;
        run_block(block, may_suspend);
        if (!block->finished)
            continue;
        note_end(block);
        if (start_cluster(worker, first))
            i = first - 1;
    }
    return any;
}

bool worker_add_cluster(struct vgpu_worker *worker)
{
    uint32_t first = worker->resident_count;
    for (uint32_t rank = 0; rank < worker->launch->cluster_members; rank++) {
        struct vgpu_block *block = block_new(worker);
        if (!block)
            break;
        block->cluster = &worker->resident[first];
        worker->resident[worker->resident_count++] = block;
    }
    if (worker->resident_count == first + worker->launch->cluster_members)
        return true;
    while (worker->resident_count > first)
        block_free(worker->resident[--worker->resident_count]);
    return false;
}

/*
 * Adds a cluster, since more blocks may help those that only spin. False if there are none, or no
 * place.
 */
static bool add_resident(struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    if (launch->next_block >= launch->block_count || worker->resident_count >= launch->block_count ||
        worker->resident_count + launch->cluster_members > launch->resident_limit)
        return false;
    return worker_add_cluster(worker);
}

static struct vgpu_block *first_unfinished(const struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++)
        if (!worker->resident[i]->finished)
            return worker->resident[i];
    return worker->resident[0];
}

/* Clusters: whether no thread can go on, since all wait for each other. */
static bool is_stuck(const struct vgpu_worker *worker)
{
    bool any = false;
    for (uint32_t i = 0; i < worker->resident_count; i++) {
        const struct vgpu_block *block = worker->resident[i];
        for (uint32_t j = 0; block->started && !block->finished && j < worker->launch->block_warps; j++) {
            if (warp_can_run(&block->warps[j]))
                return false;
            any = true;
        }
    }
    return any;
}

static void end_stuck(struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++)
        if (worker->resident[i]->started && !worker->resident[i]->finished)
            OBSERVE(deadlock, worker->resident[i]);
    launch_deadlock(first_unfinished(worker));
}

/* Blocks in canonical order. If many rounds over all blocks change nothing, no later round will. */
static void run_in_order(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    const struct vgpu_order_traits *traits = &launch->entry->traits;
    bool may_wait = traits->has_ordered_access || traits->has_live_atomic || traits->tests_objects;
    int idle = 0;
    while (may_wait && launch->request->cooperative && add_resident(worker))
        ;
    for (uint64_t changes = 0;; changes = worker->changes) {
        worker->round++;
        worker->finds_polls = may_wait && !launch->profile && idle == 0;
        if (!run_resident(worker, may_wait) || is_stopped(launch))
            return;
        if (launch->cluster_members > 1 && is_stuck(worker)) {
            end_stuck(worker);
            return;
        }
        bool helped = may_wait && add_resident(worker);
        idle = !helped && worker->changes == changes ? idle + 1 : 0;
        if (may_wait && idle >= IDLE_ROUNDS_MAX && block_all_spin(worker)) {
            OBSERVE(spinning, worker);
            launch_deadlock(first_unfinished(worker));
        }
    }
}

void launch_run_worker(struct vgpu_worker *worker)
{
    if (worker->launch->schedule)
        schedule_run(worker);
    else if (worker->launch->in_order)
        run_in_order(worker);
    else
        run_blocks(worker);
    OBSERVE(worker_done, worker);
    launch_may_go_on(worker); /* adds what is left of the budget to the total */
}
