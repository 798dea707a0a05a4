/*
 * Shuffles, votes, matches, reductions (PTX ISA 9.7.9.6, 9.7.13.2 and .9 to .12). Each waits until
 * all lanes of its mask have arrived.
 */
#include "vgpu/execution/lane_loop.h"
#include "vgpu/lanes/execute.h"
#include "vgpu/math/math_float.h"
#include "vgpu/observers/observers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/shuffle.h"
#include "vgpu/warp/warp.h"

/* A form without .sync names no mask. The lanes that have arrived execute it. */
static inline uint32_t member_mask(const struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op)
{
    if (op->immediate < 0)
        return warp->active;
    const uint32_t *masks = (const uint32_t *)(const void *)(frame + (uint32_t)op->immediate);
    return masks[__builtin_ctz(warp->active)];
}

/* Active lanes with another mask than the first lane. They form a separate group. */
static inline uint32_t lanes_of_other_masks(const struct vgpu_warp *warp, const uint8_t *frame,
                                            const struct vgpu_op *op)
{
    uint32_t others = 0;
    if (op->immediate < 0)
        return 0;
    const uint32_t *masks = (const uint32_t *)(const void *)(frame + (uint32_t)op->immediate);
    uint32_t first = masks[__builtin_ctz(warp->active)];
    FOR_LANES others |= (uint32_t)(masks[lane] != first) << lane;
    return others & warp->active;
}

/* Begins a handler. Returns from it while lanes are missing. */
#define JOIN_LANES(mask)                                          \
    uint32_t other_lanes = lanes_of_other_masks(warp, frame, op); \
    if (__builtin_expect(other_lanes != 0, 0))                    \
        return warp_split_off(warp, op, other_lanes);             \
    uint32_t mask = member_mask(warp, frame, op);                 \
    if (!warp_has_lanes(warp, op, mask))                          \
        return warp_wait_lanes(warp, op, mask);                   \
    if (op->immediate >= 0)                                       \
        OBSERVE(exchange, warp, warp->active &mask);

/* Notes lanes that read from a lane that takes no part. */
static __attribute__((noinline)) void note_idle_sources(struct vgpu_warp *warp, const uint8_t *frame,
                                                        const struct vgpu_op *op, uint32_t lanes)
{
    const uint32_t *b = (const uint32_t *)(const void *)(frame + op->b);
    const uint32_t *c = (const uint32_t *)(const void *)(frame + op->c);
    uint8_t sources[LANES];
    FOR_LANES
    {
        bool valid;
        uint32_t from = shuffle_source(op->flags, (uint32_t)lane, b[lane], c[lane], &valid);
        sources[lane] = (uint8_t)(valid ? from : (uint32_t)lane);
    }
    OBSERVE(shuffle_idle, warp, op, lanes, sources);
}

HANDLER(shuffle)
{
    JOIN_LANES(mask)
    const uint32_t *a = REGISTER_32(op->a), *b = REGISTER_32(op->b), *c = REGISTER_32(op->c);
    uint32_t values[LANES], valid_lanes = 0, idle_sources = 0;
    const struct vgpu_op *base = warp->op_base;
    FOR_LANES
    {
        bool valid;
        uint32_t from = shuffle_source(op->flags, (uint32_t)lane, b[lane], c[lane], &valid);
        from = valid ? from : (uint32_t)lane;
        values[lane] = a[from];
        valid_lanes |= (uint32_t)valid << lane;
        idle_sources |= (~(warp->active & mask) >> from & 1) << lane;
    }
    idle_sources &= warp->active & mask;
    if (__builtin_expect(idle_sources != 0, 0))
        note_idle_sources(warp, frame, op, idle_sources);
    uint32_t *to = REGISTER_32(op->d);
    const int32_t *lanes = warp->lane_mask;
    FOR_LANES to[lane] = lanes[lane] ? values[lane] : to[lane];
    if (op->detail->elements[0] != VGPU_NO_OPERAND)
        predicate_write(warp, &PREDICATE(op->detail->elements[0]), valid_lanes);
    if (__builtin_expect(idle_sources != 0, 0))
        OBSERVE(shuffled, warp, op); /* the warp may leave the converged ops */
    return warp->op_base + (op - base) + 1;
}

HANDLER(vote)
{
    JOIN_LANES(mask)
    uint32_t votes = PREDICATE(op->a), lanes = warp->active & mask;
    if (op->flags & VGPU_VOTE_NEGATED)
        votes = ~votes;
    votes &= lanes;
    unsigned mode = op->flags & VGPU_VOTE_MODE;
    if (mode == VGPU_VOTE_BALLOT) {
        FOR_ACTIVE(warp->active)
        REGISTER_32(op->d)[lane] = votes;
        return op + 1;
    }
    bool result = mode == VGPU_VOTE_ALL   ? votes == lanes
                  : mode == VGPU_VOTE_ANY ? votes != 0
                                          : votes == 0 || votes == lanes;
    predicate_write(warp, &PREDICATE(op->d), result ? UINT32_MAX : 0);
    return op + 1;
}

HANDLER(activemask)
{
    FOR_ACTIVE(warp->active)
    REGISTER_32(op->d)[lane] = warp->active;
    return op + 1;
}

HANDLER(warp_sync)
{
    JOIN_LANES(mask)
    OBSERVE(warp_sync, warp);
    return op + 1;
}

/* op->flags: bit 0 for .all, bit 1 for 64 bits. */
HANDLER(match)
{
    JOIN_LANES(mask)
    uint32_t lanes = warp->active & mask, results[LANES] = {0}, all = 0;
    FOR_ACTIVE(lanes)
    {
        uint32_t self = lane;
        uint64_t value = op->flags & 2 ? REGISTER_64(op->a)[self] : REGISTER_32(op->a)[self];
        for (uint32_t other = 0; other < LANES; other++) {
            uint64_t theirs = op->flags & 2 ? REGISTER_64(op->a)[other] : REGISTER_32(op->a)[other];
            results[self] |= (uint32_t)(theirs == value && lanes >> other & 1) << other;
        }
        all |= (uint32_t)(results[self] == lanes) << self;
    }
    bool agree = all == lanes;
    FOR_ACTIVE(lanes)
    REGISTER_32(op->d)[lane] = op->flags & 1 ? (agree ? lanes : 0) : results[lane];
    if (op->detail->elements[0] != VGPU_NO_OPERAND)
        predicate_write(warp, &PREDICATE(op->detail->elements[0]), agree ? UINT32_MAX : 0);
    return op + 1;
}

/* elect.sync d|p selects the lowest lane. */
HANDLER(elect)
{
    JOIN_LANES(mask)
    uint32_t lanes = warp->active & mask;
    if (!lanes)
        return op + 1;
    uint32_t leader = (uint32_t)__builtin_ctz(lanes);
    FOR_ACTIVE(lanes)
    REGISTER_32(op->d)[lane] = leader;
    if (op->detail->elements[0] != VGPU_NO_OPERAND)
        predicate_write(warp, &PREDICATE(op->detail->elements[0]), 1U << leader);
    return op + 1;
}

/* redux.sync.{min,max}{.abs}{.NaN}.f32 */
HANDLER(reduce_f32)
{
    JOIN_LANES(mask)
    const uint32_t *a = REGISTER_32(op->a);
    uint32_t lanes = warp->active & mask, result = 0;
    bool first = true, is_absolute = op->flags & VGPU_REDUCE_ABS;
    unsigned flags = op->flags & VGPU_REDUCE_NAN ? MATH_NAN : 0;
    FOR_ACTIVE(lanes)
    {
        uint32_t value = is_absolute ? math_f32_abs(a[lane], 0) : a[lane];
        result = first ? value : math_f32_min_max(result, value, op->flags & VGPU_REDUCE_MAX, flags);
        first = false;
    }
    FOR_ACTIVE(warp->active)
    REGISTER_32(op->d)[lane] = result;
    return op + 1;
}

static uint32_t reduce_pair(unsigned operation, bool is_signed, uint32_t a, uint32_t b)
{
    bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
    switch (operation) {
    case VGPU_ATOMIC_ADD:
        return a + b;
    case VGPU_ATOMIC_MIN:
        return less ? a : b;
    case VGPU_ATOMIC_MAX:
        return less ? b : a;
    case VGPU_ATOMIC_AND:
        return a & b;
    case VGPU_ATOMIC_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

HANDLER(reduce)
{
    JOIN_LANES(mask)
    const uint32_t *a = REGISTER_32(op->a);
    uint32_t lanes = warp->active & mask, result = 0;
    bool first = true;
    FOR_ACTIVE(lanes)
    {
        result = first ? a[lane] : reduce_pair(op->flags, op->detail->is_signed, result, a[lane]);
        first = false;
    }
    FOR_ACTIVE(warp->active)
    REGISTER_32(op->d)[lane] = result;
    return op + 1;
}
