/*
 * Carry chains (PTX ISA 9.7.2): add.cc, addc, sub.cc, subc, mad.cc, madc.
 *
 * CC.CF is a mask with one bit per lane at op->immediate in the frame; of subtractions it is the borrow. op->flags says
 * whether it is read and whether it is written.
 */
#include "vgpu/execute_internal.h"
#include "vgpu/math_integer.h"
#include "vgpu/select_internal.h"

/* One form: `type` of the lanes; `expression` of a, b, c and the carry, which it replaces. */
#define CARRY_HANDLER(name, type, expression)                                                     \
    HANDLER(name)                                                                                 \
    {                                                                                             \
        uint32_t *flag = &PREDICATE((uint32_t)op->immediate), out = 0;                            \
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

CARRY_HANDLER(carry_add_32, uint32_t, math_u32_add_carry(a, b, &carry))
CARRY_HANDLER(carry_sub_32, uint32_t, math_u32_sub_borrow(a, b, &carry))
CARRY_HANDLER(carry_mad_lo_32, uint32_t, math_u32_add_carry(a *b, c, &carry))
CARRY_HANDLER(carry_mad_hi_u32, uint32_t, math_u32_add_carry(math_u32_mul_hi(a, b), c, &carry))
CARRY_HANDLER(carry_mad_hi_s32, uint32_t, math_u32_add_carry(math_s32_mul_hi(a, b), c, &carry))
CARRY_HANDLER(carry_add_64, uint64_t, math_u64_add_carry(a, b, &carry))
CARRY_HANDLER(carry_sub_64, uint64_t, math_u64_sub_borrow(a, b, &carry))
CARRY_HANDLER(carry_mad_lo_64, uint64_t, math_u64_add_carry(a *b, c, &carry))
CARRY_HANDLER(carry_mad_hi_u64, uint64_t, math_u64_add_carry(math_u64_mul_hi(a, b), c, &carry))
CARRY_HANDLER(carry_mad_hi_s64, uint64_t, math_u64_add_carry(math_s64_mul_hi(a, b), c, &carry))
