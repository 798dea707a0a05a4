/* Tests the figures of a portfolio. A record can be another's, with any numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <unistd.h>

#include "app/portfolio/figure.h"

enum { PATIENCE_S = 20 };

static size_t count_points(double intensity, double flops_per_second)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    struct exercise exercise = {.id = "gelu"};
    struct portfolio_kernel kernels[] = {
        {.exercise = &exercise, .standing = {.intensity = 1, .flops_per_second = 1e12}},
        {.exercise = &exercise, .standing = {.intensity = intensity, .flops_per_second = flops_per_second}},
    };
    struct portfolio portfolio = {
        .kernels = kernels, .kernel_count = 2, .roof = {.product = "GPU", .flops = 6e13, .bytes_per_second = 3e12}};
    size_t count = 0;
    alarm(PATIENCE_S); /* the axes had no end */
    figure_roofline(&portfolio, &out);
    alarm(0);
    for (const char *at = strstr(buffer_text(&out), "<circle"); at; at = strstr(at + 1, "<circle"))
        count++;
    assert_true(out.size_bytes < 20000);
    assert_null(strstr(buffer_text(&out), "nan"));
    assert_null(strstr(buffer_text(&out), "inf"));
    return count;
}

static void test_a_roofline_has_a_point_for_each_kernel(void **state)
{
    (void)state;
    assert_int_equal(count_points(10, 1e13), 2);
    assert_int_equal(count_points(0.01, 1e9), 2);
    assert_int_equal(count_points(0, 1e9), 1);
}

static void test_impossible_points_are_left_out(void **state)
{
    static const double numbers[] = {HUGE_VAL, 1e308, 1e-308};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        assert_int_equal(count_points(numbers[i], 1e12), 1);
        assert_int_equal(count_points(1, numbers[i]), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_roofline_has_a_point_for_each_kernel),
        cmocka_unit_test(test_impossible_points_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
