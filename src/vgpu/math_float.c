#include "vgpu/math_float.h"

#include "vgpu/math_number.h"

static const struct math_format *const f32 = &math_formats[MATH_FORMAT_F32];
static const struct math_format *const f64 = &math_formats[MATH_FORMAT_F64];

static struct math_number f32_number(uint32_t a, unsigned flags)
{
    return math_number_unpack(f32, (flags & MATH_FTZ) ? math_f32_flush(a) : a);
}

static uint32_t f32_result(struct math_number number, enum math_rounding rounding, unsigned flags)
{
    uint32_t bits = (uint32_t)math_number_pack(number, f32, rounding, 0);
    return math_f32_out(math_f32_value(bits), flags);
}

uint32_t math_f32_add_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    return f32_result(math_number_add(f32_number(a, flags), f32_number(b, flags), rounding), rounding, flags);
}

uint32_t math_f32_sub_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    return math_f32_add_rounded(a, b ^ MATH_F32_SIGN, rounding, flags);
}

uint32_t math_f32_mul_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    return f32_result(math_number_mul(f32_number(a, flags), f32_number(b, flags)), rounding, flags);
}

uint32_t math_f32_fma_rounded(uint32_t a, uint32_t b, uint32_t c, enum math_rounding rounding, unsigned flags)
{
    struct math_number sum =
        math_number_fma(f32_number(a, flags), f32_number(b, flags), f32_number(c, flags), rounding);
    return f32_result(sum, rounding, flags);
}

uint32_t math_f32_div_rounded(uint32_t a, uint32_t b, enum math_rounding rounding, unsigned flags)
{
    return f32_result(math_number_div(f32_number(a, flags), f32_number(b, flags)), rounding, flags);
}

uint32_t math_f32_rcp_rounded(uint32_t a, enum math_rounding rounding, unsigned flags)
{
    return math_f32_div_rounded(MATH_F32_ONE, a, rounding, flags);
}

uint32_t math_f32_sqrt_rounded(uint32_t a, enum math_rounding rounding, unsigned flags)
{
    return f32_result(math_number_sqrt(f32_number(a, flags)), rounding, flags);
}

static struct math_number f64_number(uint64_t a)
{
    return math_number_unpack(f64, a);
}

static uint64_t f64_result(struct math_number number, enum math_rounding rounding, uint64_t a, uint64_t b, uint64_t c)
{
    return math_f64_out(math_f64_value(math_number_pack(number, f64, rounding, 0)), a, b, c);
}

uint64_t math_f64_add_rounded(uint64_t a, uint64_t b, enum math_rounding rounding)
{
    return f64_result(math_number_add(f64_number(a), f64_number(b), rounding), rounding, a, b, 0);
}

uint64_t math_f64_sub_rounded(uint64_t a, uint64_t b, enum math_rounding rounding)
{
    struct math_number difference = math_number_add(f64_number(a), f64_number(b ^ MATH_F64_SIGN), rounding);
    return f64_result(difference, rounding, a, b, 0);
}

uint64_t math_f64_mul_rounded(uint64_t a, uint64_t b, enum math_rounding rounding)
{
    return f64_result(math_number_mul(f64_number(a), f64_number(b)), rounding, a, b, 0);
}

uint64_t math_f64_fma_rounded(uint64_t a, uint64_t b, uint64_t c, enum math_rounding rounding)
{
    return f64_result(math_number_fma(f64_number(a), f64_number(b), f64_number(c), rounding), rounding, a, b, c);
}

uint64_t math_f64_div_rounded(uint64_t a, uint64_t b, enum math_rounding rounding)
{
    return f64_result(math_number_div(f64_number(a), f64_number(b)), rounding, a, b, 0);
}

uint64_t math_f64_rcp_rounded(uint64_t a, enum math_rounding rounding)
{
    return math_f64_div_rounded(MATH_F64_ONE, a, rounding);
}

uint64_t math_f64_sqrt_rounded(uint64_t a, enum math_rounding rounding)
{
    return f64_result(math_number_sqrt(f64_number(a)), rounding, a, 0, 0);
}
