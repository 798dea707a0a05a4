/*
 * cvt and cvt.pack (PTX ISA 9.7.9.21, .22).
 *
 * The general functions do every conversion. The inline functions below do frequent ones fast, with
 * the same bits.
 *
 * - Float to integer clamps to the destination's range, with or without .sat. A NaN gives 0. If the
 *   source is f64 or the destination has 64 bits, it gives only the highest bit.
 * - Float to float turns a NaN into the destination's canonical NaN (math_bits.h). In f64 results
 *   it keeps sign and payload, quieted. MATH_SAT clamps to [0, 1] and makes a NaN 0. MATH_RELU
 *   turns negative values into +0.
 * - MATH_FTZ flushes an f32 source before the conversion and an f32 result after it. Other formats
 *   are unchanged.
 */
#ifndef VGPU_MATH_MATH_CONVERT_H
#define VGPU_MATH_MATH_CONVERT_H

#include "vgpu/math/math_half.h"
#include "vgpu/math/math_number.h"

/* An integer type: 8, 16, 32 or 64 bits. */
struct math_integer {
    unsigned bits;
    bool is_signed;
};

/* ---- any to any ---- */

uint64_t math_convert_float(enum math_format_id to, enum math_format_id from, uint64_t bits,
                            enum math_rounding rounding, unsigned flags);

/* cvt.{rni,rzi,rmi,rpi} within one float type. */
uint64_t math_convert_integral(enum math_format_id format, uint64_t bits, enum math_rounding rounding, unsigned flags);

/* The result is extended to 64 bits, by the sign or zeros of its type. */
uint64_t math_convert_to_integer(struct math_integer to, enum math_format_id from, uint64_t bits,
                                 enum math_rounding rounding, unsigned flags);

/* Converts the low from.bits of `value`. */
uint64_t math_convert_from_integer(enum math_format_id to, struct math_integer from, uint64_t value,
                                   enum math_rounding rounding, unsigned flags);

/*
 * Extends or cuts; MATH_SAT clamps instead. The result is extended to 64 bits, by the sign or zeros
 * of its type.
 */
uint64_t math_convert_integer(struct math_integer to, struct math_integer from, uint64_t value, unsigned flags);

/* ---- packed narrow floats: a is the upper element, b the lower, as in cvt ---- */

/* cvt.FRND.{f16x2,bf16x2}.f32: `format` MATH_FORMAT_F16 or _BF16. */
uint32_t math_convert_pair(enum math_format_id format, uint32_t a, uint32_t b, enum math_rounding rounding,
                           unsigned flags);

/*
 * cvt.pack.sat.TYPE.s32: a above b, both clamped to `to` (2, 4, 8 or 16 bits). If the form has c,
 * it is above both.
 */
uint32_t math_convert_pack(struct math_integer to, uint32_t a, uint32_t b, uint32_t c);

/* ---- frequent conversions, inline ---- */

MATH_INLINE uint32_t math_f16_to_f32(uint16_t a)
{
    return math_f32_out(math_f16_value(a), 0);
}

/* The bf16 becomes the upper half of an f32. An H100 also keeps the bits of a NaN. */
MATH_INLINE uint32_t math_bf16_to_f32(uint16_t a)
{
    return (uint32_t)a << 16;
}

/* cvt.rn.f16.f32. Flags: FTZ, SAT, RELU. */
MATH_INLINE uint16_t math_f32_to_f16(uint32_t a, unsigned flags)
{
    return math_half_modify(math_f16_nearest(math_f32_in(a, flags)), 0x3c00, flags);
}

MATH_INLINE uint16_t math_f32_to_bf16(uint32_t a, unsigned flags)
{
    return math_half_modify(math_bf16_nearest(math_f32_in(a, flags)), 0x3f80, flags);
}

/* cvt.sat.f32.f32, which expf() uses. Values with a sign, and NaN, become +0. */
MATH_INLINE uint32_t math_f32_clamp(uint32_t a)
{
    const uint32_t one = 0x3f800000, infinity = 0x7f800000;
    uint32_t clamped = a > one ? one : a;
    return a > infinity ? 0 : clamped;
}

MATH_INLINE uint64_t math_f32_to_f64(uint32_t a, unsigned flags)
{
    uint64_t nan = (uint64_t)(a & MATH_F32_SIGN) << 32 | (uint64_t)(a & 0x7fffff) << 29 | UINT64_C(0x7ff8) << 48;
    double value = (double)math_f32_in(a, flags);
    return value == value ? math_f64_bits(value) : nan;
}

/* cvt.rn.f32.f64. Flags: FTZ and SAT. */
MATH_INLINE uint32_t math_f64_to_f32(uint64_t a, unsigned flags)
{
    return math_f32_out((float)math_f64_value(a), flags);
}

/*
 * cvt.FRND.f16x2.f32 and bf16x2 with .rn. The upper half is a. Flags: FTZ (f32 side), SAT and RELU.
 */
MATH_INLINE uint32_t math_f32_to_f16x2(uint32_t a, uint32_t b, unsigned flags)
{
    return math_pair(math_f32_to_f16(b, flags), math_f32_to_f16(a, flags));
}

MATH_INLINE uint32_t math_f32_to_bf16x2(uint32_t a, uint32_t b, unsigned flags)
{
    return math_pair(math_f32_to_bf16(b, flags), math_f32_to_bf16(a, flags));
}

/* Clamps a value to +-largest. NaN passes. */
MATH_INLINE double math_f64_limit(double value, double largest)
{
    value = value > largest ? largest : value;
    return value < -largest ? -largest : value;
}

/*
 * One element of cvt.rn.satfinite.{e4m3x2,e5m2x2}. Flag: MATH_RELU. The value is rounded in double,
 * so an f16 holds it exactly.
 */
MATH_INLINE uint32_t math_f32_to_e4m3(uint32_t a, unsigned flags)
{
    double rounded = math_f64_round_at(math_f64_limit((double)math_f32_value(a), 448.0), 3, -6);
    uint32_t half = math_f16_nearest((float)(rounded * 0x1p-8));
    uint32_t bits = (half >> 8 & 0x80) | (half >> 7 & 0x7f);
    bits = (flags & MATH_RELU) && (bits & 0x80) ? 0 : bits;
    return math_f32_is_nan(a) ? 0x7f : bits;
}

MATH_INLINE uint32_t math_f32_to_e5m2(uint32_t a, unsigned flags)
{
    double rounded = math_f64_round_at(math_f64_limit((double)math_f32_value(a), 57344.0), 2, -14);
    uint32_t bits = (uint32_t)math_f16_nearest((float)rounded) >> 8;
    bits = (flags & MATH_RELU) && (bits & 0x80) ? 0 : bits;
    return math_f32_is_nan(a) ? 0x7f : bits;
}

/* cvt.rn.satfinite.{e4m3x2,e5m2x2}.f32. The upper byte is a. */
MATH_INLINE uint32_t math_f32_to_e4m3x2(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_to_e4m3(a, flags) << 8 | math_f32_to_e4m3(b, flags);
}

MATH_INLINE uint32_t math_f32_to_e5m2x2(uint32_t a, uint32_t b, unsigned flags)
{
    return math_f32_to_e5m2(a, flags) << 8 | math_f32_to_e5m2(b, flags);
}

/* cvt.rn.satfinite.{e4m3x2,e5m2x2}.f16x2. */
MATH_INLINE uint32_t math_f16x2_to_e4m3x2(uint32_t pair, unsigned flags)
{
    return math_f32_to_e4m3x2(math_f16_to_f32(math_pair_high(pair)), math_f16_to_f32(math_pair_low(pair)), flags);
}

MATH_INLINE uint32_t math_f16x2_to_e5m2x2(uint32_t pair, unsigned flags)
{
    return math_f32_to_e5m2x2(math_f16_to_f32(math_pair_high(pair)), math_f16_to_f32(math_pair_low(pair)), flags);
}

/* cvt.rn.f16x2.{e4m3x2,e5m2x2}, which is exact. Flag: MATH_RELU. */
MATH_INLINE uint32_t math_e4m3x2_to_f16x2(uint32_t pair, unsigned flags)
{
    return math_pair(math_half_modify(math_f16_nearest(math_e4m3_value(pair)), 0x3c00, flags),
                     math_half_modify(math_f16_nearest(math_e4m3_value(pair >> 8)), 0x3c00, flags));
}

MATH_INLINE uint32_t math_e5m2x2_to_f16x2(uint32_t pair, unsigned flags)
{
    return math_pair(math_half_modify(math_f16_nearest(math_e5m2_value(pair)), 0x3c00, flags),
                     math_half_modify(math_f16_nearest(math_e5m2_value(pair >> 8)), 0x3c00, flags));
}

/*
 * tf32: the low 13 bits of the register are 0. MATH_RNA, MATH_RN or MATH_RZ. Flags: RELU and
 * SATFINITE.
 */
MATH_INLINE uint32_t math_f32_to_tf32(uint32_t a, enum math_rounding rounding, unsigned flags)
{
    uint32_t bump = rounding == MATH_RNA ? 0x1000 : rounding == MATH_RN ? 0xfff + (a >> 13 & 1) : 0;
    uint32_t magnitude = a & ~MATH_F32_SIGN;
    uint32_t result = (magnitude + bump) & 0xffffe000;
    if (flags & MATH_SATFINITE)
        result = result >= MATH_F32_INFINITY ? 0x7f7fe000 : result;
    result |= a & MATH_F32_SIGN;
    if (flags & MATH_RELU)
        result = (a & MATH_F32_SIGN) ? 0 : result;
    return magnitude > MATH_F32_INFINITY ? MATH_F32_NAN : result;
}

/*
 * Rounds a float to an integer (rni, rzi, rmi, rpi); a zero result keeps its sign. Adding and
 * subtracting 2^23 rounds a smaller magnitude to nearest even. Other modes correct the result.
 */
MATH_INLINE float math_f32_integral_value(float value, enum math_rounding rounding)
{
    uint32_t sign = math_f32_bits(value) & MATH_F32_SIGN;
    float magnitude = math_f32_value(math_f32_bits(value) & ~MATH_F32_SIGN);
    float near = (magnitude + 0x1p23F) - 0x1p23F;
    float below = near - (near > magnitude ? 1.0F : 0.0F);
    float above = near + (near < magnitude ? 1.0F : 0.0F);
    if (rounding == MATH_RZ)
        near = below;
    if (rounding == MATH_RM)
        near = sign ? above : below;
    if (rounding == MATH_RP)
        near = sign ? below : above;
    near = magnitude < 0x1p23F ? near : magnitude;
    return math_f32_value(math_f32_bits(near) | sign);
}

MATH_INLINE double math_f64_integral_value(double value, enum math_rounding rounding)
{
    uint64_t sign = math_f64_bits(value) & MATH_F64_SIGN;
    double magnitude = math_f64_value(math_f64_bits(value) & ~MATH_F64_SIGN);
    double near = (magnitude + 0x1p52) - 0x1p52;
    double below = near - (near > magnitude ? 1.0 : 0.0);
    double above = near + (near < magnitude ? 1.0 : 0.0);
    if (rounding == MATH_RZ)
        near = below;
    if (rounding == MATH_RM)
        near = sign ? above : below;
    if (rounding == MATH_RP)
        near = sign ? below : above;
    near = magnitude < 0x1p52 ? near : magnitude;
    return math_f64_value(math_f64_bits(near) | sign);
}

MATH_INLINE uint32_t math_f32_integral(uint32_t a, enum math_rounding rounding, unsigned flags)
{
    return math_f32_out(math_f32_integral_value(math_f32_in(a, flags), rounding), flags);
}

/*
 * Float to integer, from f32 and f64. The floats least and most bound the type's range: [least,
 * most).
 */
#define MATH_DEFINE_TO_INTEGER(name, utype, type, least, most, largest, highest_bit)              \
    MATH_INLINE utype math_f32_to_##name(uint32_t a, enum math_rounding rounding, unsigned flags) \
    {                                                                                             \
        float value = math_f32_integral_value(math_f32_in(a, flags), rounding);                   \
        bool fits = (value >= least##F) & (value < most##F);                                      \
        utype edge = value < 0.0F ? (utype)(type)least##F : (largest);                            \
        utype nan = sizeof(utype) == 8 ? (utype)(highest_bit) : 0;                                \
        edge = value == value ? edge : nan;                                                       \
        return fits ? (utype)(type)(fits ? value : 0.0F) : edge;                                  \
    }                                                                                             \
    MATH_INLINE utype math_f64_to_##name(uint64_t a, enum math_rounding rounding)                 \
    {                                                                                             \
        double value = math_f64_integral_value(math_f64_value(a), rounding);                      \
        bool fits = (value >= least) & (value < most);                                            \
        utype edge = value < 0.0 ? (utype)(type)least : (largest);                                \
        edge = value == value ? edge : (utype)(highest_bit);                                      \
        return fits ? (utype)(type)(fits ? value : 0.0) : edge;                                   \
    }

MATH_DEFINE_TO_INTEGER(s32, uint32_t, int32_t, -0x1p31, 0x1p31, INT32_MAX, UINT32_C(1) << 31)
MATH_DEFINE_TO_INTEGER(u32, uint32_t, uint32_t, 0x0p0, 0x1p32, UINT32_MAX, UINT32_C(1) << 31)
MATH_DEFINE_TO_INTEGER(s64, uint64_t, int64_t, -0x1p63, 0x1p63, INT64_MAX, UINT64_C(1) << 63)
MATH_DEFINE_TO_INTEGER(u64, uint64_t, uint64_t, 0x0p0, 0x1p64, UINT64_MAX, UINT64_C(1) << 63)
#undef MATH_DEFINE_TO_INTEGER

/* Integer to float, rounded to nearest even as in C. */
MATH_INLINE uint32_t math_s32_to_f32(uint32_t a)
{
    return math_f32_bits((float)(int32_t)a);
}

MATH_INLINE uint32_t math_u32_to_f32(uint32_t a)
{
    return math_f32_bits((float)a);
}

MATH_INLINE uint64_t math_s32_to_f64(uint32_t a)
{
    return math_f64_bits((double)(int32_t)a);
}

MATH_INLINE uint64_t math_u32_to_f64(uint32_t a)
{
    return math_f64_bits((double)a);
}

#endif
