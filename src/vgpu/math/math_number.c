/* Soft float: unpacks, computes exactly and rounds once. */
#include "vgpu/math/math_number.h"

#include <stddef.h>

typedef unsigned __int128 math_wide;

const struct math_format math_formats[MATH_FORMAT_COUNT] = {
    [MATH_FORMAT_F16] = {5, 10, 15, 0x7bff, 0x7c00, MATH_F16_NAN},
    [MATH_FORMAT_BF16] = {8, 7, 127, 0x7f7f, 0x7f80, MATH_F16_NAN},
    [MATH_FORMAT_TF32] = {8, 10, 127, 0x3fbff, 0x3fc00, 0x3ffff},
    [MATH_FORMAT_F32] = {8, 23, 127, 0x7f7fffff, MATH_F32_INFINITY, MATH_F32_NAN},
    [MATH_FORMAT_F64] = {11, 52, 1023, UINT64_C(0x7fefffffffffffff), MATH_F64_INFINITY, MATH_F64_NAN},
    [MATH_FORMAT_E4M3] = {4, 3, 7, 0x7e, 0, 0x7f},
    [MATH_FORMAT_E5M2] = {5, 2, 15, 0x7b, 0x7c, 0x7f},
    [MATH_FORMAT_E2M1] = {2, 1, 1, 0x7, 0, 0},
    [MATH_FORMAT_E2M3] = {2, 3, 1, 0x1f, 0, 0},
    [MATH_FORMAT_E3M2] = {3, 2, 3, 0x1f, 0, 0},
};

static int leading_bit(math_wide value)
{
    uint64_t high = (uint64_t)(value >> 64);
    if (high)
        return 127 - __builtin_clzll(high);
    return 63 - __builtin_clzll((uint64_t)value);
}

/* Shifts right. The last bit is set if any lost bit was set. */
static math_wide shift_right_sticky(math_wide value, int count)
{
    if (count <= 0)
        return value;
    if (count > 127)
        return value != 0;
    return value >> count | ((value & (((math_wide)1 << count) - 1)) != 0);
}

/* value * 2^(exponent - MATH_NUMBER_TOP), shifted until the leading bit is in its place. */
static struct math_number normalised(bool negative, int exponent, math_wide value)
{
    int shift = MATH_NUMBER_TOP - leading_bit(value);
    math_wide moved = shift >= 0 ? value << shift : shift_right_sticky(value, -shift);
    return (struct math_number){MATH_NUMBER_FINITE, negative, exponent - shift, moved};
}

static struct math_number special(enum math_number_kind kind, bool negative)
{
    return (struct math_number){.kind = kind, .negative = negative};
}

struct math_number math_number_unpack(const struct math_format *format, uint64_t bits)
{
    uint64_t sign = (uint64_t)1 << (format->exponent_bits + format->mantissa_bits);
    uint64_t magnitude = bits & (sign - 1);
    uint64_t mantissa = magnitude & (((uint64_t)1 << format->mantissa_bits) - 1);
    int exponent = (int)(magnitude >> format->mantissa_bits);
    bool negative = (bits & sign) != 0;
    if (magnitude == 0)
        return special(MATH_NUMBER_ZERO, negative);
    if (format->infinity && magnitude == format->infinity)
        return special(MATH_NUMBER_INFINITY, negative);
    if (magnitude > format->largest)
        return special(MATH_NUMBER_NAN, negative);
    if (exponent)
        mantissa |= (uint64_t)1 << format->mantissa_bits;
    else
        exponent = 1;
    return normalised(negative, exponent - format->bias - format->mantissa_bits + MATH_NUMBER_TOP, mantissa);
}

struct math_number math_number_from_integer(bool negative, uint64_t magnitude)
{
    if (magnitude == 0)
        return special(MATH_NUMBER_ZERO, negative);
    return normalised(negative, MATH_NUMBER_TOP, magnitude);
}

/* Drops the last `drop` bits (1..127) of value and rounds. */
static math_wide round_off(math_wide value, int drop, bool negative, enum math_rounding rounding)
{
    math_wide kept = value >> drop;
    math_wide rest = value & (((math_wide)1 << drop) - 1);
    math_wide half = (math_wide)1 << (drop - 1);
    switch (rounding) {
    case MATH_RN:
        return kept + (rest > half || (rest == half && (kept & 1)));
    case MATH_RNA:
        return kept + (rest >= half);
    case MATH_RM:
        return kept + (rest && negative);
    case MATH_RP:
        return kept + (rest && !negative);
    case MATH_RZ:
        break;
    }
    return kept;
}

/* The result of an overflow: IEEE 754-2019 7.4, or the largest finite value. */
static uint64_t overflow_bits(const struct math_format *format, bool negative, enum math_rounding rounding,
                              unsigned flags)
{
    bool toward_zero = rounding == MATH_RZ || (rounding == MATH_RM && !negative) || (rounding == MATH_RP && negative);
    if ((flags & MATH_SATFINITE) || toward_zero)
        return format->largest;
    return format->infinity ? format->infinity : format->nan ? format->nan : format->largest;
}

static uint64_t finite_bits(const struct math_number *number, const struct math_format *format,
                            enum math_rounding rounding, unsigned flags)
{
    int least = 1 - format->bias;
    int drop = MATH_NUMBER_TOP - format->mantissa_bits;
    bool subnormal = number->exponent < least;
    if (subnormal)
        drop += least - number->exponent;
    if (drop > 127 || drop < 0)
        drop = 127;
    math_wide kept = round_off(number->significand, drop, number->negative, rounding);
    /* The leading one of a normal value adds one to the exponent field. */
    int64_t base = subnormal ? 0 : (int64_t)number->exponent + format->bias - 1;
    if (base > (int64_t)1 << format->exponent_bits)
        return overflow_bits(format, number->negative, rounding, flags);
    uint64_t bits = ((uint64_t)base << format->mantissa_bits) + (uint64_t)kept;
    return bits > format->largest ? overflow_bits(format, number->negative, rounding, flags) : bits;
}

uint64_t math_number_pack(struct math_number number, const struct math_format *format, enum math_rounding rounding,
                          unsigned flags)
{
    uint64_t sign = (uint64_t)number.negative << (format->exponent_bits + format->mantissa_bits);
    switch (number.kind) {
    case MATH_NUMBER_NAN:
        return format->nan ? format->nan : format->largest;
    case MATH_NUMBER_ZERO:
        return sign;
    case MATH_NUMBER_INFINITY:
        if (format->infinity && !(flags & MATH_SATFINITE))
            return sign | format->infinity;
        return sign | overflow_bits(format, number.negative, MATH_RN, flags);
    case MATH_NUMBER_FINITE:
        break;
    }
    return sign | finite_bits(&number, format, rounding, flags);
}

struct math_number math_number_to_integral(struct math_number number, enum math_rounding rounding)
{
    int drop = MATH_NUMBER_TOP - number.exponent;
    if (number.kind != MATH_NUMBER_FINITE || drop <= 0)
        return number;
    if (drop > 127)
        drop = 127;
    math_wide kept = round_off(number.significand, drop, number.negative, rounding);
    if (kept == 0)
        return special(MATH_NUMBER_ZERO, number.negative);
    return normalised(number.negative, MATH_NUMBER_TOP, kept);
}

/*
 * Both are finite. Operands have at least 19 bits to spare, so lost bits matter only as sticky
 * bits.
 */
static struct math_number add_finite(struct math_number a, struct math_number b, enum math_rounding rounding)
{
    if (a.exponent < b.exponent) {
        struct math_number swap = a;
        a = b;
        b = swap;
    }
    math_wide small = shift_right_sticky(b.significand, a.exponent - b.exponent);
    if (a.negative == b.negative)
        return normalised(a.negative, a.exponent, a.significand + small);
    if (a.significand == small)
        return special(MATH_NUMBER_ZERO, rounding == MATH_RM);
    if (a.significand > small)
        return normalised(a.negative, a.exponent, a.significand - small);
    return normalised(b.negative, a.exponent, small - a.significand);
}

struct math_number math_number_add(struct math_number a, struct math_number b, enum math_rounding rounding)
{
    if (a.kind == MATH_NUMBER_NAN || b.kind == MATH_NUMBER_NAN)
        return special(MATH_NUMBER_NAN, false);
    if (a.kind == MATH_NUMBER_INFINITY && b.kind == MATH_NUMBER_INFINITY && a.negative != b.negative)
        return special(MATH_NUMBER_NAN, false);
    if (a.kind == MATH_NUMBER_INFINITY || b.kind == MATH_NUMBER_INFINITY)
        return a.kind == MATH_NUMBER_INFINITY ? a : b;
    if (a.kind == MATH_NUMBER_ZERO && b.kind == MATH_NUMBER_ZERO && a.negative != b.negative)
        return special(MATH_NUMBER_ZERO, rounding == MATH_RM);
    if (a.kind == MATH_NUMBER_ZERO || b.kind == MATH_NUMBER_ZERO)
        return a.kind == MATH_NUMBER_ZERO ? b : a;
    return add_finite(a, b, rounding);
}

struct math_number math_number_mul(struct math_number a, struct math_number b)
{
    bool negative = a.negative != b.negative;
    bool any_zero = a.kind == MATH_NUMBER_ZERO || b.kind == MATH_NUMBER_ZERO;
    bool any_infinity = a.kind == MATH_NUMBER_INFINITY || b.kind == MATH_NUMBER_INFINITY;
    if (a.kind == MATH_NUMBER_NAN || b.kind == MATH_NUMBER_NAN || (any_zero && any_infinity))
        return special(MATH_NUMBER_NAN, false);
    if (any_infinity)
        return special(MATH_NUMBER_INFINITY, negative);
    if (any_zero)
        return special(MATH_NUMBER_ZERO, negative);
    /* Operands have at most 53 significant bits, so their upper halves hold all of them. */
    int half = MATH_NUMBER_TOP - 62;
    math_wide product = (math_wide)(uint64_t)(a.significand >> half) * (uint64_t)(b.significand >> half);
    return normalised(negative, a.exponent + b.exponent + 1, product);
}

struct math_number math_number_fma(struct math_number a, struct math_number b, struct math_number c,
                                   enum math_rounding rounding)
{
    if (c.kind == MATH_NUMBER_NAN)
        return c;
    return math_number_add(math_number_mul(a, b), c, rounding);
}

struct math_number math_number_div(struct math_number a, struct math_number b)
{
    bool negative = a.negative != b.negative;
    if (a.kind == MATH_NUMBER_NAN || b.kind == MATH_NUMBER_NAN)
        return special(MATH_NUMBER_NAN, false);
    if (a.kind == b.kind && a.kind != MATH_NUMBER_FINITE)
        return special(MATH_NUMBER_NAN, false); /* 0/0 and inf/inf */
    if (a.kind == MATH_NUMBER_INFINITY || b.kind == MATH_NUMBER_ZERO)
        return special(MATH_NUMBER_INFINITY, negative);
    if (a.kind == MATH_NUMBER_ZERO || b.kind == MATH_NUMBER_INFINITY)
        return special(MATH_NUMBER_ZERO, negative);
    math_wide divisor = b.significand >> 62; /* 64 bits, of which at most 53 count */
    math_wide quotient = a.significand / divisor;
    quotient = quotient << 1 | (a.significand % divisor != 0);
    /*
     * The quotient of the significands is a / (b >> 62) / 2^62. One more bit is for the sticky bit.
     */
    return normalised(negative, a.exponent - b.exponent + MATH_NUMBER_TOP - 63, quotient);
}

struct math_number math_number_sqrt(struct math_number a)
{
    if (a.kind == MATH_NUMBER_NAN || a.kind == MATH_NUMBER_ZERO)
        return a;
    if (a.negative)
        return special(MATH_NUMBER_NAN, false);
    if (a.kind == MATH_NUMBER_INFINITY)
        return a;
    /* The power of two outside the root must be even, so exponent - TOP must be even. */
    bool odd = ((a.exponent - MATH_NUMBER_TOP) & 1) != 0;
    math_wide rest = odd ? a.significand << 1 : a.significand;
    int exponent = (a.exponent - MATH_NUMBER_TOP - odd) / 2;
    math_wide root = 0;
    for (int bit = 126; bit >= 0; bit -= 2) {
        math_wide trial = root + ((math_wide)1 << bit);
        root >>= 1;
        if (rest >= trial) {
            rest -= trial;
            root += (math_wide)1 << bit;
        }
    }
    return normalised(false, exponent + MATH_NUMBER_TOP - 1, root << 1 | (rest != 0));
}
