/*
 * f16 and bf16 arithmetic, single and packed by two (PTX ISA 9.7.4).
 *
 * Every result is rounded once, to nearest even, as the ISA requires. Flags: MATH_FTZ (f16 only),
 * MATH_SAT, MATH_RELU (fma, min, max), MATH_NAN and MATH_XORSIGN_ABS (min, max). A NaN result is
 * 0x7fff. In packed forms, the lower element is in the lower half.
 */
#ifndef VGPU_MATH_MATH_HALF_H
#define VGPU_MATH_MATH_HALF_H

#include "vgpu/math/math_float.h"

/* ---- values ---- */

/* Exact. A NaN keeps sign and payload here, but no arithmetic function passes them on. */
MATH_INLINE float math_f16_value(uint16_t a)
{
    uint32_t magnitude = (uint32_t)(a & 0x7fff) << 13;
    uint32_t bits = math_f32_bits(math_f32_value(magnitude) * 0x1p112F);
    bits = magnitude >= 0x0f800000 ? magnitude | MATH_F32_INFINITY : bits;
    return math_f32_value(bits | (uint32_t)(a & 0x8000) << 16);
}

MATH_INLINE float math_bf16_value(uint16_t a)
{
    return math_f32_value((uint32_t)a << 16);
}

/*
 * The exact value of the two fp8 formats (PTX ISA 5.2.3). An e5m2 is the upper byte of an f16. An
 * e4m3 in the place of an f16 is 256 times too small. It has no infinities.
 */
MATH_INLINE float math_e5m2_value(uint32_t byte)
{
    return math_f16_value((uint16_t)((byte & 0xff) << 8));
}

MATH_INLINE float math_e4m3_value(uint32_t byte)
{
    uint32_t magnitude = byte & 0x7f;
    float value = math_f16_value((uint16_t)(magnitude << 7)) * 256.0F;
    uint32_t bits = magnitude == 0x7f ? MATH_F32_NAN : math_f32_bits(value);
    return math_f32_value(bits | (byte & 0x80) << 24);
}

/*
 * The nearest f16. For normal results, add half of the last unit, minus one if the kept part is
 * even. For subnormal results, adding 0.5 puts the rounded significand at the end of the word.
 */
MATH_INLINE uint16_t math_f16_nearest(float value)
{
    uint32_t bits = math_f32_bits(value);
    uint32_t magnitude = bits & ~MATH_F32_SIGN;
    uint32_t normal = (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13;
    uint32_t subnormal = math_f32_bits(math_f32_value(magnitude) + 0.5F) - 0x3f000000;
    uint32_t result = magnitude < 0x38800000 ? subnormal : normal;
    result = magnitude >= 0x477ff000 ? 0x7c00 : result; /* 65520 and above */
    result |= bits >> 16 & 0x8000;
    return (uint16_t)(magnitude > MATH_F32_INFINITY ? MATH_F16_NAN : result);
}

MATH_INLINE uint16_t math_bf16_nearest(float value)
{
    uint32_t bits = math_f32_bits(value);
    uint32_t result = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (uint16_t)(math_f32_is_nan(bits) ? MATH_F16_NAN : result);
}

/*
 * Rounds to nearest even, with `mantissa_bits` after the leading one and no exponent below
 * `least_exponent`. It adds and subtracts 1.5 * 2^52 units of the last kept place. The result is a
 * double; the caller's conversion handles overflow.
 */
MATH_INLINE double math_f64_round_at(double value, int mantissa_bits, int least_exponent)
{
    const uint64_t low = (uint64_t)(1023 + least_exponent) << 52, high = UINT64_C(1500) << 52;
    uint64_t bits = math_f64_bits(value);
    uint64_t exponent = bits & MATH_F64_INFINITY;
    exponent = exponent < low ? low : exponent;
    exponent = exponent > high ? high : exponent;
    double magic = math_f64_value(exponent + ((uint64_t)(52 - mantissa_bits) << 52) + (UINT64_C(1) << 51));
    uint64_t rounded = math_f64_bits((value + magic) - magic) & ~MATH_F64_SIGN;
    return math_f64_value(rounded | (bits & MATH_F64_SIGN));
}

/* The nearest bf16 or f16 of a double, rounded once. */
MATH_INLINE uint16_t math_bf16_from_double(double value)
{
    return math_bf16_nearest((float)math_f64_round_at(value, 7, -126));
}

MATH_INLINE uint16_t math_f16_from_double(double value)
{
    return math_f16_nearest((float)math_f64_round_at(value, 10, -14));
}

MATH_INLINE uint16_t math_f16_flush(uint16_t a)
{
    return (a & 0x7c00) ? a : a & 0x8000;
}

MATH_INLINE float math_f16_in(uint16_t a, unsigned flags)
{
    return math_f16_value((flags & MATH_FTZ) ? math_f16_flush(a) : a);
}

/*
 * Applies modifiers to a result. `one` is 1.0 in its format. Non-negative values have the order of
 * their bits.
 */
MATH_INLINE uint16_t math_half_modify(uint16_t bits, uint16_t one, unsigned flags)
{
    if (flags & MATH_SAT)
        bits = bits & 0x8000 || bits == MATH_F16_NAN ? 0 : bits > one ? one : bits;
    if (flags & MATH_RELU)
        bits = bits & 0x8000 ? 0 : bits;
    return bits;
}

MATH_INLINE uint16_t math_f16_out(float value, unsigned flags)
{
    uint16_t bits = math_f16_nearest(value);
    if (flags & MATH_FTZ)
        bits = math_f16_flush(bits);
    return math_half_modify(bits, 0x3c00, flags);
}

/*
 * Applies .ftz to a product or fused sum. math_float.h defines tiny values; for f16 they are below
 * this midpoint.
 */
MATH_INLINE uint16_t math_f16_out_tiny(float exact, unsigned flags)
{
    bool is_tiny = exact != 0.0F && __builtin_fabsf(exact) < 0x1.ffep-15F;
    return math_f16_out((flags & MATH_FTZ) && is_tiny ? __builtin_copysignf(0.0F, exact) : exact, flags);
}

MATH_INLINE uint16_t math_bf16_out(double value, unsigned flags)
{
    return math_half_modify(math_bf16_from_double(value), 0x3f80, flags);
}

/* a * b + c, rounded to odd in f32. The product of two f16 is exact in f32. */
MATH_INLINE float math_f16_fused_odd(float a, float b, float c)
{
    float product = a * b;
    float sum = product + c;
    float part = sum - product;
    float error = (product - (sum - part)) + (c - part);
    uint32_t bits = math_f32_bits(sum);
    uint32_t inexact = (uint32_t)(error < 0) | (uint32_t)(error > 0);
    uint32_t away = (uint32_t)((error > 0) == (sum > 0));
    uint32_t step = inexact & ~bits & 1;
    return math_f32_value(bits + (step & away) - (step & ~away));
}

/* ---- f16 (9.7.4.1 to .5): rounding to f32 first is exact enough, since 24 >= 2 * 11 + 2 ---- */

MATH_INLINE uint16_t math_f16_add(uint16_t a, uint16_t b, unsigned flags)
{
    return math_f16_out(math_f16_in(a, flags) + math_f16_in(b, flags), flags);
}

MATH_INLINE uint16_t math_f16_sub(uint16_t a, uint16_t b, unsigned flags)
{
    return math_f16_out(math_f16_in(a, flags) - math_f16_in(b, flags), flags);
}

MATH_INLINE uint16_t math_f16_mul(uint16_t a, uint16_t b, unsigned flags)
{
    return math_f16_out_tiny(math_f16_in(a, flags) * math_f16_in(b, flags), flags);
}

MATH_INLINE uint16_t math_f16_fma(uint16_t a, uint16_t b, uint16_t c, unsigned flags)
{
    float x = math_f16_in(a, flags), y = math_f16_in(b, flags);
    return math_f16_out_tiny(math_f16_fused_odd(x, y, math_f16_in(c, flags)), flags);
}

MATH_INLINE uint16_t math_f16_neg(uint16_t a, unsigned flags)
{
    uint16_t bits = (flags & MATH_FTZ) ? math_f16_flush(a) : a;
    return math_f16_is_nan(a) ? MATH_F16_NAN : bits ^ 0x8000;
}

MATH_INLINE uint16_t math_f16_abs(uint16_t a, unsigned flags)
{
    uint16_t bits = (flags & MATH_FTZ) ? math_f16_flush(a) : a;
    return math_f16_is_nan(a) ? MATH_F16_NAN : bits & 0x7fff;
}

/* ---- bf16: computed in double, which holds every product; one rounding ---- */

MATH_INLINE uint16_t math_bf16_add(uint16_t a, uint16_t b, unsigned flags)
{
    return math_bf16_out((double)(math_bf16_value(a) + math_bf16_value(b)), flags);
}

MATH_INLINE uint16_t math_bf16_sub(uint16_t a, uint16_t b, unsigned flags)
{
    return math_bf16_out((double)(math_bf16_value(a) - math_bf16_value(b)), flags);
}

MATH_INLINE uint16_t math_bf16_mul(uint16_t a, uint16_t b, unsigned flags)
{
    return math_bf16_out((double)math_bf16_value(a) * (double)math_bf16_value(b), flags);
}

MATH_INLINE uint16_t math_bf16_fma(uint16_t a, uint16_t b, uint16_t c, unsigned flags)
{
    double product = (double)math_bf16_value(a) * (double)math_bf16_value(b);
    return math_bf16_out(math_f64_sum_to_odd(product, (double)math_bf16_value(c)), flags);
}

/*
 * RZ, RM or RP. A bf16 is the upper half of an f32, even if subnormal. The lower half is cut off.
 * If this lost bits and the mode rounds away from zero, one is added.
 */
MATH_INLINE uint16_t math_bf16_fma_rounded(uint16_t a, uint16_t b, uint16_t c, enum math_rounding rounding,
                                           unsigned flags)
{
    double product = (double)math_bf16_value(a) * (double)math_bf16_value(b), addend = (double)math_bf16_value(c);
    double sum = math_f64_sum_to_odd(product, addend);
    if (rounding == MATH_RM && sum == 0.0)
        sum = math_f64_value((math_f64_bits(product) | math_f64_bits(addend)) & MATH_F64_SIGN);
    uint32_t bits = math_f32_bits(math_f32_from_odd(sum, MATH_RZ));
    bool negative = bits >> 31, is_exact = !(bits & 0xffff) && (double)math_f32_value(bits) == sum;
    bool away = (rounding == MATH_RM && negative) || (rounding == MATH_RP && !negative);
    uint32_t result = (bits >> 16) + (uint32_t)(away && !is_exact);
    return math_half_modify((uint16_t)(math_f32_is_nan(bits) ? MATH_F16_NAN : result), 0x3f80, flags);
}

MATH_INLINE uint16_t math_bf16_neg(uint16_t a)
{
    return math_bf16_is_nan(a) ? MATH_F16_NAN : a ^ 0x8000;
}

MATH_INLINE uint16_t math_bf16_abs(uint16_t a)
{
    return math_bf16_is_nan(a) ? MATH_F16_NAN : a & 0x7fff;
}

/* ---- order (9.7.4.6, .7; 9.7.7.3) ---- */

MATH_INLINE int16_t math_half_order(uint16_t a)
{
    return (int16_t)(a ^ ((uint16_t)((int16_t)a >> 15) >> 1));
}

/* Like math_f32_min_max, for a 16-bit format with the infinity `infinity`. */
MATH_INLINE uint16_t math_half_min_max(uint16_t a, uint16_t b, uint16_t infinity, bool want_max, unsigned flags)
{
    uint16_t sign = (a ^ b) & 0x8000;
    if (flags & MATH_XORSIGN_ABS) {
        a &= 0x7fff;
        b &= 0x7fff;
    }
    bool nan_a = (a & 0x7fff) > infinity, nan_b = (b & 0x7fff) > infinity;
    bool take_a = (math_half_order(a) < math_half_order(b)) != want_max;
    take_a = (take_a | nan_b) & !nan_a;
    uint16_t result = take_a ? a : b;
    if (flags & MATH_XORSIGN_ABS)
        result |= sign;
    bool is_nan = (flags & MATH_NAN) ? nan_a | nan_b : nan_a & nan_b;
    return math_half_modify(is_nan ? MATH_F16_NAN : result, 0, flags & MATH_RELU);
}

MATH_INLINE uint16_t math_f16_min_max(uint16_t a, uint16_t b, bool want_max, unsigned flags)
{
    if (flags & MATH_FTZ) {
        a = math_f16_flush(a);
        b = math_f16_flush(b);
    }
    return math_half_min_max(a, b, 0x7c00, want_max, flags);
}

MATH_INLINE uint16_t math_f16_min(uint16_t a, uint16_t b, unsigned flags)
{
    return math_f16_min_max(a, b, false, flags);
}

MATH_INLINE uint16_t math_f16_max(uint16_t a, uint16_t b, unsigned flags)
{
    return math_f16_min_max(a, b, true, flags);
}

MATH_INLINE uint16_t math_bf16_min(uint16_t a, uint16_t b, unsigned flags)
{
    return math_half_min_max(a, b, 0x7f80, false, flags);
}

MATH_INLINE uint16_t math_bf16_max(uint16_t a, uint16_t b, unsigned flags)
{
    return math_half_min_max(a, b, 0x7f80, true, flags);
}

MATH_INLINE bool math_f16_compare(enum math_compare compare, uint16_t a, uint16_t b, unsigned flags)
{
    float x = math_f16_in(a, flags), y = math_f16_in(b, flags);
    return math_compare_result(compare, x < y, x == y, (x != x) | (y != y));
}

MATH_INLINE bool math_bf16_compare(enum math_compare compare, uint16_t a, uint16_t b)
{
    float x = math_bf16_value(a), y = math_bf16_value(b);
    return math_compare_result(compare, x < y, x == y, (x != x) | (y != y));
}

/* ---- packed by two ---- */

MATH_INLINE uint32_t math_pair(uint16_t low, uint16_t high)
{
    return (uint32_t)high << 16 | low;
}

MATH_INLINE uint16_t math_pair_low(uint32_t pair)
{
    return (uint16_t)pair;
}

MATH_INLINE uint16_t math_pair_high(uint32_t pair)
{
    return (uint16_t)(pair >> 16);
}

#define MATH_DEFINE_PAIR_2(operation)                                                         \
    MATH_INLINE uint32_t math_f16x2_##operation(uint32_t a, uint32_t b, unsigned flags)       \
    {                                                                                         \
        return math_pair(math_f16_##operation(math_pair_low(a), math_pair_low(b), flags),     \
                         math_f16_##operation(math_pair_high(a), math_pair_high(b), flags));  \
    }                                                                                         \
    MATH_INLINE uint32_t math_bf16x2_##operation(uint32_t a, uint32_t b, unsigned flags)      \
    {                                                                                         \
        return math_pair(math_bf16_##operation(math_pair_low(a), math_pair_low(b), flags),    \
                         math_bf16_##operation(math_pair_high(a), math_pair_high(b), flags)); \
    }

MATH_DEFINE_PAIR_2(add)
MATH_DEFINE_PAIR_2(sub)
MATH_DEFINE_PAIR_2(mul)
MATH_DEFINE_PAIR_2(min)
MATH_DEFINE_PAIR_2(max)
#undef MATH_DEFINE_PAIR_2

MATH_INLINE uint32_t math_f16x2_fma(uint32_t a, uint32_t b, uint32_t c, unsigned flags)
{
    return math_pair(math_f16_fma(math_pair_low(a), math_pair_low(b), math_pair_low(c), flags),
                     math_f16_fma(math_pair_high(a), math_pair_high(b), math_pair_high(c), flags));
}

MATH_INLINE uint32_t math_bf16x2_fma_rounded(uint32_t a, uint32_t b, uint32_t c, enum math_rounding rounding,
                                             unsigned flags)
{
    return math_pair(math_bf16_fma_rounded(math_pair_low(a), math_pair_low(b), math_pair_low(c), rounding, flags),
                     math_bf16_fma_rounded(math_pair_high(a), math_pair_high(b), math_pair_high(c), rounding, flags));
}

MATH_INLINE uint32_t math_bf16x2_fma(uint32_t a, uint32_t b, uint32_t c, unsigned flags)
{
    return math_pair(math_bf16_fma(math_pair_low(a), math_pair_low(b), math_pair_low(c), flags),
                     math_bf16_fma(math_pair_high(a), math_pair_high(b), math_pair_high(c), flags));
}

MATH_INLINE uint32_t math_f16x2_neg(uint32_t a, unsigned flags)
{
    return math_pair(math_f16_neg(math_pair_low(a), flags), math_f16_neg(math_pair_high(a), flags));
}

MATH_INLINE uint32_t math_f16x2_abs(uint32_t a, unsigned flags)
{
    return math_pair(math_f16_abs(math_pair_low(a), flags), math_f16_abs(math_pair_high(a), flags));
}

MATH_INLINE uint32_t math_bf16x2_neg(uint32_t a)
{
    return math_pair(math_bf16_neg(math_pair_low(a)), math_bf16_neg(math_pair_high(a)));
}

MATH_INLINE uint32_t math_bf16x2_abs(uint32_t a)
{
    return math_pair(math_bf16_abs(math_pair_low(a)), math_bf16_abs(math_pair_high(a)));
}

#endif
