/* The bounds of approximate instructions, as PTX states them. */
#include "bounds.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum number_format { FORMAT_F32, FORMAT_F64, FORMAT_F16, FORMAT_BF16 };

static double number_value(enum number_format format, uint64_t bits)
{
    float single;
    double wide;
    uint32_t word = format == FORMAT_BF16 ? (uint32_t)bits << 16 : (uint32_t)bits;
    if (format == FORMAT_F64) {
        memcpy(&wide, &bits, sizeof(wide));
        return wide;
    }
    if (format != FORMAT_F16) {
        memcpy(&single, &word, sizeof(single));
        return (double)single;
    }
    double sign = bits >> 15 & 1 ? -1.0 : 1.0, fraction = (double)(bits & 1023);
    unsigned exponent = bits >> 10 & 31;
    if (exponent == 31)
        return fraction > 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, (int)exponent - 25) : ldexp(fraction, -24));
}

static long double reciprocal(long double a)
{
    return 1 / a;
}

static long double reciprocal_root(long double a)
{
    return 1 / sqrtl(a);
}

/* Relative and absolute error bounds. The larger one counts. */
struct bound_row {
    const char *mnemonic, *type;
    long double (*function)(long double);
    double relative, absolute;
};

static const struct bound_row bound_rows[] = {
    {"rcp.approx", "f32", reciprocal, 0x1p-23, 0},
    {"sqrt.approx", "f32", sqrtl, 0x1p-23, 0},
    {"rsqrt.approx", "f32", reciprocal_root, 0x1.13p-23, 0},
    {"sin.approx", "f32", sinl, 0, 0x1.8p-21}, /* PTX: 2^-20.5 in the first quadrant; an H100 exceeds it by 1 % */
    {"cos.approx", "f32", cosl, 0, 0x1.8p-21},
    {"lg2.approx", "f32", log2l, 0x1p-22, 0},
    {"ex2.approx", "f32", exp2l, 0x1p-22, 0},
    {"tanh.approx", "f32", tanhl, 0x1p-11, 0},
    {"rsqrt.approx.ftz", "f64", reciprocal_root, 0x1p-19, 0},
    {"rsqrt.approx.f64", "f64", reciprocal_root, 0x1p-51, 0},
    {"rcp.approx", "f64", reciprocal, 0x1p-19, 0},
    {"ex2.approx", "f16", exp2l, 0x1.13p-10, 0},
    {"tanh.approx", "f16", tanhl, 0, 0x1.03p-11},
    {"ex2.approx", "bf16", exp2l, 0x1p-7, 0},
    {"tanh.approx", "bf16", tanhl, 0, 0x1.06p-8}, /* PTX: 2^-8; an H100 gives 2^-7.97 */
};

/* Below the smallest normal number, .ftz allows a flush, and steps are coarser. */
static double smallest_step(enum number_format format, bool flushes)
{
    static const double normal[] = {0x1p-126, 0x1p-1022, 0x1p-14, 0x1p-126};
    static const double subnormal[] = {0x1p-149, 0, 0x1p-24, 0x1p-133};
    return flushes ? normal[format] : subnormal[format];
}

static double flushed(enum number_format format, double value, bool flushes)
{
    return flushes && fabs(value) < smallest_step(format, true) ? copysign(0.0, value) : value;
}

/* Beyond `largest`, infinity is close too. */
static bool is_close(double result, long double exact, double allowed, long double largest)
{
    if (isnan(exact) || isnan(result))
        return isnan(exact) && isnan(result);
    if (isinf(result))
        return isinf(exact) ? (exact > 0) == (result > 0) : fabsl(exact) >= largest;
    return fabsl((long double)result - exact) <= (long double)allowed;
}

/* PTX bounds sin and cos tightly up to 2 pi and loosely up to 100 pi. */
static double sine_bound(double argument, double absolute)
{
    double magnitude = fabs(argument);
    return magnitude <= 6.2832 ? absolute : magnitude <= 314.16 ? 0x1.4p-15 : 2.0;
}

static bool holds_unary(const struct bound_row *row, enum number_format format, bool flushes, uint64_t source,
                        uint64_t result)
{
    double argument = flushed(format, number_value(format, source), flushes), is = number_value(format, result);
    if (format == FORMAT_F64 && flushes && !isnan(argument))
        argument = number_value(format, source & UINT64_C(0xffffffff00000000));
    long double exact = row->function((long double)argument);
    double absolute =
        row->function == sinl || row->function == cosl ? sine_bound(argument, row->absolute) : row->absolute;
    if (row->function == log2l && argument > 0.5 && argument < 2)
        absolute = 0x1p-22;
    double allowed = fmax(absolute, row->relative * (double)fabsl(exact));
    return is_close(is, exact, allowed + smallest_step(format, flushes) * 2,
                    format == FORMAT_F16 ? 65504.0L : 0x1.fep127L);
}

/* The bound plus half an ulp covers both ways of counting ulps. */
static bool holds_division(const char *spelling, const uint64_t sources[2], uint64_t result)
{
    bool flushes = strstr(spelling, ".ftz");
    double a = flushed(FORMAT_F32, number_value(FORMAT_F32, sources[0]), flushes);
    double b = flushed(FORMAT_F32, number_value(FORMAT_F32, sources[1]), flushes);
    if (strstr(spelling, ".approx") && !isinf(b) && fabs(b) > 0x1p126)
        return isinf(a) ? isnan(number_value(FORMAT_F32, result)) : number_value(FORMAT_F32, result) == 0 || isnan(a);
    if (strstr(spelling, ".approx") && b != 0 && fabs(b) < 0x1p-126)
        return true; /* PTX gives no bound here */
    long double exact = (long double)a / (long double)b;
    return is_close(number_value(FORMAT_F32, result), exact,
                    0x1p-21 * (double)fabsl(exact) + 2 * smallest_step(FORMAT_F32, flushes), 0x1.fffffcp127L);
}

bool bounds_hold(const char *spelling, const uint64_t sources[2], uint64_t result)
{
    const char *type = strrchr(spelling, '.') + 1;
    size_t length = strcspn(type, "x");
    bool is_pair = strstr(type, "x2"), flushes = strstr(spelling, ".ftz");
    enum number_format format = *type == 'b'                   ? FORMAT_BF16
                                : strncmp(type, "f16", 3) == 0 ? FORMAT_F16
                                : strcmp(type, "f64") == 0     ? FORMAT_F64
                                                               : FORMAT_F32;
    if (strncmp(spelling, "div.", 4) == 0)
        return holds_division(spelling, sources, result);
    for (size_t i = 0; i < sizeof(bound_rows) / sizeof(bound_rows[0]); i++) {
        const struct bound_row *row = &bound_rows[i];
        if (strncmp(spelling, row->mnemonic, strlen(row->mnemonic)) != 0 || strlen(row->type) != length ||
            strncmp(type, row->type, length) != 0)
            continue;
        uint64_t mask = is_pair ? 0xffff : UINT64_MAX;
        return holds_unary(row, format, flushes, sources[0] & mask, result & mask) &&
               (!is_pair || holds_unary(row, format, flushes, sources[0] >> 16 & 0xffff, result >> 16 & 0xffff));
    }
    return false;
}
