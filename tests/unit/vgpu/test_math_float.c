/* Tests f32 and f64 arithmetic in every rounding mode against the CPU and the ISA's rules. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math_support.h"
#include "vgpu/math/math_float.h"
#include "vgpu/math/math_half.h"
#include "vgpu/math/math_number.h"

enum { ROUNDS = 60000 };

static const int hardware_rounding[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

enum { ADD, SUB, MUL, DIV, FMA, SQRT, OPERATIONS };

/* volatile: the compiler must not fold or move operations that depend on the mode. */
static void hardware_f32(uint32_t a, uint32_t b, uint32_t c, enum math_rounding rounding, uint32_t out[OPERATIONS])
{
    volatile float x = math_f32_value(a), y = math_f32_value(b), z = math_f32_value(c), result[OPERATIONS];
    fesetround(hardware_rounding[rounding]);
    result[ADD] = x + y;
    result[SUB] = x - y;
    result[MUL] = x * y;
    result[DIV] = x / y;
    result[FMA] = fmaf(x, y, z);
    result[SQRT] = sqrtf(x);
    fesetround(FE_TONEAREST);
    for (int i = 0; i < OPERATIONS; i++)
        out[i] = isnan(result[i]) ? MATH_F32_NAN : math_f32_bits(result[i]);
}

static void hardware_f64(uint64_t a, uint64_t b, uint64_t c, enum math_rounding rounding, uint64_t out[OPERATIONS])
{
    volatile double x = math_f64_value(a), y = math_f64_value(b), z = math_f64_value(c), result[OPERATIONS];
    fesetround(hardware_rounding[rounding]);
    result[ADD] = x + y;
    result[SUB] = x - y;
    result[MUL] = x * y;
    result[DIV] = x / y;
    result[FMA] = fma(x, y, z);
    result[SQRT] = sqrt(x);
    fesetround(FE_TONEAREST);
    for (int i = 0; i < OPERATIONS; i++)
        out[i] = math_f64_bits(result[i]);
}

static void f32_matches_the_cpu_in_every_rounding(void **state)
{
    (void)state;
    struct math_stream stream = {0x1234567};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream), b = stream_f32(&stream), c = stream_f32(&stream), want[OPERATIONS];
        enum math_rounding rounding = (enum math_rounding)(i % 4);
        hardware_f32(a, b, c, rounding, want);
        assert_int_equal(math_f32_add_rounded(a, b, rounding, 0), want[ADD]);
        assert_int_equal(math_f32_sub_rounded(a, b, rounding, 0), want[SUB]);
        assert_int_equal(math_f32_mul_rounded(a, b, rounding, 0), want[MUL]);
        assert_int_equal(math_f32_div_rounded(a, b, rounding, 0), want[DIV]);
        assert_int_equal(math_f32_fma_rounded(a, b, c, rounding, 0), want[FMA]);
        assert_int_equal(math_f32_sqrt_rounded(a, rounding, 0), want[SQRT]);
    }
}

static void inline_f32_is_the_nearest_form(void **state)
{
    (void)state;
    struct math_stream stream = {0x7654321};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream), b = stream_f32(&stream), c = stream_f32(&stream);
        unsigned flags = (unsigned)i & (MATH_FTZ | MATH_SAT);
        assert_int_equal(math_f32_add(a, b, flags), math_f32_add_rounded(a, b, MATH_RN, flags));
        assert_int_equal(math_f32_sub(a, b, flags), math_f32_sub_rounded(a, b, MATH_RN, flags));
        assert_int_equal(math_f32_mul(a, b, flags), math_f32_mul_rounded(a, b, MATH_RN, flags));
        assert_int_equal(math_f32_fma(a, b, c, flags), math_f32_fma_rounded(a, b, c, MATH_RN, flags));
        assert_int_equal(math_f32_div(a, b, flags), math_f32_div_rounded(a, b, MATH_RN, flags));
        assert_int_equal(math_f32_rcp(a, flags), math_f32_rcp_rounded(a, MATH_RN, flags));
        assert_int_equal(math_f32_sqrt(a, flags), math_f32_sqrt_rounded(a, MATH_RN, flags));
    }
}

/* The soft float of narrow formats and f64 agrees with the functions tested above. */
static void soft_float_agrees(void **state)
{
    (void)state;
    const struct math_format *f32 = &math_formats[MATH_FORMAT_F32];
    struct math_stream stream = {0x5f5f5f};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream), b = stream_f32(&stream), c = stream_f32(&stream);
        enum math_rounding mode = (enum math_rounding)(i % 4);
        struct math_number x = math_number_unpack(f32, a), y = math_number_unpack(f32, b);
        struct math_number fused = math_number_fma(x, y, math_number_unpack(f32, c), mode);
#define SOFT(number) ((uint32_t)math_number_pack(number, f32, mode, 0))
        assert_int_equal(SOFT(fused), math_f32_fma_rounded(a, b, c, mode, 0));
        assert_int_equal(SOFT(math_number_div(x, y)), math_f32_div_rounded(a, b, mode, 0));
        assert_int_equal(SOFT(math_number_sqrt(x)), math_f32_sqrt_rounded(a, mode, 0));
    }
}

/* The fma without the CPU's instruction, in every build. */
static void fma_through_double_rounds_once(void **state)
{
    (void)state;
    struct math_stream stream = {0xabcdef};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream), b = stream_f32(&stream), c = stream_f32(&stream);
        double product = (double)math_f32_value(a) * (double)math_f32_value(b);
        float sum = (float)math_f64_sum_to_odd(product, (double)math_f32_value(c));
        assert_int_equal(math_f32_out(sum, 0), math_f32_fma_rounded(a, b, c, MATH_RN, 0));
    }
}

static void fma_is_fused(void **state)
{
    (void)state;
    float x = 1.0F + 0x1p-13F, square = 1.0F + 0x1p-12F;
    uint32_t got = math_f32_fma(math_f32_bits(x), math_f32_bits(x), math_f32_bits(-square), 0);
    assert_int_equal(got, math_f32_bits(0x1p-26F));
    /* The addend breaks a tie in double. Two roundings would go the other way. */
    uint32_t a = math_f32_bits(1.0F + 0x1p-12F), tiny = math_f32_bits(0x1p-60F);
    assert_int_equal(math_f32_fma(a, a, tiny, 0), math_f32_bits(1.0F + 0x1p-11F + 0x1p-23F));
    assert_int_equal(math_f32_fma(a, a, 0, 0), math_f32_bits(1.0F + 0x1p-11F));
}

static void f64_matches_the_cpu_in_every_rounding(void **state)
{
    (void)state;
    struct math_stream stream = {0x99887766};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = stream_f64(&stream), b = stream_f64(&stream), c = stream_f64(&stream), want[OPERATIONS];
        enum math_rounding rounding = (enum math_rounding)(i % 4);
        hardware_f64(a, b, c, rounding, want);
        uint64_t got[OPERATIONS] = {
            math_f64_add_rounded(a, b, rounding),    math_f64_sub_rounded(a, b, rounding),
            math_f64_mul_rounded(a, b, rounding),    math_f64_div_rounded(a, b, rounding),
            math_f64_fma_rounded(a, b, c, rounding), math_f64_sqrt_rounded(a, rounding),
        };
        for (int k = 0; k < OPERATIONS; k++) {
            if (math_f64_is_nan(want[k]))
                assert_true(math_f64_is_nan(got[k]));
            else
                assert_true(got[k] == want[k]);
        }
        if (rounding != MATH_RN)
            continue;
        assert_true(math_f64_add(a, b) == got[ADD]);
        assert_true(math_f64_mul(a, b) == got[MUL]);
        assert_true(math_f64_div(a, b) == got[DIV]);
        assert_true(math_f64_fma(a, b, c) == got[FMA]);
        assert_true(math_f64_sqrt(a) == got[SQRT]);
    }
}

static void nan_results_have_fixed_bits(void **state)
{
    (void)state;
    const uint32_t signalling = 0xff800001;
    const uint64_t payload = UINT64_C(0x7ff0000000000123), other = UINT64_C(0xfff8000000000456);
    assert_int_equal(math_f32_add(signalling, MATH_F32_ONE, 0), MATH_F32_NAN);
    assert_int_equal(math_f32_mul(0, MATH_F32_INFINITY, 0), MATH_F32_NAN);
    assert_int_equal(math_f32_sub(MATH_F32_INFINITY, MATH_F32_INFINITY, MATH_SAT), 0);
    assert_int_equal(math_f32_neg(0x7fc00000, 0), MATH_F32_NAN);
    assert_true(math_f64_add(MATH_F64_ONE, payload) == UINT64_C(0x7ff8000000000123));
    assert_true(math_f64_add(other, payload) == UINT64_C(0x7ff8000000000123));
    assert_true(math_f64_mul_rounded(payload, other, MATH_RZ) == other);
    assert_true(math_f64_fma(other, payload, 0) == UINT64_C(0x7ff8000000000123));
    assert_true(math_f64_fma(MATH_F64_ONE, other, payload) == other);
    assert_true(math_f64_fma(other, MATH_F64_ONE, payload) == UINT64_C(0x7ff8000000000123));
    assert_true(math_f64_max(other, payload) == UINT64_C(0x7ff8000000000123));
    assert_true(math_f64_neg(other) == other);
    assert_true(math_f64_abs(other) == other);
    assert_true(math_f64_neg(payload) == UINT64_C(0x7ff8000000000123));
    assert_true(math_f64_fma(MATH_F64_ONE, MATH_F64_ONE, other) == other);
    assert_true(math_f64_mul(0, MATH_F64_INFINITY) == MATH_F64_NAN);
    assert_true(math_f64_sqrt(math_f64_bits(-1.0)) == MATH_F64_NAN);
}

/* As on an H100: below the midpoint next to 2^-126 is 0; 2^-126 (1 - 2^-46) is 2^-126. */
static void ftz_looks_at_numbers_before_they_are_subnormal(void **state)
{
    (void)state;
    const uint32_t least = 0x00800000, half = 0x3f000000, minus_eighth = 0xbe000000;
    assert_int_equal(math_f32_mul(0x00ffffff, half, 0), least);
    assert_int_equal(math_f32_mul(0x00ffffff, half, MATH_FTZ), 0);
    assert_int_equal(math_f32_mul(0x3efffffe, 0x01000001, MATH_FTZ), least);
    assert_int_equal(math_f32_fma(0x3efffffe, 0x01000001, 0, MATH_FTZ), least);
    assert_int_equal(math_f32_fma(0x01ffffff, minus_eighth, 0x007fffff, MATH_FTZ), 0x80000000);
    assert_int_equal(math_f32_fma_rounded(0x01ffffff, minus_eighth, 0x007fffff, MATH_RM, MATH_FTZ), 0x80000000);
    assert_int_equal(math_f32_mul_rounded(0x3efffffe, 0x01000001, MATH_RP, MATH_FTZ), least);
    assert_int_equal(math_f32_div(0x00ffffff, 0x40000000, MATH_FTZ), 0);
    assert_int_equal(math_f32_div_rounded(0x00ffffff, 0x40000000, MATH_RP, MATH_FTZ), 0);
    assert_int_equal(math_f16_mul(0x87ff, 0x3800, MATH_FTZ), 0x8000);
    assert_int_equal(math_f16_mul(0x37fe, 0x0801, MATH_FTZ), 0x0400);
    assert_int_equal(math_f16_fma(0x8fff, 0x0400, 0x0400, MATH_FTZ), 0);
}

static void ftz_keeps_signs(void **state)
{
    (void)state;
    const uint32_t tiny = 0x80000001, least = 0x00800000;
    assert_int_equal(math_f32_add(tiny, 0x80000000, MATH_FTZ), 0x80000000);
    assert_int_equal(math_f32_mul(least, math_f32_bits(-0.5F), MATH_FTZ), 0x80000000);
    assert_int_equal(math_f32_mul(least, math_f32_bits(-0.5F), 0), 0x80400000);
    assert_int_equal(math_f32_fma(tiny, MATH_F32_ONE, 1, MATH_FTZ), 0);
    assert_int_equal(math_f32_rcp(tiny, MATH_FTZ), 0xff800000);
    assert_int_equal(math_f32_abs(tiny, MATH_FTZ), 0);
    assert_int_equal(math_f32_neg(tiny, MATH_FTZ), 0);
}

static void sat_clamps_to_the_unit(void **state)
{
    (void)state;
    assert_int_equal(math_f32_add(math_f32_bits(0.75F), math_f32_bits(0.75F), MATH_SAT), MATH_F32_ONE);
    assert_int_equal(math_f32_sub(0, math_f32_bits(0.75F), MATH_SAT), 0);
    assert_int_equal(math_f32_mul(0x80000000, MATH_F32_ONE, MATH_SAT), 0);
    assert_int_equal(math_f32_mul(math_f32_bits(0.5F), math_f32_bits(0.5F), MATH_SAT), math_f32_bits(0.25F));
}

struct order_case {
    uint32_t a, b;
    unsigned flags;
    uint32_t min, max;
};

static void min_and_max_follow_their_modifiers(void **state)
{
    (void)state;
    const uint32_t two = 0x40000000, minus_three = 0xc0400000, nan = 0xffc00001;
    const struct order_case cases[] = {
        {two, minus_three, 0, minus_three, two},
        {0, 0x80000000, 0, 0x80000000, 0},
        {0x80000000, 0, 0, 0x80000000, 0},
        {nan, two, 0, two, two},
        {two, nan, 0, two, two},
        {nan, nan, 0, MATH_F32_NAN, MATH_F32_NAN},
        {nan, two, MATH_NAN, MATH_F32_NAN, MATH_F32_NAN},
        {two, minus_three, MATH_XORSIGN_ABS, 0xc0000000, minus_three},
        {minus_three, 0xc0000000, MATH_XORSIGN_ABS, two, 0x40400000},
        {two, nan, MATH_XORSIGN_ABS, 0xc0000000, 0xc0000000},
        {0x80000001, 0x00000001, MATH_FTZ, 0x80000000, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(math_f32_min(cases[i].a, cases[i].b, cases[i].flags), cases[i].min);
        assert_int_equal(math_f32_max(cases[i].a, cases[i].b, cases[i].flags), cases[i].max);
    }
    assert_int_equal(math_f32_min3(two, nan, minus_three, 0), minus_three);
    assert_int_equal(math_f32_max3(two, nan, minus_three, MATH_NAN), MATH_F32_NAN);
    assert_int_equal(math_f32_max3(two, MATH_F32_ONE, minus_three, MATH_ABS), 0x40400000);
    assert_int_equal(math_f32_min3(two, 0xbf800000, minus_three, MATH_ABS), MATH_F32_ONE);
    assert_true(math_f64_min(UINT64_C(0x7ff8000000000001), MATH_F64_ONE) == MATH_F64_ONE);
    assert_true(math_f64_min(0, MATH_F64_SIGN) == MATH_F64_SIGN);
    assert_true(math_f64_max(MATH_F64_SIGN, 0) == 0);
}

static void comparisons_know_unordered_operands(void **state)
{
    (void)state;
    const uint32_t one = MATH_F32_ONE, two = 0x40000000, nan = 0x7fc00000;
    /* The comparisons that hold for (1, 2), (2, 2), (2, 1) and (1, NaN), as bits. */
    static const uint8_t holds[] = {
        [MATH_EQ] = 2,   [MATH_NE] = 5,   [MATH_LT] = 1,   [MATH_LE] = 3,    [MATH_GT] = 4,
        [MATH_GE] = 6,   [MATH_EQU] = 10, [MATH_NEU] = 13, [MATH_LTU] = 9,   [MATH_LEU] = 11,
        [MATH_GTU] = 12, [MATH_GEU] = 14, [MATH_NUM] = 7,  [MATH_ISNAN] = 8,
    };
    const uint32_t pairs[4][2] = {{one, two}, {two, two}, {two, one}, {one, nan}};
    for (int compare = MATH_EQ; compare <= MATH_ISNAN; compare++) {
        for (int i = 0; i < 4; i++) {
            bool want = holds[compare] >> i & 1;
            uint64_t a = math_f64_bits((double)math_f32_value(pairs[i][0]));
            uint64_t b = math_f64_bits((double)math_f32_value(pairs[i][1]));
            assert_int_equal(math_f32_compare((enum math_compare)compare, pairs[i][0], pairs[i][1], 0), want);
            assert_int_equal(math_f64_compare((enum math_compare)compare, a, b), want);
        }
    }
    assert_true(math_f32_compare(MATH_EQ, 0, 0x80000000, 0));
    assert_true(math_f32_compare(MATH_EQ, 0, 1, MATH_FTZ));
    assert_false(math_f32_compare(MATH_EQ, 0, 1, 0));
}

static void testp_sorts_values(void **state)
{
    (void)state;
    const uint32_t values[] = {0, 1, 0x00800000, 0x7f800000, 0x7fc00000};
    static const uint8_t holds[] = {
        [MATH_TESTP_FINITE] = 7,      [MATH_TESTP_INFINITE] = 8, [MATH_TESTP_NUMBER] = 15,
        [MATH_TESTP_NOTANUMBER] = 16, [MATH_TESTP_NORMAL] = 5,   [MATH_TESTP_SUBNORMAL] = 2,
    };
    for (int test = MATH_TESTP_FINITE; test <= MATH_TESTP_SUBNORMAL; test++) {
        for (int i = 0; i < 5; i++)
            assert_int_equal(math_f32_testp((enum math_testp)test, values[i]), holds[test] >> i & 1);
    }
    assert_true(math_f64_testp(MATH_TESTP_SUBNORMAL, MATH_F64_SIGN | 1));
    assert_true(math_f64_testp(MATH_TESTP_NORMAL, MATH_F64_SIGN));
}

static void copysign_takes_the_first_operands_sign(void **state)
{
    (void)state;
    assert_int_equal(math_f32_copysign(0x80000000, MATH_F32_ONE), 0xbf800000);
    assert_true(math_f64_copysign(0, MATH_F64_SIGN | 5) == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f32_matches_the_cpu_in_every_rounding),
        cmocka_unit_test(inline_f32_is_the_nearest_form),
        cmocka_unit_test(soft_float_agrees),
        cmocka_unit_test(fma_through_double_rounds_once),
        cmocka_unit_test(fma_is_fused),
        cmocka_unit_test(f64_matches_the_cpu_in_every_rounding),
        cmocka_unit_test(nan_results_have_fixed_bits),
        cmocka_unit_test(ftz_looks_at_numbers_before_they_are_subnormal),
        cmocka_unit_test(ftz_keeps_signs),
        cmocka_unit_test(sat_clamps_to_the_unit),
        cmocka_unit_test(min_and_max_follow_their_modifiers),
        cmocka_unit_test(comparisons_know_unordered_operands),
        cmocka_unit_test(testp_sorts_values),
        cmocka_unit_test(copysign_takes_the_first_operands_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
