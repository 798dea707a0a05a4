/* Tests the approximate instructions against the ISA's bounds, with libm's doubles as exact. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math_support.h"
#include "vgpu/math/math_approx.h"

enum { ROUNDS = 400000 };

/* Draws any finite value, or one within +-range. */
static uint32_t draw(struct math_stream *stream, int i, double range)
{
    if (i & 1)
        return math_f32_bits((float)(((double)(stream_next(stream) >> 11) * 0x1p-53 - 0.5) * 2 * range));
    for (;;) {
        uint32_t bits = stream_f32(stream);
        if ((bits & ~MATH_F32_SIGN) < MATH_F32_INFINITY)
            return bits;
    }
}

/* True within `ulps` units of the last place of the exact value, also for subnormal results. */
static bool is_close(uint32_t got, double exact, double ulps)
{
    double value = (double)math_f32_value(got);
    if (fabs(exact) >= 0x1.ffffffp127)
        return isinf(value) && value * exact > 0;
    int exponent = fabs(exact) < 0x1p-126 ? -126 : ilogb(exact);
    return fabs(value - exact) <= ldexp(ulps, exponent - 23);
}

static void reciprocals_and_roots_keep_their_bounds(void **state)
{
    (void)state;
    struct math_stream stream = {11};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = draw(&stream, i, 100), b = draw(&stream, i, 100);
        double x = (double)math_f32_value(a), y = (double)math_f32_value(b);
        if (x == 0 || y == 0)
            continue;
        assert_true(is_close(math_f32_rcp_approx(a, 0), 1 / x, 0.51));
        assert_true(is_close(math_f32_div_full(a, b, 0), x / y, 0.51));
        if (fabs(y) <= 0x1p126)
            assert_true(is_close(math_f32_div_approx(a, b, 0), x / y, 0.51));
        if (x < 0)
            continue;
        assert_true(is_close(math_f32_sqrt_approx(a, 0), sqrt(x), 0.51));
        assert_true(is_close(math_f32_rsqrt_approx(a, 0), 1 / sqrt(x), 0.51));
    }
}

static void exponentials_and_logarithms_keep_their_bounds(void **state)
{
    (void)state;
    struct math_stream stream = {22};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = draw(&stream, i, 160);
        double x = (double)math_f32_value(a);
        assert_true(is_close(math_f32_ex2_approx(a, 0), exp2(x), 0.51));
        assert_true(is_close(math_f32_tanh_approx(a), tanh(x), 0.51));
        if (x > 0)
            assert_true(is_close(math_f32_lg2_approx(a, 0), log2(x), 0.51));
    }
    /* Near 1 the absolute bound counts. */
    for (uint32_t i = 0; i < 20000; i++) {
        uint32_t a = 0x3f7f0000 + i * 7;
        assert_true(is_close(math_f32_lg2_approx(a, 0), log2((double)math_f32_value(a)), 0.51));
    }
}

static void angles_keep_their_bounds(void **state)
{
    (void)state;
    struct math_stream stream = {33};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = draw(&stream, i, 320);
        double x = (double)math_f32_value(a);
        assert_true(is_close(math_f32_sin_approx(a, 0), sin(x), 0.51));
        assert_true(is_close(math_f32_cos_approx(a, 0), cos(x), 0.51));
    }
}

struct special_case {
    const char *name;
    uint32_t (*function)(uint32_t a, unsigned flags);
    unsigned flags;
    uint32_t results[8];
};

static uint32_t tanh_with_flags(uint32_t a, unsigned flags)
{
    (void)flags;
    return math_f32_tanh_approx(a);
}

static void special_operands_give_what_the_tables_say(void **state)
{
    (void)state;
    const uint32_t nan = MATH_F32_NAN, inf = MATH_F32_INFINITY, minus = MATH_F32_SIGN, one = MATH_F32_ONE;
    const uint32_t operands[8] = {minus | inf, minus | one, minus | 1, minus, 0, 1, inf, 0xffc00001};
    const struct special_case cases[] = {
        {"rcp", math_f32_rcp_approx, MATH_FTZ, {minus, minus | one, minus | inf, minus | inf, inf, inf, 0, nan}},
        {"sqrt", math_f32_sqrt_approx, MATH_FTZ, {nan, nan, minus, minus, 0, 0, inf, nan}},
        {"sqrt", math_f32_sqrt_approx, 0, {nan, nan, nan, minus, 0, 0x1a3504f3, inf, nan}},
        {"rsqrt", math_f32_rsqrt_approx, MATH_FTZ, {nan, nan, minus | inf, minus | inf, inf, inf, 0, nan}},
        {"ex2", math_f32_ex2_approx, MATH_FTZ, {0, 0x3f000000, one, one, one, one, inf, nan}},
        {"lg2",
         math_f32_lg2_approx,
         MATH_FTZ,
         {nan, nan, minus | inf, minus | inf, minus | inf, minus | inf, inf, nan}},
        {"lg2", math_f32_lg2_approx, 0, {nan, nan, nan, minus | inf, minus | inf, 0xc3150000, inf, nan}},
        {"sin", math_f32_sin_approx, MATH_FTZ, {nan, 0xbf576aa4, minus, minus, 0, 0, nan, nan}},
        {"sin", math_f32_sin_approx, 0, {nan, 0xbf576aa4, minus | 1, minus, 0, 1, nan, nan}},
        {"cos", math_f32_cos_approx, 0, {nan, 0x3f0a5140, one, one, one, one, nan, nan}},
        {"tanh", tanh_with_flags, 0, {minus | one, 0xbf42f7d6, minus | 1, minus, 0, 1, one, nan}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 8; k++) {
            uint32_t got = cases[i].function(operands[k], cases[i].flags);
            if (got != cases[i].results[k])
                print_error("%s of %08x\n", cases[i].name, operands[k]);
            assert_int_equal(got, cases[i].results[k]);
        }
    }
}

static void huge_divisors_give_zero(void **state)
{
    (void)state;
    const uint32_t above = 0x7e800001, at = 0x7e800000, inf = MATH_F32_INFINITY;
    assert_int_equal(math_f32_div_approx(0x7f000000, above, 0), 0);
    assert_int_equal(math_f32_div_approx(0x7f000000, above | MATH_F32_SIGN, 0), MATH_F32_SIGN);
    assert_int_equal(math_f32_div_approx(0x7f000000, at, 0), 0x40000000);
    assert_int_equal(math_f32_div_approx(inf, above, 0), MATH_F32_NAN);
    assert_int_equal(math_f32_div_approx(MATH_F32_ONE, inf, 0), 0);
    assert_int_equal(math_f32_div_full(0x7f000000, above, 0), 0x3ffffffe);
}

static void gross_approximations_keep_the_upper_word(void **state)
{
    (void)state;
    struct math_stream stream = {55};
    for (int i = 0; i < 20000; i++) {
        uint64_t a = stream_f64(&stream);
        double x = math_f64_value(math_f64_flush(a & UINT64_C(0xffffffff00000000)));
        uint64_t reciprocal = math_f64_rcp_approx_ftz(a), root = math_f64_rsqrt_approx_ftz(a);
        assert_int_equal((uint32_t)reciprocal, 0);
        assert_int_equal((uint32_t)root, 0);
        if (isnan(x)) {
            assert_true(math_f64_is_nan(reciprocal));
            continue;
        }
        if (fabs(x) < 0x1p1020 && fabs(x) > 0x1p-1020)
            assert_true(fabs(math_f64_value(reciprocal) * x - 1) < 0x1p-20);
        if (x > 0x1p-1020 && x < 0x1p1020)
            assert_true(fabs(math_f64_value(root) * sqrt(x) - 1) < 0x1p-20);
    }
    assert_true(math_f64_rcp_approx_ftz(1) == MATH_F64_INFINITY);
    assert_true(math_f64_rsqrt_approx_ftz(MATH_F64_SIGN) == (MATH_F64_SIGN | MATH_F64_INFINITY));
}

/* All f16 results are within about half a unit of the last place. */
static void half_forms_are_nearest(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 65536; bits++) {
        uint16_t a = (uint16_t)bits;
        if (math_f16_is_nan(a)) {
            assert_int_equal(math_f16_ex2_approx(a, 0), MATH_F16_NAN);
            assert_int_equal(math_f16_tanh_approx(a), MATH_F16_NAN);
            continue;
        }
        double x = (double)math_f16_value(a);
        double power = exp2(x), hyperbolic = tanh(x);
        double got = (double)math_f16_value(math_f16_ex2_approx(a, 0));
        if (power < 65520)
            assert_true(fabs(got - power) <= fmax(power * 0x1p-11, 0x1p-25));
        else
            assert_true(isinf(got));
        got = (double)math_f16_value(math_f16_tanh_approx(a));
        assert_true(fabs(got - hyperbolic) <= fmax(fabs(hyperbolic) * 0x1p-11, 0x1p-25));
        if (math_bf16_is_nan(a))
            continue;
        x = (double)math_bf16_value(a);
        got = (double)math_bf16_value(math_bf16_tanh_approx(a));
        assert_true(fabs(got - tanh(x)) <= fmax(fabs(tanh(x)) * 0x1p-8, 0x1p-134));
        got = (double)math_bf16_value(math_bf16_ex2_approx_ftz(a));
        if (exp2(x) >= 0x1p-126 && exp2(x) < 0x1.fep127)
            assert_true(fabs(got - exp2(x)) <= exp2(x) * 0x1p-8);
    }
    assert_int_equal(math_f16x2_tanh_approx(0x7c00fc00), 0x3c00bc00);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reciprocals_and_roots_keep_their_bounds),
        cmocka_unit_test(exponentials_and_logarithms_keep_their_bounds),
        cmocka_unit_test(angles_keep_their_bounds),
        cmocka_unit_test(special_operands_give_what_the_tables_say),
        cmocka_unit_test(huge_divisors_give_zero),
        cmocka_unit_test(gross_approximations_keep_the_upper_word),
        cmocka_unit_test(half_forms_are_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
