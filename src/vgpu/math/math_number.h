/*
 * Soft float: any binary format and any rounding, in integer arithmetic.
 *
 * This is the slow and general way. It unpacks operands to exact numbers, computes exactly, and
 * rounds once into the destination format. Lost bits are kept as a sticky last bit. Directed
 * roundings, conversions between formats and narrow formats use it. Frequent .rn forms have inline
 * versions in math_float.h, math_half.h and math_convert.h.
 */
#ifndef VGPU_MATH_MATH_NUMBER_H
#define VGPU_MATH_MATH_NUMBER_H

#include "vgpu/math/math_bits.h"

/* Rows of math_formats. PTX ISA 5.2.3 has the alternate formats. */
enum math_format_id {
    MATH_FORMAT_F16,
    MATH_FORMAT_BF16,
    MATH_FORMAT_TF32, /* 1.8.10, unshifted: 19 bits */
    MATH_FORMAT_F32,
    MATH_FORMAT_F64,
    MATH_FORMAT_E4M3, /* no infinity; NaN is 0x7f or 0xff */
    MATH_FORMAT_E5M2,
    MATH_FORMAT_E2M1, /* only finite values, like the two below */
    MATH_FORMAT_E2M3,
    MATH_FORMAT_E3M2,
    MATH_FORMAT_COUNT,
};

struct math_format {
    int exponent_bits;
    int mantissa_bits; /* stored mantissa bits */
    int bias;
    uint64_t largest;  /* bits of the largest finite value */
    uint64_t infinity; /* 0: the format has none */
    uint64_t nan;      /* 0: the format has none */
};

extern const struct math_format math_formats[MATH_FORMAT_COUNT];

enum math_number_kind { MATH_NUMBER_ZERO, MATH_NUMBER_FINITE, MATH_NUMBER_INFINITY, MATH_NUMBER_NAN };

/* position of the leading bit, with two bits of head room for sums */
enum { MATH_NUMBER_TOP = 125 };

/*
 * FINITE: significand * 2^(exponent - MATH_NUMBER_TOP). The leading bit is at MATH_NUMBER_TOP. Bit
 * 0 can be sticky.
 */
struct math_number {
    enum math_number_kind kind;
    bool negative;
    int exponent;
    unsigned __int128 significand;
};

struct math_number math_number_unpack(const struct math_format *format, uint64_t bits);
struct math_number math_number_from_integer(bool negative, uint64_t magnitude);

/*
 * Rounds into the format. Flag: MATH_SATFINITE. A NaN gives format->nan. In formats without NaN it
 * gives the largest positive value (PTX ISA, cvt: e2m1, e2m3, e3m2).
 */
uint64_t math_number_pack(struct math_number number, const struct math_format *format, enum math_rounding rounding,
                          unsigned flags);

/* Rounds to an integer, which stays a number. A zero result keeps its sign. */
struct math_number math_number_to_integral(struct math_number number, enum math_rounding rounding);

/* Exact up to the sticky bit. An exact zero sum of opposite signs is +0, or -0 under MATH_RM. */
struct math_number math_number_add(struct math_number a, struct math_number b, enum math_rounding rounding);
struct math_number math_number_mul(struct math_number a, struct math_number b);
struct math_number math_number_fma(struct math_number a, struct math_number b, struct math_number c,
                                   enum math_rounding rounding);
struct math_number math_number_div(struct math_number a, struct math_number b);
struct math_number math_number_sqrt(struct math_number a);

#endif
