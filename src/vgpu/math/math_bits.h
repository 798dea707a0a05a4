/*
 * What every arithmetic header shares: registers are bits, floats are views of them.
 *
 * All math_* functions take and return register bits (uint16_t, uint32_t, uint64_t) and are pure. They rely on the C
 * default environment alone: round to nearest even, subnormals kept, no contraction (-ffp-contract=off). Under those
 * the result bits are the same on every CPU, because only operations that IEEE 754 rounds exactly are used.
 *
 * Flags and rounding modes are meant to be compile-time constants at the call: MATH_INLINE functions then fold to
 * straight-line code, and a loop over 32 lanes vectorises.
 *
 * NaN results (PTX ISA 9.7.3 leaves those of f32 open and keeps payloads for f64):
 *   f32   always 0x7fffffff, f16 and bf16 always 0x7fff: what the hardware writes and what the ISA calls canonical;
 *   f64   the first NaN operand, quieted; 0xfff8000000000000 where no operand is a NaN.
 */
#ifndef VGPU_MATH_MATH_BITS_H
#define VGPU_MATH_MATH_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MATH_INLINE static inline __attribute__((always_inline))

/* Rounding modifiers: .rn .rz .rm .rp .rna. The integer forms (.rni ..) use the same values. */
enum math_rounding { MATH_RN, MATH_RZ, MATH_RM, MATH_RP, MATH_RNA };

/* Modifiers that change a result; a function names those that it heeds. */
enum math_flag {
    MATH_FTZ = 1,          /* subnormal inputs and results become zeros of their sign */
    MATH_SAT = 2,          /* floats: clamp to [0, 1], NaN to +0; integers: clamp to the type */
    MATH_RELU = 4,         /* negative results become +0, NaN stays canonical */
    MATH_NAN = 8,          /* min and max: a NaN operand gives NaN */
    MATH_XORSIGN_ABS = 16, /* min and max of magnitudes, sign the xor of both */
    MATH_SATFINITE = 32,   /* overflow gives the largest finite value of its sign */
    MATH_ABS = 64,         /* min and max of three: of their magnitudes */
};

/* Integer: .lt on signed types, .lo on unsigned ones. Float: ordered below EQU, unordered from there on. */
enum math_compare {
    MATH_EQ,
    MATH_NE,
    MATH_LT,
    MATH_LE,
    MATH_GT,
    MATH_GE,
    MATH_EQU,
    MATH_NEU,
    MATH_LTU,
    MATH_LEU,
    MATH_GTU,
    MATH_GEU,
    MATH_NUM, /* neither is a NaN */
    MATH_ISNAN,
};

/* testp (PTX ISA 9.7.3.1). */
enum math_testp {
    MATH_TESTP_FINITE,
    MATH_TESTP_INFINITE,
    MATH_TESTP_NUMBER,
    MATH_TESTP_NOTANUMBER,
    MATH_TESTP_NORMAL, /* zeros count as normal */
    MATH_TESTP_SUBNORMAL,
};

#define MATH_F16_NAN UINT16_C(0x7fff)
#define MATH_F32_NAN UINT32_C(0x7fffffff)
#define MATH_F64_NAN UINT64_C(0xfff8000000000000)
#define MATH_F32_SIGN UINT32_C(0x80000000)
#define MATH_F64_SIGN UINT64_C(0x8000000000000000)
#define MATH_F32_INFINITY UINT32_C(0x7f800000)
#define MATH_F64_INFINITY UINT64_C(0x7ff0000000000000)
#define MATH_F32_ONE UINT32_C(0x3f800000)
#define MATH_F64_ONE UINT64_C(0x3ff0000000000000)

/* Set where the compiler turns __builtin_fma into one instruction. A file built with other target options than the rest
 * (or that opens with #pragma GCC target) gets its own answer; the bits are the same either way. */
#if defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__) || defined(__ARM_FEATURE_FMA) || \
    (defined(__FP_FAST_FMAF) && defined(__FP_FAST_FMA))
#define MATH_HAS_FMA 1
#else
#define MATH_HAS_FMA 0
#endif

MATH_INLINE float math_f32_value(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

MATH_INLINE uint32_t math_f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

MATH_INLINE double math_f64_value(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

MATH_INLINE uint64_t math_f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

MATH_INLINE bool math_f32_is_nan(uint32_t a)
{
    return (a & ~MATH_F32_SIGN) > MATH_F32_INFINITY;
}

MATH_INLINE bool math_f64_is_nan(uint64_t a)
{
    return (a & ~MATH_F64_SIGN) > MATH_F64_INFINITY;
}

MATH_INLINE bool math_f16_is_nan(uint16_t a)
{
    return (a & 0x7fff) > 0x7c00;
}

MATH_INLINE bool math_bf16_is_nan(uint16_t a)
{
    return (a & 0x7fff) > 0x7f80;
}

/* a + b rounded to odd: exact, or the neighbour with an odd significand. Rounding that once more to a format with at
 * least two bits less gives the correctly rounded sum (Boldo and Melquiond, "Emulation of FMA and correctly rounded
 * sums", 2008). Knuth's TwoSum yields the error; needs no overflow in a + b unless an operand is infinite. */
MATH_INLINE double math_f64_sum_to_odd(double a, double b)
{
    double sum = a + b;
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    uint64_t bits = math_f64_bits(sum);
    uint64_t step = __builtin_fabs(error) > 0 ? ~bits & 1 : 0; /* nothing for the NaN that infinities leave */
    uint64_t toward_zero = 0 - ((math_f64_bits(error) ^ bits) >> 63);
    return math_f64_value(bits + ((step ^ toward_zero) - toward_zero));
}

#endif
