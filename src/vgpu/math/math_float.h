/*
 * f32 and f64 arithmetic (PTX ISA 9.7.3).
 *
 * Functions round to nearest even. Those named *_rounded take MATH_RN, RZ, RM or RP. The *_rounded
 * functions of f64 are soft float and slow. All others are inline and vectorise.
 *
 * f32 functions use MATH_FTZ and, where the ISA has it, MATH_SAT. f64 functions have no modifiers.
 * NaN results are in math_bits.h.
 *
 * FTZ flushes operands first and the result last. A result is subnormal if it is below 2^-126 when
 * rounded with an unbounded exponent. So a result that only rounds up to 2^-126 as a subnormal is
 * also 0, as on the hardware.
 */
#ifndef VGPU_MATH_MATH_FLOAT_H
#define VGPU_MATH_MATH_FLOAT_H

#include "vgpu/math/math_bits.h"

/* ---- f32: helpers ---- */

MATH_INLINE uint32_t math_f32_flush(uint32_t a)
{
    return (a & MATH_F32_INFINITY) ? a : a & MATH_F32_SIGN;
}

/* An operand as a value. */
MATH_INLINE float math_f32_in(uint32_t a, unsigned flags)
{
    return math_f32_value((flags & MATH_FTZ) ? math_f32_flush(a) : a);
}

/* A rounded result as register bits. */
MATH_INLINE uint32_t math_f32_out(float value, unsigned flags)
{
    uint32_t bits = math_f32_bits(value);
    if (flags & MATH_SAT) {
        bits = value < 1.0F ? bits : MATH_F32_ONE;
        bits = value > 0.0F ? bits : 0;
    } else {
        bits = value == value ? bits : MATH_F32_NAN;
    }
    return (flags & MATH_FTZ) ? math_f32_flush(bits) : bits;
}

/*
 * The limits below the smallest normal number, in a format with an unbounded exponent: midpoint and
 * neighbour.
 */
#define MATH_F32_TINY_MIDPOINT 0x1.ffffffp-127
#define MATH_F32_TINY_LARGEST 0x1.fffffep-127

/* The `result` of an operation, or a zero if the `exact` result is tiny. Sums need no such test. */
MATH_INLINE float math_f32_flush_tiny(float result, double exact, bool is_tiny, unsigned flags)
{
    return (flags & MATH_FTZ) && is_tiny ? __builtin_copysignf(0.0F, (float)exact) : result;
}

/* ---- f32: add, sub, mul, fma, div, rcp, sqrt (9.7.3.3 to 9.7.3.6, 9.7.3.8, .14, .17) ---- */

MATH_INLINE uint32_t math_f32_add(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_out(math_f32_in(a, flags) + math_f32_in(b, flags), flags);
}

MATH_INLINE uint32_t math_f32_sub(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_out(math_f32_in(a, flags) - math_f32_in(b, flags), flags);
}

MATH_INLINE uint32_t math_f32_mul(uint32_t a, uint32_t b, unsigned flags)
{
    float x = math_f32_in(a, flags), y = math_f32_in(b, flags);
    double exact = (flags & MATH_FTZ) ? (double)x * (double)y : 0.0;
    bool is_tiny = __builtin_fabs(exact) < MATH_F32_TINY_MIDPOINT;
    return math_f32_out(math_f32_flush_tiny(x * y, exact, is_tiny, flags), flags);
}

/*
 * a * b + c, rounded once. Without the fma instruction, the product is exact in double, and the sum
 * rounds to odd.
 */
MATH_INLINE float math_f32_fused(float a, float b, float c)
{
#if MATH_HAS_FMA
    return __builtin_fmaf(a, b, c);
#else
    return (float)math_f64_sum_to_odd((double)a * (double)b, (double)c);
#endif
}

MATH_INLINE uint32_t math_f32_fma(uint32_t a, uint32_t b, uint32_t c, unsigned flags)
{
    float x = math_f32_in(a, flags), y = math_f32_in(b, flags), z = math_f32_in(c, flags);
    double exact = (flags & MATH_FTZ) ? (double)x * (double)y + (double)z : 0.0;
    bool is_tiny = exact != 0.0 && __builtin_fabs(exact) < MATH_F32_TINY_MIDPOINT;
    return math_f32_out(math_f32_flush_tiny(math_f32_fused(x, y, z), exact, is_tiny, flags), flags);
}

/* No quotient of two f32 is between 2^-126 and the largest number below it. */
MATH_INLINE bool math_f32_is_quotient_tiny(float x, float y)
{
    double least = __builtin_fabs((double)y) * 0x1p-126;
    return __builtin_fabs((double)x) < least;
}

MATH_INLINE uint32_t math_f32_div(uint32_t a, uint32_t b, unsigned flags)
{
    float x = math_f32_in(a, flags), y = math_f32_in(b, flags);
    return math_f32_out(math_f32_flush_tiny(x / y, (double)(x / y), math_f32_is_quotient_tiny(x, y), flags), flags);
}

MATH_INLINE uint32_t math_f32_rcp(uint32_t a, unsigned flags)
{
    return math_f32_div(MATH_F32_ONE, a, flags);
}

MATH_INLINE uint32_t math_f32_sqrt(uint32_t a, unsigned flags)
{
    return math_f32_out(__builtin_sqrtf(math_f32_in(a, flags)), flags);
}

/* ---- f32 with RN, RZ, RM, RP: the nearest result, or its neighbour on the right side ---- */

/*
 * too_large, too_small: whether the magnitude of `nearest` is above or below the exact one. The
 * neighbour of the largest finite value is infinity, in both directions.
 */
MATH_INLINE float math_f32_directed(float nearest, bool too_large, bool too_small, enum math_rounding rounding)
{
    uint32_t bits = math_f32_bits(nearest);
    bool negative = bits >> 31;
    bool toward = rounding == MATH_RZ || (rounding == MATH_RM && !negative) || (rounding == MATH_RP && negative);
    bool away = (rounding == MATH_RM && negative) || (rounding == MATH_RP && !negative);
    return math_f32_value(bits + (uint32_t)(away & too_small) - (uint32_t)(toward & too_large));
}

/* `value` is exact or rounded to odd. So it is on the same side of every f32 as the exact value. */
MATH_INLINE float math_f32_from_odd(double value, enum math_rounding rounding)
{
    float nearest = (float)value;
    double magnitude = __builtin_fabs(value), got = __builtin_fabs((double)nearest);
    return math_f32_directed(nearest, got > magnitude, got < magnitude, rounding);
}

/* An exact zero sum is -0 under RM unless both terms are +0 (IEEE 754-2019 6.3). */
MATH_INLINE float math_f32_sum_rounded(double a, double b, enum math_rounding rounding)
{
    double sum = math_f64_sum_to_odd(a, b);
    uint64_t sign = (math_f64_bits(a) | math_f64_bits(b)) & MATH_F64_SIGN;
    if (rounding == MATH_RM)
        sum = sum == 0.0 ? math_f64_value(sign) : sum;
    return math_f32_from_odd(sum, rounding);
}

MATH_INLINE uint32_t math_f32_add_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    double x = (double)math_f32_in(a, flags), y = (double)math_f32_in(b, flags);
    return math_f32_out(math_f32_sum_rounded(x, y, rounding), flags);
}

MATH_INLINE uint32_t math_f32_sub_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    return math_f32_add_rounded(a, b ^ MATH_F32_SIGN, rounding, flags);
}

MATH_INLINE uint32_t math_f32_mul_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    double product = (double)math_f32_in(a, flags) * (double)math_f32_in(b, flags); /* exact */
    bool is_tiny = __builtin_fabs(product) <= MATH_F32_TINY_LARGEST;
    return math_f32_out(math_f32_flush_tiny(math_f32_from_odd(product, rounding), product, is_tiny, flags), flags);
}

MATH_INLINE uint32_t math_f32_fma_rounded(uint32_t a, uint32_t b, uint32_t c, enum math_rounding rounding,
                                          unsigned flags)
{
    double product = (double)math_f32_in(a, flags) * (double)math_f32_in(b, flags);
    double addend = (double)math_f32_in(c, flags), exact = product + addend;
    bool is_tiny = exact != 0.0 && __builtin_fabs(exact) <= MATH_F32_TINY_LARGEST;
    float result = math_f32_sum_rounded(product, addend, rounding);
    return math_f32_out(math_f32_flush_tiny(result, exact, is_tiny, flags), flags);
}

/* quotient * divisor has at most 48 bits. So a double compares it exactly with the dividend. */
MATH_INLINE uint32_t math_f32_div_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    float x = math_f32_in(a, flags), y = math_f32_in(b, flags), quotient = x / y;
    double back = __builtin_fabs((double)quotient * (double)y), dividend = __builtin_fabs((double)x);
    float result = math_f32_directed(quotient, back > dividend, back < dividend, rounding);
    return math_f32_out(math_f32_flush_tiny(result, (double)quotient, math_f32_is_quotient_tiny(x, y), flags), flags);
}

MATH_INLINE uint32_t math_f32_rcp_rounded(uint32_t a, enum math_rounding rounding, unsigned flags)
{
    return math_f32_div_rounded(MATH_F32_ONE, a, rounding, flags);
}

MATH_INLINE uint32_t math_f32_sqrt_rounded(uint32_t a, enum math_rounding rounding, unsigned flags)
{
    float x = math_f32_in(a, flags), root = __builtin_sqrtf(x);
    double back = (double)root * (double)root;
    return math_f32_out(math_f32_directed(root, back > (double)x, back < (double)x, rounding), flags);
}

/* ---- f32: sign, order, tests (9.7.3.1, .2, .9 to .12; 9.7.7) ---- */

/*
 * A NaN becomes canonical. The ISA leaves this open, and the hardware computes neg and abs as sums.
 */
MATH_INLINE uint32_t math_f32_neg(uint32_t a, unsigned flags)
{
    uint32_t bits = ((flags & MATH_FTZ) ? math_f32_flush(a) : a) ^ MATH_F32_SIGN;
    return math_f32_is_nan(a) ? MATH_F32_NAN : bits;
}

MATH_INLINE uint32_t math_f32_abs(uint32_t a, unsigned flags)
{
    uint32_t bits = ((flags & MATH_FTZ) ? math_f32_flush(a) : a) & ~MATH_F32_SIGN;
    return math_f32_is_nan(a) ? MATH_F32_NAN : bits;
}

/* The magnitude of b with the sign of a, on bits only. */
MATH_INLINE uint32_t math_f32_copysign(uint32_t a, uint32_t b)
{
    return (a & MATH_F32_SIGN) | (b & ~MATH_F32_SIGN);
}

/* An integer with the order of the float values. -0 is before +0. */
MATH_INLINE int32_t math_f32_order(uint32_t a)
{
    return (int32_t)(a ^ ((uint32_t)((int32_t)a >> 31) >> 1));
}

/*
 * The smaller or larger of two, by the flags NAN, XORSIGN_ABS, ABS and FTZ. Without MATH_NAN, a
 * single NaN loses.
 */
MATH_INLINE uint32_t math_f32_min_max(uint32_t a, uint32_t b, bool want_max, unsigned flags)
{
    uint32_t sign = (a ^ b) & MATH_F32_SIGN;
    if (flags & MATH_FTZ) {
        a = math_f32_flush(a);
        b = math_f32_flush(b);
    }
    if (flags & (MATH_XORSIGN_ABS | MATH_ABS)) {
        a &= ~MATH_F32_SIGN;
        b &= ~MATH_F32_SIGN;
    }
    bool nan_a = math_f32_is_nan(a), nan_b = math_f32_is_nan(b);
    bool take_a = (math_f32_order(a) < math_f32_order(b)) != want_max;
    take_a = (take_a | nan_b) & !nan_a;
    uint32_t result = take_a ? a : b;
    if (flags & MATH_XORSIGN_ABS)
        result |= sign;
    bool is_nan = (flags & MATH_NAN) ? nan_a | nan_b : nan_a & nan_b;
    return is_nan ? MATH_F32_NAN : result;
}

MATH_INLINE uint32_t math_f32_min(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_min_max(a, b, false, flags);
}

MATH_INLINE uint32_t math_f32_max(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_min_max(a, b, true, flags);
}

/* Three operands: applies the rule for pairs twice, with .abs instead of .xorsign.abs. */
MATH_INLINE uint32_t math_f32_min3(uint32_t a, uint32_t b, uint32_t c, unsigned flags)
{
    return math_f32_min(math_f32_min(a, b, flags), c, flags);
}

MATH_INLINE uint32_t math_f32_max3(uint32_t a, uint32_t b, uint32_t c, unsigned flags)
{
    return math_f32_max(math_f32_max(a, b, flags), c, flags);
}

/* The result of a comparison, from its three facts. */
MATH_INLINE bool math_compare_result(enum math_compare compare, bool less, bool equal, bool unordered)
{
    bool greater = !less & !equal & !unordered;
    switch (compare) {
    case MATH_EQ:
        return equal;
    case MATH_NE:
        return less | greater;
    case MATH_LT:
        return less;
    case MATH_LE:
        return less | equal;
    case MATH_GT:
        return greater;
    case MATH_GE:
        return greater | equal;
    case MATH_EQU:
        return equal | unordered;
    case MATH_NEU:
        return !equal;
    case MATH_LTU:
        return less | unordered;
    case MATH_LEU:
        return !greater;
    case MATH_GTU:
        return greater | unordered;
    case MATH_GEU:
        return !less;
    case MATH_NUM:
        return !unordered;
    case MATH_ISNAN:
        return unordered;
    }
    return false;
}

/* setp, set (9.7.7.1 and .2). */
MATH_INLINE bool math_f32_compare(enum math_compare compare, uint32_t a, uint32_t b, unsigned flags)
{
    float x = math_f32_in(a, flags), y = math_f32_in(b, flags);
    return math_compare_result(compare, x < y, x == y, (x != x) | (y != y));
}

MATH_INLINE bool math_testp_result(enum math_testp test, bool is_nan, bool is_infinite, bool is_subnormal)
{
    switch (test) {
    case MATH_TESTP_FINITE:
        return !is_nan & !is_infinite;
    case MATH_TESTP_INFINITE:
        return is_infinite;
    case MATH_TESTP_NUMBER:
        return !is_nan;
    case MATH_TESTP_NOTANUMBER:
        return is_nan;
    case MATH_TESTP_NORMAL:
        return !is_nan & !is_infinite & !is_subnormal;
    case MATH_TESTP_SUBNORMAL:
        return is_subnormal;
    }
    return false;
}

MATH_INLINE bool math_f32_testp(enum math_testp test, uint32_t a)
{
    uint32_t magnitude = a & ~MATH_F32_SIGN;
    return math_testp_result(test, magnitude > MATH_F32_INFINITY, magnitude == MATH_F32_INFINITY,
                             magnitude != 0 && magnitude < 0x00800000);
}

/* ---- f64 ---- */

/*
 * The bits of a rounded result. A NaN result is the first NaN among a, b, c, quieted. An H100
 * prefers the second operand of a sum or product. For fma it prefers the second factor, then the
 * addend. Callers pass operands in that order.
 */
MATH_INLINE uint64_t math_f64_out(double value, uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t quiet = UINT64_C(0x0008000000000000);
    uint64_t nan = math_f64_is_nan(c) ? c | quiet : MATH_F64_NAN;
    nan = math_f64_is_nan(b) ? b | quiet : nan;
    nan = math_f64_is_nan(a) ? a | quiet : nan;
    return value == value ? math_f64_bits(value) : nan;
}

MATH_INLINE uint64_t math_f64_add(uint64_t a, uint64_t b)
{
    return math_f64_out(math_f64_value(a) + math_f64_value(b), b, a, 0);
}

MATH_INLINE uint64_t math_f64_sub(uint64_t a, uint64_t b)
{
    return math_f64_out(math_f64_value(a) - math_f64_value(b), b, a, 0);
}

MATH_INLINE uint64_t math_f64_mul(uint64_t a, uint64_t b)
{
    return math_f64_out(math_f64_value(a) * math_f64_value(b), b, a, 0);
}

MATH_INLINE uint64_t math_f64_div(uint64_t a, uint64_t b)
{
    return math_f64_out(math_f64_value(a) / math_f64_value(b), a, b, 0);
}

MATH_INLINE uint64_t math_f64_rcp(uint64_t a)
{
    return math_f64_div(MATH_F64_ONE, a);
}

MATH_INLINE uint64_t math_f64_sqrt(uint64_t a)
{
    return math_f64_out(__builtin_sqrt(math_f64_value(a)), a, 0, 0);
}

uint64_t math_f64_add_rounded(uint64_t a, uint64_t b, enum math_rounding rounding);
uint64_t math_f64_sub_rounded(uint64_t a, uint64_t b, enum math_rounding rounding);
uint64_t math_f64_mul_rounded(uint64_t a, uint64_t b, enum math_rounding rounding);
uint64_t math_f64_fma_rounded(uint64_t a, uint64_t b, uint64_t c, enum math_rounding rounding);
uint64_t math_f64_div_rounded(uint64_t a, uint64_t b, enum math_rounding rounding);
uint64_t math_f64_rcp_rounded(uint64_t a, enum math_rounding rounding);
uint64_t math_f64_sqrt_rounded(uint64_t a, enum math_rounding rounding);

/*
 * Without the instruction, glibc's fma picks it at run time or rounds once in software. IEEE 754
 * fixes the bits.
 */
MATH_INLINE uint64_t math_f64_fma(uint64_t a, uint64_t b, uint64_t c)
{
#if MATH_HAS_FMA || defined(__GLIBC__)
    return math_f64_out(__builtin_fma(math_f64_value(a), math_f64_value(b), math_f64_value(c)), b, c, a);
#else
    return math_f64_fma_rounded(a, b, c, MATH_RN);
#endif
}

/*
 * A NaN keeps payload and sign (9.7.3.9 and .10). It is quieted, since the hardware computes both
 * as sums.
 */
MATH_INLINE uint64_t math_f64_neg(uint64_t a)
{
    return math_f64_out(math_f64_value(a ^ MATH_F64_SIGN), a, 0, 0);
}

MATH_INLINE uint64_t math_f64_abs(uint64_t a)
{
    return math_f64_out(math_f64_value(a & ~MATH_F64_SIGN), a, 0, 0);
}

MATH_INLINE uint64_t math_f64_copysign(uint64_t a, uint64_t b)
{
    return (a & MATH_F64_SIGN) | (b & ~MATH_F64_SIGN);
}

MATH_INLINE int64_t math_f64_order(uint64_t a)
{
    return (int64_t)(a ^ ((uint64_t)((int64_t)a >> 63) >> 1));
}

/* A single NaN loses. Of two NaN, the second is kept, quieted. */
MATH_INLINE uint64_t math_f64_min_max(uint64_t a, uint64_t b, bool want_max)
{
    bool take_a = (math_f64_order(a) < math_f64_order(b)) != want_max;
    bool nan_a = math_f64_is_nan(a), nan_b = math_f64_is_nan(b);
    take_a = (take_a | nan_b) & !nan_a;
    uint64_t quiet = nan_a & nan_b ? UINT64_C(0x0008000000000000) : 0;
    return (take_a ? a : b) | quiet;
}

MATH_INLINE uint64_t math_f64_min(uint64_t a, uint64_t b)
{
    return math_f64_min_max(a, b, false);
}

MATH_INLINE uint64_t math_f64_max(uint64_t a, uint64_t b)
{
    return math_f64_min_max(a, b, true);
}

MATH_INLINE bool math_f64_compare(enum math_compare compare, uint64_t a, uint64_t b)
{
    double x = math_f64_value(a), y = math_f64_value(b);
    return math_compare_result(compare, x < y, x == y, (x != x) | (y != y));
}

MATH_INLINE bool math_f64_testp(enum math_testp test, uint64_t a)
{
    uint64_t magnitude = a & ~MATH_F64_SIGN;
    return math_testp_result(test, magnitude > MATH_F64_INFINITY, magnitude == MATH_F64_INFINITY,
                             magnitude != 0 && magnitude < UINT64_C(0x0010000000000000));
}

#endif
