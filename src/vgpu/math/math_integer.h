/*
 * Integer arithmetic (PTX ISA 9.7.1 and 9.7.2): sums, products, quotients, order and carries.
 *
 * There is one function per operation and type, named math_<type>_<operation>. The type is u16,
 * s16, u32, s32, u64 or s64. Operands and results are register bits, so they are unsigned. All
 * results wrap, except with MATH_SAT. math_bitfield.h and math_packed.h have the bit-field and
 * packed instructions.
 *
 * The ISA leaves division by zero open. Here div and rem give all ones, as on the hardware. The
 * least signed value divided by -1 is itself, with remainder 0.
 */
#ifndef VGPU_MATH_MATH_INTEGER_H
#define VGPU_MATH_MATH_INTEGER_H

#include "vgpu/math/math_bits.h"

/*
 * Operations that depend on the sign. utype: the register; type: its interpretation; wide: twice
 * the width; sign: 1 if signed.
 */
#define MATH_DEFINE_INTEGER(name, utype, type, wide, bits, sign)                        \
    MATH_INLINE utype math_##name##_mul_hi(utype a, utype b)                            \
    {                                                                                   \
        return (utype)(((wide)(type)a * (wide)(type)b) >> (bits));                      \
    }                                                                                   \
    MATH_INLINE utype math_##name##_div(utype a, utype b)                               \
    {                                                                                   \
        if (b == 0)                                                                     \
            return (utype) ~(utype)0;                                                   \
        if ((sign) && b == (utype) ~(utype)0)                                           \
            return (utype)(0 - a);                                                      \
        return (utype)((type)a / (type)b);                                              \
    }                                                                                   \
    MATH_INLINE utype math_##name##_rem(utype a, utype b)                               \
    {                                                                                   \
        if (b == 0)                                                                     \
            return (utype) ~(utype)0;                                                   \
        if ((sign) && b == (utype) ~(utype)0)                                           \
            return 0;                                                                   \
        return (utype)((type)a % (type)b);                                              \
    }                                                                                   \
    /* |a - b| + c. The difference is taken in the direction without underflow. */      \
    MATH_INLINE utype math_##name##_sad(utype a, utype b, utype c)                      \
    {                                                                                   \
        return (utype)(c + ((type)a < (type)b ? (utype)(b - a) : (utype)(a - b)));      \
    }                                                                                   \
    MATH_INLINE utype math_##name##_min(utype a, utype b)                               \
    {                                                                                   \
        return (type)a < (type)b ? a : b;                                               \
    }                                                                                   \
    MATH_INLINE utype math_##name##_max(utype a, utype b)                               \
    {                                                                                   \
        return (type)a > (type)b ? a : b;                                               \
    }                                                                                   \
    MATH_INLINE bool math_##name##_compare(enum math_compare compare, utype a, utype b) \
    {                                                                                   \
        return math_integer_compare_result(compare, (type)a < (type)b, a == b);         \
    }                                                                                   \
    /* shr: amounts of at least the width give 0 or the sign (9.7.8.8). */              \
    MATH_INLINE utype math_##name##_shr(utype a, uint32_t amount)                       \
    {                                                                                   \
        utype far = (utype)((sign) ? (0 - (a >> ((bits)-1))) : 0);                      \
        return amount < (bits) ? (utype)((type)a >> (amount & ((bits)-1))) : far;       \
    }

/* Operations that do not depend on the sign. */
#define MATH_DEFINE_BITS(name, utype, type, bits)                                                  \
    MATH_INLINE utype math_##name##_add(utype a, utype b)                                          \
    {                                                                                              \
        return (utype)(a + b);                                                                     \
    }                                                                                              \
    MATH_INLINE utype math_##name##_sub(utype a, utype b)                                          \
    {                                                                                              \
        return (utype)(a - b);                                                                     \
    }                                                                                              \
    MATH_INLINE utype math_##name##_mul_lo(utype a, utype b)                                       \
    {                                                                                              \
        return (utype)((uint64_t)a * b);                                                           \
    }                                                                                              \
    MATH_INLINE utype math_##name##_mad_lo(utype a, utype b, utype c)                              \
    {                                                                                              \
        return (utype)((uint64_t)a * b + c);                                                       \
    }                                                                                              \
    MATH_INLINE utype math_##name##_neg(utype a)                                                   \
    {                                                                                              \
        return (utype)(0 - a);                                                                     \
    }                                                                                              \
    MATH_INLINE utype math_##name##_abs(utype a)                                                   \
    {                                                                                              \
        return (type)a < 0 ? (utype)(0 - a) : a;                                                   \
    }                                                                                              \
    MATH_INLINE utype math_##name##_shl(utype a, uint32_t amount)                                  \
    {                                                                                              \
        return amount < (bits) ? (utype)(a << (amount & ((bits)-1))) : 0;                          \
    }                                                                                              \
    MATH_INLINE utype math_##name##_cnot(utype a)                                                  \
    {                                                                                              \
        return a == 0;                                                                             \
    }                                                                                              \
    /* slct: the sign of c decides (9.7.7.4). */                                                   \
    MATH_INLINE utype math_##name##_slct_s32(utype a, utype b, uint32_t c)                         \
    {                                                                                              \
        return (int32_t)c >= 0 ? a : b;                                                            \
    }                                                                                              \
    /* -0 selects a, a NaN selects b. FTZ turns a negative subnormal into -0. */                   \
    MATH_INLINE utype math_##name##_slct_f32(utype a, utype b, uint32_t c, unsigned flags)         \
    {                                                                                              \
        uint32_t flushed = (flags & MATH_FTZ) && !(c & MATH_F32_INFINITY) ? c & MATH_F32_SIGN : c; \
        return math_f32_value(flushed) >= 0.0F ? a : b;                                            \
    }

/*
 * Integer comparisons are EQ NE LT LE GT GE. The unsigned types also use them for .lo .ls .hi .hs.
 */
MATH_INLINE bool math_integer_compare_result(enum math_compare compare, bool less, bool equal)
{
    switch (compare) {
    case MATH_EQ:
        return equal;
    case MATH_NE:
        return !equal;
    case MATH_LT:
        return less;
    case MATH_LE:
        return less | equal;
    case MATH_GT:
        return !(less | equal);
    case MATH_GE:
        return !less;
    default:
        return false;
    }
}

MATH_DEFINE_INTEGER(u16, uint16_t, uint16_t, uint32_t, 16, 0)
MATH_DEFINE_INTEGER(s16, uint16_t, int16_t, int32_t, 16, 1)
MATH_DEFINE_INTEGER(u32, uint32_t, uint32_t, uint64_t, 32, 0)
MATH_DEFINE_INTEGER(s32, uint32_t, int32_t, int64_t, 32, 1)
MATH_DEFINE_INTEGER(u64, uint64_t, uint64_t, unsigned __int128, 64, 0)
MATH_DEFINE_INTEGER(s64, uint64_t, int64_t, __int128, 64, 1)
MATH_DEFINE_BITS(b16, uint16_t, int16_t, 16)
MATH_DEFINE_BITS(b32, uint32_t, int32_t, 32)
MATH_DEFINE_BITS(b64, uint64_t, int64_t, 64)

#undef MATH_DEFINE_INTEGER
#undef MATH_DEFINE_BITS

/* A 64-bit sum clamped to s32. */
MATH_INLINE uint32_t math_s32_clamp(int64_t value)
{
    value = value < INT32_MAX ? value : INT32_MAX;
    return (uint32_t)(value > INT32_MIN ? value : INT32_MIN);
}

/* add.sat.s32, sub.sat.s32, mad.hi.sat.s32 (9.7.1.1, .2, .4). */
MATH_INLINE uint32_t math_s32_add_sat(uint32_t a, uint32_t b)
{
    return math_s32_clamp((int64_t)(int32_t)a + (int32_t)b);
}

MATH_INLINE uint32_t math_s32_sub_sat(uint32_t a, uint32_t b)
{
    return math_s32_clamp((int64_t)(int32_t)a - (int32_t)b);
}

MATH_INLINE uint32_t math_s32_mad_hi_sat(uint32_t a, uint32_t b, uint32_t c)
{
    return math_s32_add_sat(math_s32_mul_hi(a, b), c);
}

/* Signed min and max with .relu (9.7.1.11 and .12): negative results become 0. */
MATH_INLINE uint32_t math_s32_relu(uint32_t a)
{
    return (int32_t)a > 0 ? a : 0;
}

/* ---- mul24, mad24 (9.7.1.5 and .6): the product of two 24-bit values has 48 bits ---- */

MATH_INLINE uint64_t math_u24_product(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffff) * (b & 0xffffff);
}

MATH_INLINE uint64_t math_s24_product(uint32_t a, uint32_t b)
{
    return (uint64_t)((int64_t)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8));
}

MATH_INLINE uint32_t math_u32_mul24_lo(uint32_t a, uint32_t b)
{
    return (uint32_t)math_u24_product(a, b);
}

MATH_INLINE uint32_t math_s32_mul24_lo(uint32_t a, uint32_t b)
{
    return (uint32_t)math_s24_product(a, b);
}

/* Bits 16 to 47 of the product. */
MATH_INLINE uint32_t math_u32_mul24_hi(uint32_t a, uint32_t b)
{
    return (uint32_t)(math_u24_product(a, b) >> 16);
}

MATH_INLINE uint32_t math_s32_mul24_hi(uint32_t a, uint32_t b)
{
    return (uint32_t)(math_s24_product(a, b) >> 16);
}

/* mad24.hi.sat.s32. */
MATH_INLINE uint32_t math_s32_mad24_hi_sat(uint32_t a, uint32_t b, uint32_t c)
{
    return math_s32_add_sat(math_s32_mul24_hi(a, b), c);
}

/* ---- carry chains (9.7.2): *carry is CC.CF, or the borrow; 0 if not read ---- */

MATH_INLINE uint32_t math_u32_add_carry(uint32_t a, uint32_t b, uint32_t *carry)
{
    uint64_t sum = (uint64_t)a + b + *carry;
    *carry = (uint32_t)(sum >> 32);
    return (uint32_t)sum;
}

MATH_INLINE uint32_t math_u32_sub_borrow(uint32_t a, uint32_t b, uint32_t *carry)
{
    uint64_t difference = (uint64_t)a - b - *carry;
    *carry = (uint32_t)(difference >> 63);
    return (uint32_t)difference;
}

MATH_INLINE uint64_t math_u64_add_carry(uint64_t a, uint64_t b, uint32_t *carry)
{
    unsigned __int128 sum = (unsigned __int128)a + b + *carry;
    *carry = (uint32_t)(sum >> 64);
    return (uint64_t)sum;
}

MATH_INLINE uint64_t math_u64_sub_borrow(uint64_t a, uint64_t b, uint32_t *carry)
{
    unsigned __int128 difference = (unsigned __int128)a - b - *carry;
    *carry = (uint32_t)(difference >> 127);
    return (uint64_t)difference;
}

/* mad.cc and madc: math_*_add_carry() of math_*_mul_lo or _mul_hi(a, b), c and carry. */

#endif
