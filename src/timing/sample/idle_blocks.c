/* Each tried block runs a few instructions, and either ends without a store or is stopped. */
#include "timing/sample/idle_blocks.h"

#include <math.h>

enum {
    WARP_INSTRUCTIONS = 40, /* of an idle block, for each of its warps */
    LONG_FACTOR = 2,        /* a long block stores nothing before so many times this */
    TRIED_MOST = 2048,      /* blocks */
    TRIED_WORK = 3000000,   /* warp instructions of all tried blocks */
};

static uint64_t limit_of(const struct estimating *estimating)
{
    return WARP_INSTRUCTIONS * (uint64_t)ceil(estimating->occupancy.block_warps);
}

/* Blocks that use atomics or wait must not be stopped: others may wait for them. */
static bool may_be_stopped(const struct ptx_program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t j = 0; j < program->functions[i].instruction_count; j++)
            if (sample_may_wait_at(&program->functions[i].instructions[j]))
                return false;
    return true;
}

enum end { END_IDLE, END_LATE, END_STORES, END_STOPPED, END_UNKNOWN };

/* STORES: and ended. STOPPED: it stored, and was stopped. UNKNOWN: it faults. */
static enum end try_block(struct estimating *estimating, uint64_t block, uint64_t limit)
{
    struct vgpu_launch launch = estimating->request->launch;
    launch.checks = VGPU_COUNT;
    launch.cooperative = false;
    launch.sample = &block;
    launch.sample_count = 1;
    launch.instruction_limit = limit;
    struct vgpu_report *report CLEANUP(vgpu_report_free) = vgpu_launch(estimating->module, &launch, NULL);
    if (!report || report->faulted || report->deadlocked)
        return END_UNKNOWN;
    if (report->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES])
        return report->timed_out ? END_STOPPED : END_STORES;
    return report->timed_out ? END_LATE : END_IDLE;
}

/* Notes a block that stored. False: no more blocks can be tried. */
static bool note_stored(struct estimating *estimating, uint64_t block, enum end end)
{
    if (end != END_STORES && end != END_STOPPED)
        return end != END_UNKNOWN;
    estimating->again[estimating->again_count++] = block;
    return end == END_STORES && estimating->again_count < SAMPLE_AGAIN_MOST;
}

/* The block number `i` of `count`: one from each of as many equal shares of the grid. */
static uint64_t draw_block(const struct estimating *estimating, uint64_t i, uint64_t count, uint64_t *state)
{
    uint64_t all = estimating->occupancy.blocks;
    double width = (double)all / (double)count;
    uint64_t block = (uint64_t)((double)i * width) + sample_draw(state, (uint64_t)ceil(width));
    return block < all ? block : all - 1;
}

static void try_blocks(struct estimating *estimating, uint64_t count)
{
    uint64_t state = estimating->request->extra_seed ^ UINT64_C(0xd1342543de82ef95), idle = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t block = draw_block(estimating, i, count, &state);
        enum end end = try_block(estimating, block, limit_of(estimating));
        if (!note_stored(estimating, block, end))
            return;
        idle += end == END_IDLE;
    }
    estimating->stores.tried = (double)count;
    estimating->stores.idle = (double)idle;
}

/* One block at an odd place shows it. An idle one does not. */
static bool are_long(struct estimating *estimating)
{
    uint64_t block = (uint64_t)(0.6181 * (double)estimating->occupancy.blocks);
    enum end end = try_block(estimating, block, LONG_FACTOR * limit_of(estimating));
    if (end == END_IDLE)
        end = try_block(estimating, ++block, LONG_FACTOR * limit_of(estimating));
    return note_stored(estimating, block, end) && end == END_LATE;
}

void idle_blocks_find(struct estimating *estimating)
{
    uint64_t most = TRIED_WORK / limit_of(estimating), all = estimating->occupancy.blocks;
    bool is_learners = estimating->request->extra_instructions && !estimating->request->wanted_count;
    if (!is_learners || all < 8 || !may_be_stopped(vgpu_module_program(estimating->module)) || !are_long(estimating))
        return;
    most = most < TRIED_MOST ? most : TRIED_MOST;
    try_blocks(estimating, most < all ? most : all);
}

bool idle_blocks_run_again(struct estimating *estimating, struct error *error)
{
    for (int i = 0; i < estimating->again_count; i++) {
        struct vgpu_report *report CLEANUP(vgpu_report_free) =
            sample_run(estimating, &estimating->again[i], 1, false, error);
        if (!report)
            return false;
    }
    return true;
}

void idle_blocks_leave_out(struct estimating *estimating, uint64_t *blocks, uint64_t *count)
{
    uint64_t kept = 0;
    if (estimating->stores.idle <= 0)
        return;
    for (uint64_t i = 0; i < *count; i++)
        if (try_block(estimating, blocks[i], limit_of(estimating)) != END_IDLE)
            blocks[kept++] = blocks[i];
    *count = kept;
}
