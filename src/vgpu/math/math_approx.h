/*
 * The .approx instructions (PTX ISA 9.7.3.8, .14, .17 to .23; 9.7.4.9, .10), with the same bits on
 * every CPU.
 *
 * Each result is computed in double, with additions, multiplications, divisions and square roots
 * only. It is rounded once, to its format. The double has an error of about 2^-46, so about one
 * result in a million is not correctly rounded. This is within every bound of the ISA:
 *
 *     rcp               1 ulp
 *     div, ex2          2 ulp
 *     rsqrt             2^-22.9 relative
 *     lg2               2^-22 relative
 *     sin, cos          2^-20.5 absolute
 *     tanh              2^-11 relative
 *
 * sin and cos keep this precision outside the range for which the ISA bounds them. Only sin and cos
 * of huge arguments have branches.
 *
 * Flags: MATH_FTZ. NaN results are canonical (math_bits.h).
 */
#ifndef VGPU_MATH_MATH_APPROX_H
#define VGPU_MATH_MATH_APPROX_H

#include "vgpu/math/math_half.h"

/* ---- the functions on doubles ---- */

/*
 * Adding and then subtracting this rounds to an integer. The low bits of the sum are that integer.
 */
#define MATH_INTEGER_MAGIC 0x1.8p52

/* 2^n for n from -1022 to 1023. The argument is `MATH_INTEGER_MAGIC + n`. */
MATH_INLINE double math_power_of_two(double magic_sum)
{
    uint64_t n = math_f64_bits(magic_sum) - math_f64_bits(MATH_INTEGER_MAGIC);
    return math_f64_value((n + 1023) << 52);
}

/* e^t - 1 for |t| <= ln(2)/2, with a relative error of 2^-46: the Taylor series to t^11. */
MATH_INLINE double math_expm1_small(double t)
{
    double sum = 1.0 / 39916800;
    sum = sum * t + 1.0 / 3628800;
    sum = sum * t + 1.0 / 362880;
    sum = sum * t + 1.0 / 40320;
    sum = sum * t + 1.0 / 5040;
    sum = sum * t + 1.0 / 720;
    sum = sum * t + 1.0 / 120;
    sum = sum * t + 1.0 / 24;
    sum = sum * t + 1.0 / 6;
    sum = sum * t + 1.0 / 2;
    return (sum * t) * t + t;
}

#define MATH_LN2 0x1.62e42fefa39efp-1

/* 2^x. Arguments beyond +-200 count as +-200, since every result format has overflowed by then. */
MATH_INLINE double math_exp2_double(double x)
{
    x = x > 200.0 ? 200.0 : x;
    x = x < -200.0 ? -200.0 : x;
    double magic_sum = x + MATH_INTEGER_MAGIC;
    double rest = x - (magic_sum - MATH_INTEGER_MAGIC);
    return (1.0 + math_expm1_small(rest * MATH_LN2)) * math_power_of_two(magic_sum);
}

/*
 * log2 of a positive normal double: x = 2^k m with m near 1, log2 m = 2 atanh((m - 1) / (m + 1)) /
 * ln 2.
 */
MATH_INLINE double math_log2_double(double x)
{
    const uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd);
    /* the exponent plus 1024 */
    uint64_t k = (math_f64_bits(x) - root_half + (UINT64_C(1024) << 52)) >> 52;
    double m = math_f64_value(math_f64_bits(x) - (k << 52) + (UINT64_C(1024) << 52));
    double exponent = math_f64_value(k | math_f64_bits(0x1p52)) - (0x1p52 + 1024.0);
    double s = (m - 1.0) / (m + 1.0);
    double z = s * s;
    double sum = 1.0 / 19;
    sum = sum * z + 1.0 / 17;
    sum = sum * z + 1.0 / 15;
    sum = sum * z + 1.0 / 13;
    sum = sum * z + 1.0 / 11;
    sum = sum * z + 1.0 / 9;
    sum = sum * z + 1.0 / 7;
    sum = sum * z + 1.0 / 5;
    sum = sum * z + 1.0 / 3;
    return exponent + (2.0 / MATH_LN2) * (s + s * (z * sum));
}

/*
 * tanh |x| = E / (E + 2) with E = e^(2|x|) - 1. Small x stay exact, since e^(2|x|) itself is never
 * computed.
 */
MATH_INLINE double math_tanh_double(double x)
{
    double y = __builtin_fabs(x) * (2.0 / MATH_LN2);
    y = y > 128.0 ? 128.0 : y;
    double magic_sum = y + MATH_INTEGER_MAGIC;
    double rest = y - (magic_sum - MATH_INTEGER_MAGIC);
    double scale = math_power_of_two(magic_sum);
    double e = scale * math_expm1_small(rest * MATH_LN2) + (scale - 1.0);
    return math_f64_value(math_f64_bits(e / (e + 2.0)) | (math_f64_bits(x) & MATH_F64_SIGN));
}

/*
 * An angle is quadrant * pi/2 + rest, with |rest| at most slightly above pi/4. Only the low two
 * bits of the quadrant count.
 */
struct math_angle {
    double rest;
    uint64_t quadrant;
};

/* Below this magnitude, quadrants times the first 33 bits of pi/2 are exact. */
#define MATH_ANGLE_SMALL 0x1p20F

MATH_INLINE struct math_angle math_angle_small(double x)
{
    double magic_sum = x * 0x1.45f306dc9c883p-1 + MATH_INTEGER_MAGIC;
    double quadrants = magic_sum - MATH_INTEGER_MAGIC;
    double rest = (x - quadrants * 0x1.921fb544p+0) - quadrants * 0x1.0b4611a626331p-34;
    return (struct math_angle){rest, math_f64_bits(magic_sum)};
}

/*
 * The angle of a finite value of at least MATH_ANGLE_SMALL, by as many bits of 2/pi as needed
 * (Payne and Hanek).
 */
struct math_angle math_angle_large(float x);

/* The sine of the angle plus `quarters` quadrants: 0 is sin, 1 is cos. */
MATH_INLINE double math_sine(struct math_angle angle, uint64_t quarters)
{
    uint64_t quadrant = angle.quadrant + quarters;
    double r = angle.rest, z = r * r;
    double sine = -1.0 / 1307674368000;
    sine = sine * z + 1.0 / 6227020800;
    sine = sine * z - 1.0 / 39916800;
    sine = sine * z + 1.0 / 362880;
    sine = sine * z - 1.0 / 5040;
    sine = sine * z + 1.0 / 120;
    sine = sine * z - 1.0 / 6;
    sine = r * (1.0 + z * sine);
    double cosine = 1.0 / 20922789888000;
    cosine = cosine * z - 1.0 / 87178291200;
    cosine = cosine * z + 1.0 / 479001600;
    cosine = cosine * z - 1.0 / 3628800;
    cosine = cosine * z + 1.0 / 40320;
    cosine = cosine * z - 1.0 / 720;
    cosine = cosine * z + 1.0 / 24;
    cosine = 1.0 + z * (z * cosine - 0.5);
    uint64_t odd = 0 - (quadrant & 1);
    uint64_t bits = (math_f64_bits(sine) & ~odd) | (math_f64_bits(cosine) & odd);
    return math_f64_value(bits ^ (quadrant & 2) << 62);
}

/* ---- f32 ---- */

MATH_INLINE uint32_t math_f32_rcp_approx(uint32_t a, unsigned flags)
{
    return math_f32_out(1.0F / math_f32_in(a, flags), flags);
}

/* Divisors between 2^126 and 2^128 give 0, or NaN for an infinite dividend, as the ISA requires. */
MATH_INLINE uint32_t math_f32_div_approx(uint32_t a, uint32_t b, unsigned flags)
{
    uint32_t magnitude = b & ~MATH_F32_SIGN;
    float divisor = math_f32_in(b, flags);
    float scale = magnitude > 0x7e800000 && magnitude < MATH_F32_INFINITY ? 0.0F : 1.0F;
    divisor = scale > 0.0F ? divisor : math_f32_value((b & MATH_F32_SIGN) | MATH_F32_ONE);
    return math_f32_out((math_f32_in(a, flags) * scale) / divisor, flags);
}

MATH_INLINE uint32_t math_f32_div_full(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_out(math_f32_in(a, flags) / math_f32_in(b, flags), flags);
}

MATH_INLINE uint32_t math_f32_sqrt_approx(uint32_t a, unsigned flags)
{
    return math_f32_out(__builtin_sqrtf(math_f32_in(a, flags)), flags);
}

MATH_INLINE uint32_t math_f32_rsqrt_approx(uint32_t a, unsigned flags)
{
    return math_f32_out((float)(1.0 / __builtin_sqrt((double)math_f32_in(a, flags))), flags);
}

MATH_INLINE uint32_t math_f32_ex2_approx(uint32_t a, unsigned flags)
{
    return math_f32_out((float)math_exp2_double((double)math_f32_in(a, flags)), flags);
}

MATH_INLINE uint32_t math_f32_lg2_approx(uint32_t a, unsigned flags)
{
    float x = math_f32_in(a, flags);
    uint32_t result = math_f32_out((float)math_log2_double((double)x), flags);
    result = x > 0.0F ? result : MATH_F32_NAN;
    result = x == 0.0F ? MATH_F32_SIGN | MATH_F32_INFINITY : result;
    return math_f32_bits(x) == MATH_F32_INFINITY ? MATH_F32_INFINITY : result;
}

MATH_INLINE uint32_t math_f32_tanh_approx(uint32_t a)
{
    return math_f32_out((float)math_tanh_double((double)math_f32_value(a)), 0);
}

/* For finite arguments below MATH_ANGLE_SMALL, without branches. Infinities and NaN give NaN. */
MATH_INLINE uint32_t math_f32_sine_small(uint32_t a, uint64_t quarters, unsigned flags)
{
    float x = math_f32_in(a, flags);
    uint32_t result = math_f32_out((float)math_sine(math_angle_small((double)x), quarters), flags);
    return (a & ~MATH_F32_SIGN) < MATH_F32_INFINITY ? result : MATH_F32_NAN;
}

MATH_INLINE bool math_f32_angle_is_large(uint32_t a)
{
    uint32_t magnitude = a & ~MATH_F32_SIGN;
    return magnitude >= math_f32_bits(MATH_ANGLE_SMALL) && magnitude < MATH_F32_INFINITY;
}

MATH_INLINE uint32_t math_f32_sine(uint32_t a, uint64_t quarters, unsigned flags)
{
    if (__builtin_expect(math_f32_angle_is_large(a), 0))
        return math_f32_out((float)math_sine(math_angle_large(math_f32_value(a)), quarters), flags);
    return math_f32_sine_small(a, quarters, flags);
}

MATH_INLINE uint32_t math_f32_sin_approx(uint32_t a, unsigned flags)
{
    return math_f32_sine(a, 0, flags);
}

MATH_INLINE uint32_t math_f32_cos_approx(uint32_t a, unsigned flags)
{
    return math_f32_sine(a, 1, flags);
}

/*
 * ---- f64: gross approximations keep the upper 32 bits of operand and result (9.7.3.15, .20) ----
 */

MATH_INLINE uint64_t math_f64_flush(uint64_t a)
{
    return (a & MATH_F64_INFINITY) ? a : a & MATH_F64_SIGN;
}

/* The upper word, rounded to nearest even. Subnormal results become zeros. */
MATH_INLINE uint64_t math_f64_gross(double value)
{
    uint64_t bits = math_f64_bits(value);
    uint64_t rounded = (bits + 0x7fffffff + (bits >> 32 & 1)) & UINT64_C(0xffffffff00000000);
    /* The canonical NaN in the upper word, as for f32. */
    return value == value ? math_f64_flush(rounded) : UINT64_C(0x7fffffff00000000);
}

MATH_INLINE uint64_t math_f64_rcp_approx_ftz(uint64_t a)
{
    return math_f64_gross(1.0 / math_f64_value(math_f64_flush(a & UINT64_C(0xffffffff00000000))));
}

MATH_INLINE uint64_t math_f64_rsqrt_approx_ftz(uint64_t a)
{
    return math_f64_gross(1.0 / __builtin_sqrt(math_f64_value(math_f64_flush(a & UINT64_C(0xffffffff00000000)))));
}

/* rsqrt.approx.f64, with a relative error below 2^-52. */
MATH_INLINE uint64_t math_f64_rsqrt_approx(uint64_t a)
{
    return math_f64_out(1.0 / __builtin_sqrt(math_f64_value(a)), a, 0, 0);
}

/* ---- f16 and bf16 (ex2 of bf16 flushes, as its .ftz says) ---- */

MATH_INLINE uint16_t math_bf16_flush(uint16_t a)
{
    return (a & 0x7f80) ? a : a & 0x8000;
}

MATH_INLINE uint16_t math_f16_ex2_approx(uint16_t a, unsigned flags)
{
    uint16_t result = math_f16_from_double(math_exp2_double((double)math_f16_in(a, flags)));
    return (flags & MATH_FTZ) ? math_f16_flush(result) : result;
}

MATH_INLINE uint16_t math_bf16_ex2_approx_ftz(uint16_t a)
{
    return math_bf16_flush(math_bf16_from_double(math_exp2_double((double)math_bf16_value(math_bf16_flush(a)))));
}

MATH_INLINE uint16_t math_f16_tanh_approx(uint16_t a)
{
    return math_f16_from_double(math_tanh_double((double)math_f16_value(a)));
}

MATH_INLINE uint16_t math_bf16_tanh_approx(uint16_t a)
{
    return math_bf16_from_double(math_tanh_double((double)math_bf16_value(a)));
}

MATH_INLINE uint32_t math_f16x2_ex2_approx(uint32_t a, unsigned flags)
{
    return math_pair(math_f16_ex2_approx(math_pair_low(a), flags), math_f16_ex2_approx(math_pair_high(a), flags));
}

MATH_INLINE uint32_t math_bf16x2_ex2_approx_ftz(uint32_t a)
{
    return math_pair(math_bf16_ex2_approx_ftz(math_pair_low(a)), math_bf16_ex2_approx_ftz(math_pair_high(a)));
}

MATH_INLINE uint32_t math_f16x2_tanh_approx(uint32_t a)
{
    return math_pair(math_f16_tanh_approx(math_pair_low(a)), math_f16_tanh_approx(math_pair_high(a)));
}

MATH_INLINE uint32_t math_bf16x2_tanh_approx(uint32_t a)
{
    return math_pair(math_bf16_tanh_approx(math_pair_low(a)), math_bf16_tanh_approx(math_pair_high(a)));
}

#endif
