/* Short blocks: those that end at once, where others work for long. */
#include "timing/sample/sample.h"

#include <math.h>
#include <stdlib.h>

#include "vgpu/buffers.h"

enum {
    LOOKED_AT = 1024,
    LOOKED_AT_FIRST = 8, /* if all of these are short, every block is */
    ROUNDS = 4,          /* if none of the first round is short, no block is */
    EACH_LEAST = 100,    /* instructions of each warp of a block that is looked at */
    EACH_MOST = 400,
    LOOK_INSTRUCTIONS = 1200000, /* that all these blocks may take, unless that is less than the least */
    LONG_LEAST = 4,
    LONG_MOST = 16,
    LONG_INSTRUCTIONS = 10000000, /* that long blocks may take */
    ERRORS = 5,                   /* standard errors of doubt */
};

/* What a look at the beginning of blocks showed. */
struct look {
    uint64_t blocks[LOOKED_AT], count; /* ascending */
    uint64_t order[LOOKED_AT];         /* in which these blocks are looked at */
    uint64_t each;                     /* instructions of a warp */
    bool is_long[LOOKED_AT];
    bool is_first;      /* these blocks are looked at once more */
    bool has_partial;   /* long blocks were stopped after they had stored something */
    double short_bytes; /* that short blocks stored */
    uint64_t long_count;
};

static void choose(const struct estimating *estimating, struct look *look)
{
    uint64_t all = estimating->occupancy.blocks, state = estimating->request->extra_seed ^ UINT64_C(0xbf58476d1ce4e5b9);
    look->count = all < LOOKED_AT ? all : LOOKED_AT;
    uint64_t affordable = LOOK_INSTRUCTIONS / (look->count * estimating->occupancy.block_warps);
    look->each = affordable < EACH_LEAST ? EACH_LEAST : affordable > EACH_MOST ? EACH_MOST : affordable;
    double width = (double)all / (double)look->count;
    for (uint64_t i = 0; i < look->count; i++) {
        uint64_t first = (uint64_t)((double)i * width), next = (uint64_t)((double)(i + 1) * width);
        look->blocks[i] = first + sample_draw(&state, next > first ? next - first : 1);
    }
    for (uint64_t i = 0; i < look->count; i++) {
        uint64_t at = sample_draw(&state, i + 1);
        look->order[i] = look->order[at];
        look->order[at] = i;
    }
}

/* False: it shows nothing. */
static bool look_at(struct estimating *estimating, struct look *look, uint64_t at)
{
    struct vgpu_launch launch = estimating->request->launch;
    launch.checks = VGPU_COUNT;
    launch.cooperative = false;
    launch.sample = &look->blocks[at];
    launch.sample_count = 1;
    launch.instruction_limit = look->each * estimating->occupancy.block_warps;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = vgpu_launch(estimating->module, &launch, NULL);
    if (!report || report->faulted || report->deadlocked || report->totals[VGPU_COUNTER_GLOBAL_ATOMICS])
        return false;
    double bytes = (double)report->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES];
    look->is_long[at] = report->timed_out;
    look->has_partial |= report->timed_out && bytes > 0;
    look->short_bytes += report->timed_out || look->is_first ? 0 : bytes;
    return true;
}

/* A quarter of the blocks. False: it shows nothing, or no block is short. */
static bool look_at_round(struct estimating *estimating, struct look *look, uint64_t round)
{
    uint64_t end = (round + 1) * look->count / ROUNDS, looked = 0, found = 0;
    for (uint64_t i = round * look->count / ROUNDS; i < end; i++, looked++) {
        if (!look_at(estimating, look, look->order[i]))
            return false;
        found += look->is_long[look->order[i]];
    }
    look->long_count += found;
    return round > 0 || found < looked || !looked;
}

/* Whether some blocks are short and others long. The first ones are from all over the grid. */
static bool look_around(struct estimating *estimating, struct look *look)
{
    choose(estimating, look);
    bool any = false;
    look->is_first = true;
    for (uint64_t i = 0; i < LOOKED_AT_FIRST; i++) {
        uint64_t at = i * look->count / LOOKED_AT_FIRST;
        if (!look_at(estimating, look, at))
            return false;
        any |= look->is_long[at];
    }
    look->is_first = false;
    for (uint64_t round = 0; any && round < ROUNDS; round++)
        if (!look_at_round(estimating, look, round))
            return false;
    return look->long_count > 0 && look->long_count < look->count;
}

static int written_now(struct vgpu *device, struct time_stored *stored)
{
    int count = 0;
    for (size_t i = 0; i < vgpu_use_count(device) && count < TIME_STORED_MAX; i++) {
        struct vgpu_use use = vgpu_use_at(device, i);
        if (use.is_live && use.is_lazy && use.is_writable)
            stored[count++] = (struct time_stored){.address = use.range.start,
                                                   .bytes = (double)vgpu_lazy_written_bytes(device, use.range.start)};
    }
    return count;
}

static double bytes_at(const struct time_stored *stored, int count, uint64_t address)
{
    for (int i = 0; i < count; i++)
        if (stored[i].address == address)
            return stored[i].bytes;
    return 0;
}

/* The bytes that one long block adds to each buffer. Several must agree. */
struct added {
    struct time_stored stored[TIME_STORED_MAX];
    int count;
    uint64_t runs;
    bool differ;
    bool is_of_one; /* only one buffer is written */
};

static bool run_long(struct estimating *estimating, uint64_t block, struct added *added, struct error *error)
{
    struct time_stored before[TIME_STORED_MAX], after[TIME_STORED_MAX];
    int count_before = written_now(estimating->device, before);
    struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, &block, 1, false, error);
    if (!report)
        return false;
    int count = written_now(estimating->device, after);
    for (int i = 0; i < count; i++)
        after[i].bytes -= bytes_at(before, count_before, after[i].address);
    if (added->is_of_one) /* in which other blocks were stopped, so that it has bytes of this one */
        after[0].bytes = (double)report->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES];
    for (int i = 0; i < count && added->runs; i++)
        added->differ |= after[i].bytes != bytes_at(added->stored, added->count, after[i].address);
    for (int i = 0; i < count && !added->runs; i++)
        added->stored[i] = after[i];
    added->count = added->runs ? added->count : count;
    added->runs++;
    return true;
}

/* Runs long blocks drawn by the seed. */
static bool run_some_long(struct estimating *estimating, const struct look *look, struct added *added,
                          struct error *error)
{
    uint64_t state = estimating->request->extra_seed ^ UINT64_C(0x94d049bb133111eb), most = LONG_MOST;
    double budget = estimating->instructions_left - LONG_INSTRUCTIONS;
    bool has_run[LOOKED_AT] = {false};
    most = most < look->long_count ? most : look->long_count;
    for (uint64_t i = 0; i < 2 * LONG_MOST && added->runs < most && !added->differ; i++) {
        uint64_t at = sample_draw(&state, look->count);
        if (!look->is_long[at] || has_run[at])
            continue;
        has_run[at] = true;
        if (!run_long(estimating, look->blocks[at], added, error))
            return false;
        if (added->runs >= LONG_LEAST && estimating->instructions_left < budget)
            break;
    }
    return true;
}

/* The most that short and long blocks of the whole grid can write. */
static void find_most(const struct estimating *estimating, const struct look *look, const struct added *added,
                      const struct time_stored *of_short, int of_short_count, struct time_written *written)
{
    double all = (double)estimating->occupancy.blocks, looked = (double)look->count;
    double share = (double)look->long_count / looked;
    double doubt = looked < all ? ERRORS * sqrt(share * (1 - share) / looked) + 1 / looked : 0;
    for (int i = 0; i < added->count; i++) {
        const struct time_stored *each = &added->stored[i];
        double bytes = added->is_of_one ? look->short_bytes : bytes_at(of_short, of_short_count, each->address);
        written->stored[i] = (struct time_stored){.address = each->address,
                                                  .bytes = share * all * each->bytes + bytes * all / looked,
                                                  .doubt = doubt * all * each->bytes};
    }
    written->count = added->count;
    written->has_partial_blocks = look->has_partial;
}

bool short_blocks_find(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    struct time_stored of_short[TIME_STORED_MAX];
    struct look *look = calloc(1, sizeof *look);
    struct added *added = calloc(1, sizeof *added);
    bool done = (look && added) || error_set(error, ERROR_MEMORY, "out of memory for the time model");
    if (done && look_around(estimating, look)) {
        int count = written_now(estimating->device, of_short);
        added->is_of_one = count == 1;
        bool shows = !look->has_partial || added->is_of_one;
        done = !shows || run_some_long(estimating, look, added, error);
        estimate->written.has_short_blocks = shows && done && added->runs >= LONG_LEAST && !added->differ;
        if (estimate->written.has_short_blocks)
            find_most(estimating, look, added, of_short, count, &estimate->written);
    }
    free(look);
    free(added);
    return done;
}
