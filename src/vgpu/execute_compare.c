/*
 * Lane handlers of compare.def: setp.
 *
 * The comparison gives a mask; a third operand may be combined with it (op->flags says how, op->c where it is), and the
 * complement may go to a second predicate (its frame offset is in op->immediate, -1 if there is none). PTX ISA 9.7.7.2.
 */
#include "vgpu/execute_internal.h"
#include "vgpu/lanes_internal.h"
#include "vgpu/math_float.h"
#include "vgpu/select_internal.h"

static inline uint32_t combine(uint32_t left, uint32_t right, unsigned logic)
{
    switch (logic) {
    case VGPU_LOGIC_AND:
        return left & right;
    case VGPU_LOGIC_OR:
        return left | right;
    case VGPU_LOGIC_XOR:
        return left ^ right;
    default:
        return left;
    }
}

static inline const struct vgpu_op *finish(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                           uint32_t mask)
{
    uint32_t other = ~mask;
    if (__builtin_expect(op->flags != 0, 0)) {
        uint32_t third = PREDICATE(op->c);
        if (op->flags & VGPU_LOGIC_NEGATED)
            third = ~third;
        mask = combine(mask, third, op->flags & VGPU_LOGIC_OPERATION);
        other = combine(other, third, op->flags & VGPU_LOGIC_OPERATION);
    }
    predicate_write(warp, &PREDICATE(op->d), mask);
    if (__builtin_expect(op->immediate >= 0, 0))
        predicate_write(warp, &PREDICATE(op->immediate), other);
    return op + 1;
}

#define COMPARE(name, spellings, type, expression)                                                             \
    static const struct vgpu_op *setp_##name(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op) \
    {                                                                                                          \
        int32_t lanes[LANES] __attribute__((aligned(64)));                                                     \
        _Pragma("GCC ivdep") FOR_LANES                                                                         \
        {                                                                                                      \
            type a = LANE(type, op->a), b = LANE(type, op->b);                                                 \
            lanes[lane] = -(int32_t)(expression);                                                              \
        }                                                                                                      \
        return finish(warp, frame, op, lanes_to_mask(lanes));                                                  \
    }
#include "vgpu/compare.def"

#define LANE_WIDTH(type) sizeof(STORAGE(type))
const struct vgpu_lane_handler ISA_NAME(compare_lanes)[] = {
#define COMPARE(name, spellings, type, expression) \
    {spellings, {setp_##name, setp_##name}, VGPU_LANE_PREDICATE, 2, {4, LANE_WIDTH(type), LANE_WIDTH(type)}},
#include "vgpu/compare.def"
    {0},
};
