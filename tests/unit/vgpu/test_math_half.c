/* Tests f16 and bf16 arithmetic against exact __float128 sums and a search for nearest values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math_support.h"
#include "vgpu/math/math_half.h"
#include "vgpu/math/math_number.h"

enum { ROUNDS = 12000 };

/* A 16-bit format by its definition. */
struct format {
    int mantissa_bits, bias;
    uint16_t infinity;
};

static const struct format f16 = {10, 15, 0x7c00}, bf16 = {7, 127, 0x7f80};

static __float128 power_of_two(int exponent)
{
    __float128 result = 1, factor = exponent < 0 ? 0.5 : 2;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
        result *= factor;
    return result;
}

/* The value of a magnitude. Infinity counts as the next value. */
static __float128 magnitude_value(const struct format *format, uint16_t bits)
{
    int exponent = bits >> format->mantissa_bits;
    int mantissa = bits & ((1 << format->mantissa_bits) - 1);
    if (exponent == 0)
        return mantissa * power_of_two(1 - format->bias - format->mantissa_bits);
    return (mantissa + (1 << format->mantissa_bits)) * power_of_two(exponent - format->bias - format->mantissa_bits);
}

static __float128 exact_value(const struct format *format, uint16_t bits)
{
    __float128 magnitude = magnitude_value(format, bits & 0x7fff);
    return bits & 0x8000 ? -magnitude : magnitude;
}

/* The nearest value by bisection; ties to the even last bit. Not for zero or NaN. */
static uint16_t nearest(const struct format *format, __float128 value)
{
    __float128 magnitude = value < 0 ? -value : value;
    uint16_t low = 0, high = format->infinity;
    if (magnitude >= magnitude_value(format, high))
        low = high;
    while (high - low > 1) {
        uint16_t middle = (uint16_t)((low + high) / 2);
        if (magnitude_value(format, middle) <= magnitude)
            low = middle;
        else
            high = middle;
    }
    if (low != high) {
        __float128 below = magnitude - magnitude_value(format, low), above = magnitude_value(format, high) - magnitude;
        low = below > above || (below == above && (low & 1)) ? high : low;
    }
    return (uint16_t)(low | (value < 0 ? 0x8000 : 0));
}

static bool is_finite(const struct format *format, uint16_t bits)
{
    return (bits & 0x7fff) < format->infinity;
}

static uint16_t draw(struct math_stream *stream)
{
    uint64_t bits = stream_next(stream) >> 13;
    switch (bits >> 20 & 3) {
    case 0:
        return (uint16_t)(bits & 0x87ff);
    case 1:
        return (uint16_t)((bits & 0x83ff) | 0x3c00);
    default:
        return (uint16_t)bits;
    }
}

static void f16_values_survive_the_round_trip(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 65536; bits++) {
        uint16_t a = (uint16_t)bits;
        if (math_f16_is_nan(a)) {
            assert_int_equal(math_f16_neg(a, 0), MATH_F16_NAN);
            assert_int_equal(math_f16_abs(a, 0), MATH_F16_NAN);
            assert_int_equal(math_f16_nearest(math_f16_value(a)), MATH_F16_NAN);
            continue;
        }
        assert_int_equal(math_f16_nearest(math_f16_value(a)), a);
        assert_int_equal(math_f16_neg(a, 0), a ^ 0x8000);
        assert_int_equal(math_f16_abs(a, 0), a & 0x7fff);
        if (is_finite(&f16, a))
            assert_true((__float128)math_f16_value(a) == exact_value(&f16, a));
    }
}

static void f16_rounds_once(void **state)
{
    (void)state;
    struct math_stream stream = {4711};
    for (int i = 0; i < ROUNDS; i++) {
        uint16_t a = draw(&stream), b = draw(&stream), c = draw(&stream);
        if (!is_finite(&f16, a) || !is_finite(&f16, b) || !is_finite(&f16, c))
            continue;
        __float128 x = exact_value(&f16, a), y = exact_value(&f16, b), z = exact_value(&f16, c);
        if (x + y != 0)
            assert_int_equal(math_f16_add(a, b, 0), nearest(&f16, x + y));
        if (x - y != 0)
            assert_int_equal(math_f16_sub(a, b, 0), nearest(&f16, x - y));
        if (x * y != 0)
            assert_int_equal(math_f16_mul(a, b, 0), nearest(&f16, x * y));
        if (x * y + z != 0)
            assert_int_equal(math_f16_fma(a, b, c, 0), nearest(&f16, x * y + z));
    }
}

/* The soft float, tested elsewhere, computes sums that exceed a __float128. */
static void bf16_rounds_once(void **state)
{
    (void)state;
    const struct math_format *format = &math_formats[MATH_FORMAT_BF16];
    struct math_stream stream = {1147};
    for (int i = 0; i < ROUNDS; i++) {
        uint16_t a = draw(&stream), b = draw(&stream), c = draw(&stream);
        struct math_number x = math_number_unpack(format, a), y = math_number_unpack(format, b);
        struct math_number z = math_number_unpack(format, c);
        uint64_t sum = math_number_pack(math_number_add(x, y, MATH_RN), format, MATH_RN, 0);
        uint64_t product = math_number_pack(math_number_mul(x, y), format, MATH_RN, 0);
        uint64_t fused = math_number_pack(math_number_fma(x, y, z, MATH_RN), format, MATH_RN, 0);
        assert_int_equal(math_bf16_add(a, b, 0), sum);
        assert_int_equal(math_bf16_mul(a, b, 0), product);
        assert_int_equal(math_bf16_fma(a, b, c, 0), fused);
        if (!is_finite(&bf16, a) || !is_finite(&bf16, b))
            continue;
        __float128 exact = exact_value(&bf16, a) * exact_value(&bf16, b);
        if (exact != 0)
            assert_int_equal(math_bf16_mul(a, b, 0), nearest(&bf16, exact));
    }
}

static void modifiers_act_on_the_result(void **state)
{
    (void)state;
    const uint16_t one = 0x3c00, two = 0x4000, minus_one = 0xbc00, least = 0x0400, half = 0x3800;
    assert_int_equal(math_f16_add(one, two, MATH_SAT), one);
    assert_int_equal(math_f16_add(minus_one, 0, MATH_SAT), 0);
    assert_int_equal(math_f16_add(0x7c00, 0xfc00, MATH_SAT), 0);
    assert_int_equal(math_f16_add(0x7c00, 0xfc00, 0), MATH_F16_NAN);
    assert_int_equal(math_f16_fma(minus_one, two, one, MATH_RELU), 0);
    assert_int_equal(math_f16_fma(0x7e00, two, one, MATH_RELU), MATH_F16_NAN);
    assert_int_equal(math_f16_mul(least, half, 0), 0x0200);
    assert_int_equal(math_f16_mul(least, half, MATH_FTZ), 0);
    assert_int_equal(math_f16_add(0x8001, 0x8000, MATH_FTZ), 0x8000);
    assert_int_equal(math_bf16_fma(0xbf80, 0x4000, 0x3f80, MATH_RELU), 0);
}

static void order_follows_its_modifiers(void **state)
{
    (void)state;
    const uint16_t two = 0x4000, minus_three = 0xc200, nan = 0xfe01;
    assert_int_equal(math_f16_min(two, minus_three, 0), minus_three);
    assert_int_equal(math_f16_max(two, minus_three, 0), two);
    assert_int_equal(math_f16_min(nan, two, 0), two);
    assert_int_equal(math_f16_min(nan, two, MATH_NAN), MATH_F16_NAN);
    assert_int_equal(math_f16_max(0x8000, 0, 0), 0);
    assert_int_equal(math_f16_min(0, 0x8000, 0), 0x8000);
    assert_int_equal(math_f16_max(two, minus_three, MATH_XORSIGN_ABS), minus_three);
    assert_int_equal(math_bf16_max(0x4000, 0xc040, MATH_XORSIGN_ABS), 0xc040);
    assert_int_equal(math_bf16_min(0x7fff, 0x4000, 0), 0x4000);
    assert_true(math_f16_compare(MATH_EQ, 0, 0x8001, MATH_FTZ));
    assert_true(math_f16_compare(MATH_GTU, nan, two, 0));
    assert_true(math_bf16_compare(MATH_LT, 0xc040, 0x4000));
}

static void pairs_are_two_of_the_same(void **state)
{
    (void)state;
    struct math_stream stream = {31};
    for (int i = 0; i < 1000; i++) {
        uint16_t a = draw(&stream), b = draw(&stream), c = draw(&stream);
        uint16_t x = draw(&stream), y = draw(&stream), z = draw(&stream);
        uint32_t got = math_f16x2_fma(math_pair(a, x), math_pair(b, y), math_pair(c, z), 0);
        assert_int_equal(got, math_pair(math_f16_fma(a, b, c, 0), math_f16_fma(x, y, z, 0)));
        got = math_bf16x2_add(math_pair(a, x), math_pair(b, y), 0);
        assert_int_equal(got, math_pair(math_bf16_add(a, b, 0), math_bf16_add(x, y, 0)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f16_values_survive_the_round_trip),
        cmocka_unit_test(f16_rounds_once),
        cmocka_unit_test(bf16_rounds_once),
        cmocka_unit_test(modifiers_act_on_the_result),
        cmocka_unit_test(order_follows_its_modifiers),
        cmocka_unit_test(pairs_are_two_of_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
