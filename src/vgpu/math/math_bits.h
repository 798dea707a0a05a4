/*
 * Shared by all arithmetic headers: registers are bits, and floats are views of them.
 *
 * All math_* functions take and return register bits (uint16_t, uint32_t, uint64_t) and are pure.
 * They need only C's default environment: round to nearest even, subnormals kept, no contraction
 * (-ffp-contract=off). They use only operations that IEEE 754 rounds exactly. So the result bits
 * are the same on every CPU.
 *
 * Pass flags and rounding modes as compile-time constants. Then MATH_INLINE functions become
 * straight-line code, and a loop over 32 lanes vectorises.
 *
 * NaN results are the bits that the hardware writes. PTX ISA 9.7.3 leaves those of f32 open and
 * keeps payloads for f64:
 *
 *     f32         0x7fffffff, which the ISA calls canonical
 *     f16, bf16   0x7fff, also canonical
 *     f64         the first NaN operand, quieted; 0xfff8000000000000 if no operand is a NaN
 */
#ifndef VGPU_MATH_MATH_BITS_H
#define VGPU_MATH_MATH_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MATH_INLINE static inline __attribute__((always_inline))

/* Rounding modifiers: .rn .rz .rm .rp .rna. Integer forms (.rni ..) use the same values. */
enum math_rounding { MATH_RN, MATH_RZ, MATH_RM, MATH_RP, MATH_RNA };

/* Modifiers that change a result. Each function names the ones that it uses. */
enum math_flag {
    MATH_FTZ = 1,          /* subnormal inputs and results become zeros of the same sign */
    MATH_SAT = 2,          /* floats: clamp to [0, 1], NaN to +0; integers: clamp to the type */
    MATH_RELU = 4,         /* negative results become +0, a NaN stays canonical */
    MATH_NAN = 8,          /* min and max: any NaN operand gives NaN */
    MATH_XORSIGN_ABS = 16, /* min and max of magnitudes; the sign is the xor of both signs */
    MATH_SATFINITE = 32,   /* overflow gives the largest finite value of the same sign */
    MATH_ABS = 64,         /* min and max of three magnitudes */
};

/*
 * Integers: .lt on signed types, .lo on unsigned types. Floats: ordered before EQU, unordered from
 * EQU on.
 */
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
    MATH_TESTP_NORMAL, /* zeros are normal too */
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

/*
 * Set if the compiler turns __builtin_fma into one instruction. A file with its own target options,
 * or with #pragma GCC target, has its own value. The bits are the same either way.
 */
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

/*
 * a + b rounded to odd: the exact sum, or the neighbour with an odd significand. A second rounding
 * to a format with at least two bits less then gives the correctly rounded sum. See Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums", 2008. Knuth's TwoSum computes the
 * error. a + b must not overflow, unless an operand is infinite.
 */
MATH_INLINE double math_f64_sum_to_odd(double a, double b)
{
    double sum = a + b;
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    uint64_t bits = math_f64_bits(sum);
    /* no step for the NaN error of infinities */
    uint64_t step = __builtin_fabs(error) > 0 ? ~bits & 1 : 0;
    uint64_t toward_zero = 0 - ((math_f64_bits(error) ^ bits) >> 63);
    return math_f64_value(bits + ((step ^ toward_zero) - toward_zero));
}

#endif
