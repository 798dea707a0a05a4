/* Tests numbers of narrow types: rounding, saturation, units of the last place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "grader/value/number.h"

static void encodes_to_nearest_even(void **state)
{
    (void)state;
    assert_int_equal(number_encode(DTYPE_F16, 1.0), 0x3c00);
    assert_int_equal(number_encode(DTYPE_F16, 65504), 0x7bff);
    assert_int_equal(number_encode(DTYPE_F16, 65519.99), 0x7bff);
    assert_int_equal(number_encode(DTYPE_F16, 65520), 0x7c00); /* a tie goes to the even number: infinity */
    assert_int_equal(number_encode(DTYPE_F16, 0x1p-24), 0x0001);
    assert_int_equal(number_encode(DTYPE_F16, 0x1p-25), 0x0000);
    assert_int_equal(number_encode(DTYPE_F16, 0x1.8p-25), 0x0001);
    assert_int_equal(number_encode(DTYPE_F16, 1 + 0x1p-11), 0x3c00);
    assert_int_equal(number_encode(DTYPE_F16, 1 + 0x3p-11), 0x3c02);
    assert_int_equal(number_encode(DTYPE_BF16, 1 + 0x1p-8), 0x3f80);
    assert_int_equal(number_encode(DTYPE_BF16, 1 + 0x3p-8), 0x3f82);
    assert_int_equal(number_encode(DTYPE_E4M3, 448), 0x7e);
    assert_int_equal(number_encode(DTYPE_E4M3, 1e9), 0x7e); /* no infinity: saturates */
    assert_int_equal(number_encode(DTYPE_E4M3, -0x1p-9), 0x81);
    assert_int_equal(number_encode(DTYPE_E5M2, 57344), 0x7b);
    assert_int_equal(number_encode(DTYPE_E5M2, 1e9), 0x7c);
}

/* A double between two floats. Rounding to float first would break the tie of f16 wrongly. */
static void rounds_once(void **state)
{
    (void)state;
    assert_int_equal(number_encode(DTYPE_F16, 1 + 0x1p-11 + 0x1p-40), 0x3c01);
}

static void every_small_number_survives(void **state)
{
    static const enum dtype types[] = {DTYPE_F16, DTYPE_BF16, DTYPE_E4M3, DTYPE_E5M2};
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        uint64_t count = UINT64_C(1) << (8 * dtype_bytes(types[t]));
        for (uint64_t bits = 0; bits < count; bits++) {
            double value = number_decode(types[t], bits);
            if (!isnan(value))
                assert_int_equal(number_encode(types[t], value), bits);
            else
                assert_true(number_is_nan(types[t], number_encode(types[t], value)));
        }
    }
}

static void decodes_a_part(void **state)
{
    (void)state;
    const float singles[] = {1, -2, 0.5F, INFINITY};
    const uint16_t halves[] = {0x3c00, 0xc000, 0x3800, 0x7c00}; /* the same in f16 */
    double of_singles[3], of_halves[3];
    number_decode_part(DTYPE_F32, singles, 1, 3, of_singles);
    number_decode_part(DTYPE_F16, halves, 1, 3, of_halves);
    for (size_t i = 0; i < 3; i++) {
        assert_true(of_singles[i] == (double)singles[i + 1]);
        assert_true(of_halves[i] == (double)singles[i + 1]);
    }
}

static void integers_saturate(void **state)
{
    (void)state;
    assert_int_equal(number_encode(DTYPE_I8, 200), 127);
    assert_int_equal(number_encode(DTYPE_I8, -200), 0x80);
    assert_int_equal(number_encode(DTYPE_U8, -3), 0);
    assert_int_equal(number_encode(DTYPE_U32, 4294967295.0), UINT32_MAX);
    assert_int_equal(number_encode(DTYPE_I64, 1e30), INT64_MAX);
    assert_int_equal(number_encode(DTYPE_BOOL, 2), 1);
    assert_int_equal(number_encode(DTYPE_I32, (double)NAN), 0);
    assert_true(number_decode(DTYPE_I16, 0xffff) == -1);
}

static void ulps_count_neighbours(void **state)
{
    (void)state;
    uint64_t one = number_encode(DTYPE_F32, 1);
    assert_int_equal(number_ulps(DTYPE_F32, one, one + 3), 3);
    assert_int_equal(number_ulps(DTYPE_F32, number_encode(DTYPE_F32, 0.0), number_encode(DTYPE_F32, -0.0)), 0);
    assert_int_equal(number_ulps(DTYPE_F32, 1, UINT64_C(0x80000001)), 2); /* across zero */
    assert_true(number_ulps(DTYPE_F32, one, number_encode(DTYPE_F32, (double)NAN)) == UINT64_MAX);
    assert_int_equal(number_ulps(DTYPE_I32, 0xffffffff, 1), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encodes_to_nearest_even),     cmocka_unit_test(rounds_once),
        cmocka_unit_test(every_small_number_survives), cmocka_unit_test(decodes_a_part),
        cmocka_unit_test(integers_saturate),           cmocka_unit_test(ulps_count_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
