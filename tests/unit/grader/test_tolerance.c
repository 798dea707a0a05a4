/* Tests the tolerance of each type: lower precision fails, any order of a sum passes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"
#include "grader/value/tolerance.h"

static bool accepts(enum dtype dtype, double got, double expected)
{
    struct tolerance tolerance = tolerance_for(dtype, NULL, 1, 1);
    return tolerance_accepts(&tolerance, dtype, number_encode(dtype, got), number_encode(dtype, expected));
}

/* Rounds 1000 uniform numbers to a lower precision. Returns how many pass as the higher one. */
static int passes_after_rounding(enum dtype asked, enum dtype lower, double reduction_length)
{
    struct tolerance tolerance = tolerance_for(asked, NULL, reduction_length, 0.577);
    int passed = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        double value = 2 * random_uniform_at(7, 0, i) - 1;
        double rounded = number_decode(lower, number_encode(lower, value));
        passed += tolerance_accepts(&tolerance, asked, number_encode(asked, rounded), number_encode(asked, value));
    }
    return passed;
}

static void lower_precision_is_rejected(void **state)
{
    (void)state;
    assert_true(passes_after_rounding(DTYPE_F64, DTYPE_F32, 1) < 10);
    assert_true(passes_after_rounding(DTYPE_F32, DTYPE_F16, 1) < 100);
    assert_true(passes_after_rounding(DTYPE_F32, DTYPE_BF16, 1) < 100);
    assert_true(passes_after_rounding(DTYPE_F16, DTYPE_E4M3, 1) < 200);
    assert_true(passes_after_rounding(DTYPE_BF16, DTYPE_E4M3, 1) < 800);
    /* a long sum does not lift the limit */
    assert_true(passes_after_rounding(DTYPE_F32, DTYPE_F16, 1 << 20) < 900);
}

static void own_precision_is_accepted(void **state)
{
    (void)state;
    assert_int_equal(passes_after_rounding(DTYPE_F32, DTYPE_F32, 1), 1000);
    assert_int_equal(passes_after_rounding(DTYPE_F16, DTYPE_F16, 1), 1000);
    assert_true(accepts(DTYPE_F32, 1.000005, 1));
    assert_false(accepts(DTYPE_F32, 1.00005, 1));
}

static void nan_and_infinities_must_match(void **state)
{
    (void)state;
    assert_true(accepts(DTYPE_F32, (double)NAN, (double)NAN));
    assert_false(accepts(DTYPE_F32, (double)NAN, 1));
    assert_false(accepts(DTYPE_F32, 1, (double)NAN));
    assert_true(accepts(DTYPE_F32, (double)INFINITY, (double)INFINITY));
    assert_false(accepts(DTYPE_F32, (double)INFINITY, -(double)INFINITY));
    assert_false(accepts(DTYPE_F32, 3e38, (double)INFINITY));
    assert_true(accepts(DTYPE_F32, -0.0, 0.0));
}

static void integers_are_exact(void **state)
{
    (void)state;
    assert_false(accepts(DTYPE_I32, 1000001, 1000000));
    assert_true(accepts(DTYPE_I32, 5, 5));
    struct tolerance one = {.given = true, .absolute = 1};
    assert_true(tolerance_accepts(&one, DTYPE_I8, number_encode(DTYPE_I8, 4), number_encode(DTYPE_I8, 5)));
}

static void small_numbers_cannot_be_answered_with_zeros(void **state)
{
    (void)state;
    struct tolerance tolerance = tolerance_for(DTYPE_F32, NULL, 1, 1e-7);
    assert_false(tolerance_accepts(&tolerance, DTYPE_F32, 0, number_encode(DTYPE_F32, 1e-7)));
}

/* Compares 200 running f32 sums of `length` numbers with the exact ones. Returns how many pass. */
static int sums_that_pass(uint64_t length, bool half_inputs)
{
    struct tolerance tolerance = tolerance_for(DTYPE_F32, NULL, (double)length, sqrt((double)length / 3) * 0.5);
    int passed = 0;
    for (uint64_t sum = 0; sum < 200; sum++) {
        float got = 0;
        double expected = 0;
        for (uint64_t i = 0; i < length; i++) {
            float value = (float)(2 * random_uniform_at(11, sum, i) - 1);
            expected += (double)value;
            got += half_inputs ? (float)(_Float16)value : value;
        }
        passed += tolerance_accepts(&tolerance, DTYPE_F32, number_encode(DTYPE_F32, (double)got),
                                    number_encode(DTYPE_F32, expected));
    }
    return passed;
}

static void sums_pass_in_any_order_but_not_in_half_precision(void **state)
{
    static const uint64_t lengths[] = {8, 64, 1024, 16384};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        assert_int_equal(sums_that_pass(lengths[i], false), 200);
        assert_true(sums_that_pass(lengths[i], true) < 100);
    }
}

/* One row of a matrix is a thousand times as large as most, and its sums cancel to their size. */
static void large_terms_widen_their_own_element_alone(void **state)
{
    (void)state;
    const float expected[] = {1, 1, 1, 1, 1}, got[] = {1, 1, 1.0004f, 1, 1.0004f};
    const double terms[] = {1, 1, 1000, 1, 1};
    struct compare_request request = {
        .dtype = DTYPE_F32, .count = 5, .got = got, .expected = expected, .reduction_length = 64};
    struct compare_result compared;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    compare_elements(arena, &request, &compared);
    assert_int_equal(compared.wrong_count, 2);
    request.terms = terms;
    compare_elements(arena, &request, &compared);
    assert_int_equal(compared.wrong_count, 1);
    assert_int_equal(compared.first[0].index, 4);
    struct tolerance given = {.given = true, .absolute = 1e-5};
    request.given = &given;
    compare_elements(arena, &request, &compared);
    assert_int_equal(compared.wrong_count, 1);
}

static void few_of_many_elements_may_be_extremes(void **state)
{
    (void)state;
    assert_int_equal(tolerance_extremes(1), 0);
    assert_int_equal(tolerance_extremes(999), 0);
    assert_int_equal(tolerance_extremes(1000), 1);
    assert_int_equal(tolerance_extremes(16384), 1);
    assert_int_equal(tolerance_extremes(50000), 5);
}

static void reductions_widen_up_to_a_limit(void **state)
{
    (void)state;
    struct tolerance one = tolerance_for(DTYPE_F32, NULL, 1, 1), many = tolerance_for(DTYPE_F32, NULL, 64, 1),
                     most = tolerance_for(DTYPE_F32, NULL, 1e12, 1);
    assert_true(one.relative < many.relative && many.relative < most.relative);
    assert_true(most.relative < 4.8e-4);
}

/* An epilogue that makes most elements small says nothing of the sums behind them. */
static void the_timed_scale_is_that_of_the_large_elements(void **state)
{
    static const float elements[] = {0.001f, 0.001f, 0.001f, 0.001f, 0.001f, 0.001f, 5, 5, 5, 1000};
    (void)state;
    assert_true(compare_scale(DTYPE_F32, elements, 10) == 0x1p-10);
    assert_true(compare_timed_scale(DTYPE_F32, elements, 10) == 4);
    assert_true(compare_timed_scale(DTYPE_F32, elements, 0) == 0);
}

/* A given tolerance is a floor. None at all stays none: a copy is exact. */
static void large_terms_widen_a_given_tolerance_too(void **state)
{
    struct tolerance given = {.given = true, .absolute = 2e-5, .relative = 2e-5}, exact = {.given = true};
    (void)state;
    assert_true(tolerance_of_terms(given, DTYPE_F32, 1, 1).absolute == 2e-5);
    assert_true(tolerance_of_terms(given, DTYPE_F32, 1, 1000).absolute > 9e-4);
    assert_true(tolerance_of_terms(exact, DTYPE_F32, 1, 1000).absolute == 0);
    assert_false(tolerance_follows_terms(&exact));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lower_precision_is_rejected),
        cmocka_unit_test(own_precision_is_accepted),
        cmocka_unit_test(few_of_many_elements_may_be_extremes),
        cmocka_unit_test(nan_and_infinities_must_match),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(small_numbers_cannot_be_answered_with_zeros),
        cmocka_unit_test(sums_pass_in_any_order_but_not_in_half_precision),
        cmocka_unit_test(large_terms_widen_their_own_element_alone),
        cmocka_unit_test(large_terms_widen_a_given_tolerance_too),
        cmocka_unit_test(the_timed_scale_is_that_of_the_large_elements),
        cmocka_unit_test(reductions_widen_up_to_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
