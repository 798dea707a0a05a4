/*
 * Lane handlers of compare.def, setp and testp. Also set, and lop3 with a predicate.
 *
 * The comparison gives a mask. op->flags says how a third operand at op->c is combined with it. The
 * complement can go to a second predicate. op->immediate is that predicate's frame offset, or -1.
 * See PTX ISA 9.7.7.2.
 */
#include "vgpu/lanes/execute.h"
#include "vgpu/lanes/lanes.h"
#include "vgpu/math/math_bitfield.h"
#include "vgpu/math/math_half.h"
#include "vgpu/program/op_flags.h"

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

/*
 * `other` goes to the second predicate. It is the complement, or for pairs the result of the high
 * halves.
 */
static inline const struct vgpu_op *finish(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                                           uint32_t mask, uint32_t other)
{
    outcome_note(warp, op, mask);
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
        uint32_t mask = lanes_to_mask(lanes);                                                                  \
        return finish(warp, frame, op, mask, ~mask);                                                           \
    }
#define COMPARE_PAIRS(name, spellings, expression)                                                             \
    static const struct vgpu_op *setp_##name(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op) \
    {                                                                                                          \
        uint32_t masks[2] = {0, 0};                                                                            \
        FOR_LANES                                                                                              \
        {                                                                                                      \
            uint32_t left = LANE(uint32_t, op->a), right = LANE(uint32_t, op->b);                              \
            for (int half = 0; half < 2; half++) {                                                             \
                uint16_t a = (uint16_t)(left >> (16 * half)), b = (uint16_t)(right >> (16 * half));            \
                masks[half] |= (uint32_t)(expression) << lane;                                                 \
            }                                                                                                  \
        }                                                                                                      \
        return finish(warp, frame, op, masks[0], masks[1]);                                                    \
    }
#define TEST(name, spellings, type, expression)                                                         \
    static const struct vgpu_op *name(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op) \
    {                                                                                                   \
        uint32_t mask = 0;                                                                              \
        FOR_LANES                                                                                       \
        {                                                                                               \
            type a = LANE(type, op->a);                                                                 \
            mask |= (uint32_t)(expression) << lane;                                                     \
        }                                                                                               \
        predicate_write(warp, &PREDICATE(op->d), mask);                                                 \
        return op + 1;                                                                                  \
    }
#include "vgpu/lanes/compare.def"

#define LANE_WIDTH(type) sizeof(STORAGE(type))
const struct vgpu_lane_handler ISA_NAME(compare_lanes)[] = {
#define COMPARE(name, spellings, type, expression) \
    {spellings, {setp_##name, setp_##name}, VGPU_LANE_PREDICATE, 2, {4, LANE_WIDTH(type), LANE_WIDTH(type)}},
#define COMPARE_PAIRS(name, spellings, expression) \
    {spellings, {setp_##name, setp_##name}, VGPU_LANE_PREDICATE, 2, {4, 4, 4}},
#define TEST(name, spellings, type, expression) {spellings, {name, name}, VGPU_LANE_TEST, 1, {4, LANE_WIDTH(type)}},
#include "vgpu/lanes/compare.def"
    {0},
};

/*
 * set: the comparison is a separate op (op->scalar) that writes masks at op->b and op->c.
 * The value of true is op->immediate, for each half after a comparison of pairs.
 */
HANDLER(set_value)
{
    const struct vgpu_op *compare = op->scalar;
    compare->masked(warp, frame, compare);
    uint32_t low = PREDICATE(op->b), high = PREDICATE(op->c);
    uint64_t yes = (uint64_t)op->immediate;
    bool by_halves = op->flags & VGPU_SET_HALVES;
    FOR_ACTIVE(warp->active)
    {
        uint64_t value = low >> lane & 1 ? yes : 0;
        if (by_halves)
            value |= (high >> lane & 1 ? yes : 0) << 16;
        if (op->flags & VGPU_SET_WIDE)
            REGISTER_64(op->d)[lane] = value;
        else
            REGISTER_32(op->d)[lane] = (uint32_t)value;
    }
    return op + 1;
}

/*
 * lop3.BOOL d|p, a, b, c, table, q computes p = (d != 0) BOOL q (9.7.8.6). p and q are
 * detail->elements[0] and [1].
 */
HANDLER(lop3_predicate)
{
    const uint32_t *offsets = op->detail->elements;
    uint32_t third = PREDICATE(offsets[1]), set = 0;
    if (op->flags & VGPU_LOGIC_NEGATED)
        third = ~third;
    FOR_ACTIVE(warp->active)
    {
        uint32_t value = math_lop3(REGISTER_32(op->a)[lane], REGISTER_32(op->b)[lane], REGISTER_32(op->c)[lane],
                                   (uint32_t)op->immediate);
        REGISTER_32(op->d)[lane] = value;
        set |= (uint32_t)(value != 0) << lane;
    }
    predicate_write(warp, &PREDICATE(offsets[0]), combine(set, third, op->flags & VGPU_LOGIC_OPERATION));
    return op + 1;
}
