/* Arithmetic of f64 with any rounding, by soft float. */
#include "vgpu/math/math_float.h"

#include "vgpu/math/math_number.h"

static const struct math_format *const f64 = &math_formats[MATH_FORMAT_F64];

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
    return f64_result(math_number_add(f64_number(a), f64_number(b), rounding), rounding, b, a, 0);
}

uint64_t math_f64_sub_rounded(uint64_t a, uint64_t b, enum math_rounding rounding)
{
    struct math_number difference = math_number_add(f64_number(a), f64_number(b ^ MATH_F64_SIGN), rounding);
    return f64_result(difference, rounding, b, a, 0);
}

uint64_t math_f64_mul_rounded(uint64_t a, uint64_t b, enum math_rounding rounding)
{
    return f64_result(math_number_mul(f64_number(a), f64_number(b)), rounding, b, a, 0);
}

uint64_t math_f64_fma_rounded(uint64_t a, uint64_t b, uint64_t c, enum math_rounding rounding)
{
    return f64_result(math_number_fma(f64_number(a), f64_number(b), f64_number(c), rounding), rounding, b, c, a);
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
