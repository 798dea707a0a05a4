/* Encodes a double in every element type, and decodes it. */
#include "grader/value/number.h"

#include <math.h>
#include <string.h>

struct float_format {
    int exponent_bits, mantissa_bits;
    bool has_infinity; /* otherwise the largest exponent holds numbers, and only all ones is a NaN */
};

static const struct float_format *small_format(enum dtype dtype)
{
    static const struct float_format formats[DTYPE_COUNT] = {
        [DTYPE_F16] = {5, 10, true},
        [DTYPE_BF16] = {8, 7, true},
        [DTYPE_E4M3] = {4, 3, false},
        [DTYPE_E5M2] = {5, 2, true},
    };
    return formats[dtype].exponent_bits ? &formats[dtype] : NULL;
}

static int format_bias(const struct float_format *format)
{
    return (1 << (format->exponent_bits - 1)) - 1;
}

static uint64_t exponent_mask(const struct float_format *format)
{
    return ((UINT64_C(1) << format->exponent_bits) - 1) << format->mantissa_bits;
}

static uint64_t format_overflow(const struct float_format *format)
{
    uint64_t all = exponent_mask(format);
    return format->has_infinity ? all : all | ((UINT64_C(1) << format->mantissa_bits) - 2);
}

static uint64_t format_nan(const struct float_format *format)
{
    uint64_t mantissa = (UINT64_C(1) << format->mantissa_bits) - 1;
    return exponent_mask(format) | (format->has_infinity ? UINT64_C(1) << (format->mantissa_bits - 1) : mantissa);
}

/* 2 to the power of a normal double's exponent. */
static double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/*
 * Rounds a non-negative number that is exact in double to an integer, ties to even. The rounding
 * mode does not matter.
 */
static uint64_t round_to_even(double value)
{
    uint64_t whole = (uint64_t)value;
    double rest = value - (double)whole;
    if (rest > 0.5 || (rest == 0.5 && (whole & 1)))
        whole++;
    return whole;
}

static uint64_t encode_small(const struct float_format *format, double value)
{
    uint64_t sign = (uint64_t)(signbit(value) != 0) << (format->exponent_bits + format->mantissa_bits);
    double size = fabs(value);
    if (isnan(value))
        return format_nan(format);
    if (isinf(value))
        return sign | format_overflow(format);
    if (size == 0)
        return sign;
    uint64_t wide;
    memcpy(&wide, &size, sizeof wide);
    int exponent = (int)(wide >> 52) - 1023; /* of a subnormal double it is far too small, too */
    int lowest = 1 - format_bias(format);
    int power = exponent < lowest ? lowest : exponent;
    if (power > format_bias(format) + 1)
        return sign | format_overflow(format);
    uint64_t steps = round_to_even(size * power_of_two(format->mantissa_bits - power));
    /*
     * A subnormal has no implicit bit. A carry out of the mantissa correctly increments the
     * exponent.
     */
    uint64_t bits = steps + ((uint64_t)(power - lowest) << format->mantissa_bits);
    return sign | (bits > format_overflow(format) ? format_overflow(format) : bits);
}

static double decode_small(const struct float_format *format, uint64_t bits)
{
    int width = format->exponent_bits + format->mantissa_bits;
    double sign = bits >> width & 1 ? -1.0 : 1.0;
    uint64_t mantissa = bits & ((UINT64_C(1) << format->mantissa_bits) - 1);
    uint64_t exponent = (bits & exponent_mask(format)) >> format->mantissa_bits;
    uint64_t top = (UINT64_C(1) << format->exponent_bits) - 1;
    if (format->has_infinity && exponent == top)
        return mantissa ? (double)NAN : sign * (double)INFINITY;
    if (!format->has_infinity && (bits & ((UINT64_C(1) << width) - 1)) == format_nan(format))
        return (double)NAN;
    int lowest = 1 - format_bias(format) - format->mantissa_bits;
    if (!exponent)
        return sign * (double)mantissa * power_of_two(lowest);
    uint64_t whole = mantissa | UINT64_C(1) << format->mantissa_bits;
    return sign * (double)whole * power_of_two(lowest + (int)exponent - 1);
}

static uint64_t width_mask(enum dtype dtype)
{
    size_t bytes = dtype_bytes(dtype);
    return bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << (8 * bytes)) - 1;
}

static uint64_t encode_signed(enum dtype dtype, double value)
{
    int64_t highest = (int64_t)(width_mask(dtype) >> 1);
    double rounded = nearbyint(value);
    if (rounded >= (double)highest)
        return (uint64_t)highest;
    if (rounded <= -(double)highest - 1)
        return ((uint64_t)highest + 1) & width_mask(dtype);
    return (uint64_t)(int64_t)rounded & width_mask(dtype);
}

static uint64_t encode_unsigned(enum dtype dtype, double value)
{
    double rounded = nearbyint(value);
    if (rounded <= 0)
        return 0;
    return rounded >= (double)width_mask(dtype) ? width_mask(dtype) : (uint64_t)rounded;
}

static uint64_t encode_integer(enum dtype dtype, double value)
{
    if (isnan(value))
        return 0;
    if (dtype_kind(dtype) == DTYPE_KIND_BOOL)
        return value != 0;
    return dtype_kind(dtype) == DTYPE_KIND_SIGNED ? encode_signed(dtype, value) : encode_unsigned(dtype, value);
}

uint64_t number_encode(enum dtype dtype, double value)
{
    if (dtype == DTYPE_F32) { /* first, because most buffers are f32 */
        float single = (float)value;
        uint32_t word;
        memcpy(&word, &single, sizeof single);
        return isnan(value) ? UINT64_C(0x7fc00000) : word;
    }
    if (dtype_kind(dtype) != DTYPE_KIND_FLOAT)
        return encode_integer(dtype, value);
    if (small_format(dtype))
        return encode_small(small_format(dtype), value);
    uint64_t bits;
    memcpy(&bits, &value, sizeof value);
    return isnan(value) ? UINT64_C(0x7ff8) << 48 : bits;
}

static int64_t sign_extend(enum dtype dtype, uint64_t bits)
{
    int shift = 64 - 8 * (int)dtype_bytes(dtype);
    return (int64_t)(bits << shift) >> shift;
}

double number_decode(enum dtype dtype, uint64_t bits)
{
    if (dtype == DTYPE_F32) {
        uint32_t low = (uint32_t)bits;
        float single;
        memcpy(&single, &low, sizeof single);
        return (double)single;
    }
    if (small_format(dtype))
        return decode_small(small_format(dtype), bits);
    if (dtype == DTYPE_F64) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (dtype_kind(dtype) == DTYPE_KIND_SIGNED)
        return (double)sign_extend(dtype, bits);
    return (double)(bits & width_mask(dtype));
}

/*
 * Every compared element passes here. So each size is one move: a word of which only a part was
 * written is slow to read.
 */
uint64_t number_load(enum dtype dtype, const void *elements, uint64_t index)
{
    const unsigned char *at = elements;
    uint16_t half;
    uint32_t word;
    uint64_t whole;
    switch (dtype_bytes(dtype)) {
    case 1:
        return at[index];
    case 2:
        memcpy(&half, at + 2 * index, sizeof half);
        return half;
    case 4:
        memcpy(&word, at + 4 * index, sizeof word);
        return word;
    default:
        memcpy(&whole, at + 8 * index, sizeof whole);
        return whole;
    }
}

/* The usual type has a loop of its own, which the compiler can make wide. */
void number_decode_part(enum dtype dtype, const void *elements, uint64_t first, uint64_t count, double *out)
{
    const unsigned char *at = (const unsigned char *)elements + first * dtype_bytes(dtype);
    for (uint64_t i = 0; dtype == DTYPE_F32 && i < count; i++) {
        float single;
        memcpy(&single, at + i * sizeof single, sizeof single);
        out[i] = (double)single;
    }
    for (uint64_t i = 0; dtype != DTYPE_F32 && i < count; i++)
        out[i] = number_decode(dtype, number_load(dtype, at, i));
}

void number_store(enum dtype dtype, void *elements, uint64_t index, uint64_t bits)
{
    size_t bytes = dtype_bytes(dtype);
    memcpy((unsigned char *)elements + index * bytes, &bits, bytes);
}

bool number_is_nan(enum dtype dtype, uint64_t bits)
{
    return dtype_kind(dtype) == DTYPE_KIND_FLOAT && isnan(number_decode(dtype, bits));
}

/* Maps sign and magnitude to a line: neighbours differ by one, and both zeros coincide. */
static int64_t float_rank(enum dtype dtype, uint64_t bits)
{
    uint64_t sign = (width_mask(dtype) >> 1) + 1;
    int64_t size = (int64_t)(bits & (sign - 1));
    return bits & sign ? -size : size;
}

static uint64_t distance(int64_t left, int64_t right)
{
    return left > right ? (uint64_t)left - (uint64_t)right : (uint64_t)right - (uint64_t)left;
}

uint64_t number_ulps(enum dtype dtype, uint64_t left, uint64_t right)
{
    if (dtype_kind(dtype) == DTYPE_KIND_SIGNED)
        return distance(sign_extend(dtype, left), sign_extend(dtype, right));
    if (dtype_kind(dtype) != DTYPE_KIND_FLOAT)
        return left > right ? left - right : right - left;
    double from = number_decode(dtype, left), to = number_decode(dtype, right);
    if (isnan(from) || isnan(to) || !isinf(from) != !isinf(to))
        return UINT64_MAX;
    return distance(float_rank(dtype, left), float_rank(dtype, right));
}
