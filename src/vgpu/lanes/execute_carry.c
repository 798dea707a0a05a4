/*
 * Carry chains (PTX ISA 9.7.2): add.cc, addc, sub.cc, subc, mad.cc, madc.
 *
 * CC.CF is a mask with one bit per lane, at op->immediate in the frame. A subtraction adds the
 * complement, so the bit is set if nothing was borrowed. Only chains that mix additions and
 * subtractions show this. The compiler's 128-bit division has such chains. op->flags says whether
 * the op reads and writes CC.CF.
 */
#include "vgpu/lanes/execute.h"
#include "vgpu/math/math_integer.h"
#include "vgpu/program/op_flags.h"

/*
 * Defines one form. `type` is the type of the lanes. `expression` uses a, b, c and the carry, and
 * updates the carry.
 */
#define CARRY_HANDLER(name, type, expression)                                                     \
    HANDLER(name)                                                                                 \
    {                                                                                             \
        uint32_t *flag = &PREDICATE((uint32_t)op->immediate), out = 0;                            \
        bool reads __attribute__((unused)) = op->flags & VGPU_CARRY_READ;                         \
        uint32_t in = op->flags & VGPU_CARRY_READ ? *flag : 0;                                    \
        const type *left = REGISTER(type, op->a), *right = REGISTER(type, op->b);                 \
        const type *third __attribute__((unused)) = REGISTER(type, op->c);                        \
        type *to = REGISTER(type, op->d);                                                         \
        const int32_t *mask = warp->lane_mask;                                                    \
        FOR_LANES                                                                                 \
        {                                                                                         \
            uint32_t carry = in >> lane & 1;                                                      \
            type a = left[lane], b = right[lane], c __attribute__((unused)) = third[lane], value; \
            value = (expression);                                                                 \
            out |= carry << lane;                                                                 \
            to[lane] = mask[lane] ? value : to[lane];                                             \
        }                                                                                         \
        if (op->flags & VGPU_CARRY_WRITE)                                                         \
            predicate_write(warp, flag, out);                                                     \
        return op + 1;                                                                            \
    }

/* A chain begins without a borrow. */
static inline uint32_t sub_carry_32(uint32_t a, uint32_t b, bool reads, uint32_t *carry)
{
    uint32_t borrow = reads & ~*carry & 1, value = math_u32_sub_borrow(a, b, &borrow);
    *carry = borrow ^ 1;
    return value;
}

static inline uint64_t sub_carry_64(uint64_t a, uint64_t b, bool reads, uint32_t *carry)
{
    uint32_t borrow = reads & ~*carry & 1;
    uint64_t value = math_u64_sub_borrow(a, b, &borrow);
    *carry = borrow ^ 1;
    return value;
}

/* With 16 bits, only the last link of a chain exists. */
CARRY_HANDLER(carry_add_16, uint32_t, (a + b + carry) & 0xffff)
CARRY_HANDLER(carry_sub_16, uint32_t, (a - b - (carry ^ 1)) & 0xffff)
CARRY_HANDLER(carry_mad_lo_16, uint32_t, (a * b + c + carry) & 0xffff)
CARRY_HANDLER(carry_mad_hi_u16, uint32_t, (((a & 0xffff) * (b & 0xffff) >> 16) + c + carry) & 0xffff)
CARRY_HANDLER(carry_mad_hi_s16, uint32_t, (((uint32_t)((int16_t)a * (int16_t)b) >> 16) + c + carry) & 0xffff)
CARRY_HANDLER(carry_add_32, uint32_t, math_u32_add_carry(a, b, &carry))
CARRY_HANDLER(carry_sub_32, uint32_t, sub_carry_32(a, b, reads, &carry))
CARRY_HANDLER(carry_mad_lo_32, uint32_t, math_u32_add_carry(a *b, c, &carry))
CARRY_HANDLER(carry_mad_hi_u32, uint32_t, math_u32_add_carry(math_u32_mul_hi(a, b), c, &carry))
CARRY_HANDLER(carry_mad_hi_s32, uint32_t, math_u32_add_carry(math_s32_mul_hi(a, b), c, &carry))
CARRY_HANDLER(carry_add_64, uint64_t, math_u64_add_carry(a, b, &carry))
CARRY_HANDLER(carry_sub_64, uint64_t, sub_carry_64(a, b, reads, &carry))
CARRY_HANDLER(carry_mad_lo_64, uint64_t, math_u64_add_carry(a *b, c, &carry))
CARRY_HANDLER(carry_mad_hi_u64, uint64_t, math_u64_add_carry(math_u64_mul_hi(a, b), c, &carry))
CARRY_HANDLER(carry_mad_hi_s64, uint64_t, math_u64_add_carry(math_s64_mul_hi(a, b), c, &carry))
