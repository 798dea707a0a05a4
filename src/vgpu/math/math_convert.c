/* cvt and cvt.pack by soft float, for all formats and roundings. */
#include "vgpu/math/math_convert.h"

static const struct math_number zero = {MATH_NUMBER_ZERO, false, 0, 0};

static uint64_t flush_f32(enum math_format_id format, uint64_t bits, unsigned flags)
{
    return format == MATH_FORMAT_F32 && (flags & MATH_FTZ) ? math_f32_flush((uint32_t)bits) : bits;
}

static struct math_number clamp_to_unit(struct math_number number)
{
    if (number.kind == MATH_NUMBER_NAN || number.negative)
        return zero;
    if (number.kind == MATH_NUMBER_INFINITY || (number.kind == MATH_NUMBER_FINITE && number.exponent >= 0))
        return math_number_from_integer(false, 1);
    return number;
}

/* Applies .sat and .relu to an exact value. The later rounding does not change their effect. */
static struct math_number modified(struct math_number number, unsigned flags)
{
    if (flags & MATH_SAT)
        return clamp_to_unit(number);
    if ((flags & MATH_RELU) && number.negative && number.kind != MATH_NUMBER_NAN)
        return zero;
    return number;
}

/* A NaN converted to f64 keeps sign and payload. */
static uint64_t f64_nan_from(enum math_format_id from, uint64_t bits)
{
    if (from == MATH_FORMAT_F64)
        return bits | UINT64_C(1) << 51;
    if (from == MATH_FORMAT_F32)
        return math_f32_to_f64((uint32_t)bits, 0);
    return MATH_F64_NAN;
}

uint64_t math_convert_float(enum math_format_id to, enum math_format_id from, uint64_t bits,
                            enum math_rounding rounding, unsigned flags)
{
    struct math_number number = math_number_unpack(&math_formats[from], flush_f32(from, bits, flags));
    number = modified(number, flags);
    if (number.kind == MATH_NUMBER_NAN) {
        if (to == MATH_FORMAT_F64)
            return f64_nan_from(from, bits);
        number.negative = false;
    }
    return flush_f32(to, math_number_pack(number, &math_formats[to], rounding, flags), flags);
}

uint64_t math_convert_integral(enum math_format_id format, uint64_t bits, enum math_rounding rounding, unsigned flags)
{
    struct math_number number = math_number_unpack(&math_formats[format], flush_f32(format, bits, flags));
    number = modified(math_number_to_integral(number, rounding), flags);
    if (number.kind == MATH_NUMBER_NAN) {
        if (format == MATH_FORMAT_F64)
            return f64_nan_from(format, bits);
        number.negative = false;
    }
    return math_number_pack(number, &math_formats[format], MATH_RN, flags);
}

static uint64_t highest_bit(struct math_integer type)
{
    return UINT64_C(1) << (type.bits - 1);
}

/* The largest magnitude of the type on that side of zero. */
static uint64_t largest_magnitude(struct math_integer type, bool negative)
{
    if (!type.is_signed)
        return negative ? 0 : highest_bit(type) - 1 + highest_bit(type);
    return highest_bit(type) - !negative;
}

static uint64_t extended(struct math_integer type, uint64_t value)
{
    unsigned unused = 64 - type.bits;
    return type.is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value << unused >> unused;
}

static uint64_t clamped_magnitude(struct math_integer to, bool negative, uint64_t magnitude)
{
    uint64_t most = largest_magnitude(to, negative);
    magnitude = magnitude < most ? magnitude : most;
    return negative ? 0 - magnitude : magnitude;
}

uint64_t math_convert_to_integer(struct math_integer to, enum math_format_id from, uint64_t bits,
                                 enum math_rounding rounding, unsigned flags)
{
    struct math_number number = math_number_unpack(&math_formats[from], flush_f32(from, bits, flags));
    number = math_number_to_integral(number, rounding);
    if (number.kind == MATH_NUMBER_NAN)
        return from == MATH_FORMAT_F64 || to.bits == 64 ? extended(to, highest_bit(to)) : 0;
    if (number.kind == MATH_NUMBER_ZERO)
        return 0;
    uint64_t magnitude = UINT64_MAX;
    if (number.kind == MATH_NUMBER_FINITE && number.exponent < 64)
        magnitude = (uint64_t)(number.significand >> (MATH_NUMBER_TOP - number.exponent));
    return extended(to, clamped_magnitude(to, number.negative, magnitude));
}

uint64_t math_convert_from_integer(enum math_format_id to, struct math_integer from, uint64_t value,
                                   enum math_rounding rounding, unsigned flags)
{
    value = extended(from, value);
    bool negative = from.is_signed && (int64_t)value < 0;
    struct math_number number = math_number_from_integer(negative, negative ? 0 - value : value);
    return math_number_pack(modified(number, flags), &math_formats[to], rounding, flags);
}

uint64_t math_convert_integer(struct math_integer to, struct math_integer from, uint64_t value, unsigned flags)
{
    value = extended(from, value);
    bool negative = from.is_signed && (int64_t)value < 0;
    if (flags & MATH_SAT)
        value = clamped_magnitude(to, negative, negative ? 0 - value : value);
    return extended(to, value);
}

uint32_t math_convert_pair(enum math_format_id format, uint32_t a, uint32_t b, enum math_rounding rounding,
                           unsigned flags)
{
    return math_pair((uint16_t)math_convert_float(format, MATH_FORMAT_F32, b, rounding, flags),
                     (uint16_t)math_convert_float(format, MATH_FORMAT_F32, a, rounding, flags));
}

uint32_t math_convert_pack(struct math_integer to, uint32_t a, uint32_t b, uint32_t c)
{
    const struct math_integer s32 = {32, true};
    uint64_t field = (UINT64_C(1) << to.bits) - 1;
    uint64_t high = math_convert_integer(to, s32, a, MATH_SAT) & field;
    uint64_t low = math_convert_integer(to, s32, b, MATH_SAT) & field;
    return (uint32_t)((uint64_t)c << (2 * to.bits) | high << to.bits | low);
}
