/*
 * Block barriers (PTX ISA 9.7.13.1): sixteen of them, each with arrivals and, for .red, votes.
 *
 * Threads are counted one by one, so that a barrier does not wait for exited threads. Where the
 * program gives a number, a whole warp counts as 32.
 */
#include "vgpu/observers/observers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/warp/block.h"
#include "vgpu/warp/warp.h"

static uint32_t lane_value(const uint8_t *frame, uint32_t offset, uint32_t lane)
{
    return ((const uint32_t *)(const void *)(frame + offset))[lane];
}

/* Active lanes that name another barrier. */
static uint32_t lanes_with_others(const struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op,
                                  uint32_t number)
{
    const uint32_t *values = (const uint32_t *)(const void *)(frame + op->a);
    uint32_t others = 0, different = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        different |= (values[lane] ^ number) & (uint32_t)warp->lane_mask[lane];
    if (!different)
        return 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        if (warp->active >> lane & 1 && values[lane] != number)
            others |= 1U << lane;
    return others;
}

const struct vgpu_op *barrier_execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint32_t lane = (uint32_t)__builtin_ctz(warp->active);
    uint32_t number = lane_value(frame, op->a, lane);
    if (number >= VGPU_NAMED_BARRIERS) {
        char told[VGPU_TOLD_BYTES];
        VGPU_TELL(told, sizeof(told), BARRIER_NUMBER, "barrier=%u" TOLD_AND "all=%d", number, VGPU_NAMED_BARRIERS);
        return warp_fault_told(warp, op, VGPU_FINDING_BARRIER_MISUSE, told);
    }
    uint32_t others = lanes_with_others(warp, frame, op, number);
    if (others)
        return warp_split_off(warp, op, others);
    struct vgpu_barrier *barrier = &warp->block->barriers[number];
    uint32_t expected = op->b == VGPU_NO_OPERAND ? 0 : lane_value(frame, op->b, lane);
    if (expected % VGPU_WARP_LANES)
        return warp_fault_as(warp, op, VGPU_FINDING_BARRIER_MISUSE,
                             "barrier %u for %u threads, which is no multiple of the warp", number, expected);
    uint32_t arrivals = warp_count_lanes(warp->active);
    if (expected && warp->active == warp->live)
        arrivals = VGPU_WARP_LANES;
    barrier->expected = expected;
    barrier->arrived += arrivals;
    unsigned operation = op->flags & VGPU_BARRIER_OPERATION;
    if (expected)
        OBSERVE(barrier_arrive, warp, number, operation == VGPU_BARRIER_ARRIVE);
    if (operation == VGPU_BARRIER_ARRIVE)
        return op + 1;
    if (operation != VGPU_BARRIER_SYNC) {
        uint32_t votes = *(const uint32_t *)(const void *)(frame + op->c);
        if (op->flags & VGPU_BARRIER_NEGATED)
            votes = ~votes;
        barrier->voters += warp_count_lanes(warp->active);
        barrier->true_votes += warp_count_lanes(votes & warp->active);
    }
    return warp_wait_barrier(warp, op, number);
}

/* Gives the lanes that waited at bar.red its result. */
static void write_reduction(const struct vgpu_split *split, const struct vgpu_barrier *barrier)
{
    const struct vgpu_op *op = split->op - 1;
    unsigned operation = op->flags & VGPU_BARRIER_OPERATION;
    uint32_t *to = (uint32_t *)(void *)(split->frame->registers + op->d);
    if (operation == VGPU_BARRIER_POPC) {
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            if (split->mask >> lane & 1)
                to[lane] = barrier->true_votes;
        return;
    }
    if (operation != VGPU_BARRIER_AND && operation != VGPU_BARRIER_OR)
        return;
    bool result = operation == VGPU_BARRIER_AND ? barrier->true_votes == barrier->voters : barrier->true_votes > 0;
    *to = (*to & ~split->mask) | (result ? split->mask : 0);
}

static void release_warp(struct vgpu_warp *warp, uint32_t number)
{
    bool waited = false;
    for (uint32_t i = 0; i < warp->split_count; i++)
        waited |= warp->splits[i].state == VGPU_SPLIT_BARRIER && warp->splits[i].barrier == number;
    if (!waited)
        return;
    OBSERVE(barrier_pass, warp, number);
    warp->bypassed = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (split->state != VGPU_SPLIT_BARRIER || split->barrier != number)
            continue;
        write_reduction(split, &warp->block->barriers[number]);
        split->state = VGPU_SPLIT_READY;
    }
}

/* Whether a warp lacks lanes at the barrier. Then exited lanes need no further finding. */
static bool has_split_warp(const struct vgpu_block *block, uint32_t number)
{
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++) {
        const struct vgpu_warp *warp = &block->warps[i];
        for (uint32_t j = 0; j < warp->split_count; j++)
            if (warp->splits[j].state == VGPU_SPLIT_BARRIER && warp->splits[j].barrier == number &&
                (warp->bypassed || warp->splits[j].mask != warp->live))
                return true;
    }
    return false;
}

static uint32_t count_waiting(const struct vgpu_block *block, uint32_t number)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++)
        for (uint32_t j = 0; j < block->warps[i].split_count; j++) {
            const struct vgpu_split *split = &block->warps[i].splits[j];
            if (split->state == VGPU_SPLIT_BARRIER && split->barrier == number)
                count += warp_count_lanes(split->mask);
        }
    return count;
}

bool barrier_release_complete(struct vgpu_block *block)
{
    bool released = false;
    for (uint32_t number = 0; number < VGPU_NAMED_BARRIERS; number++) {
        struct vgpu_barrier *barrier = &block->barriers[number];
        uint32_t expected = barrier->expected ? barrier->expected : block->live_threads;
        if (barrier->arrived == 0 || barrier->arrived < expected)
            continue;
        bool is_whole_block = !barrier->expected && number == 0;
        if (is_whole_block && block->live_threads < block->worker->launch->block_threads &&
            !has_split_warp(block, number))
            OBSERVE(barrier_exits, block, number);
        bool is_full = !barrier->expected || count_waiting(block, number) == block->worker->launch->block_threads;
        block->releases++;
        OBSERVE(barrier_release, block, number, is_full);
        for (uint32_t i = 0; i < block->worker->launch->block_warps; i++)
            release_warp(&block->warps[i], number);
        *barrier = (struct vgpu_barrier){0};
        released = true;
    }
    return released;
}
