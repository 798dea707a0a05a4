/* Tests medians and their intervals against ranks from tables of the binomial distribution. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device/statistics.h"

/* The values 1 .. n in unsorted order, so that the interval's ends are the ranks. */
static struct statistics_median of_ranks(size_t count)
{
    double values[STATISTICS_VALUES_MAX];
    for (size_t i = 0; i < count; i++)
        values[i] = (double)((i * 7919) % count + 1); /* 7919 is prime and divides none of the counts used */
    return statistics_median(values, count, 0.95);
}

static void ranks_are_those_of_the_binomial_distribution(void **state)
{
    (void)state;
    /* Count, lower rank, upper rank and probability of 95 % intervals for the median. */
    static const struct {
        size_t count;
        double low, high, confidence;
    } rows[] = {{6, 1, 6, 0.96875},   {8, 1, 8, 0.9921875}, {9, 2, 8, 0.9609375}, {10, 2, 9, 0.978515625},
                {20, 6, 15, 0.95861}, {25, 8, 18, 0.95671}, {100, 40, 61, 0.9648}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct statistics_median median = of_ranks(rows[i].count);
        assert_true(median.low == rows[i].low && median.high == rows[i].high);
        assert_true(fabs(median.confidence - rows[i].confidence) < 1e-4);
        assert_true(median.median == ((double)rows[i].count + 1) / 2);
    }
}

static void few_values_say_how_little_they_know(void **state)
{
    (void)state;
    struct statistics_median median = of_ranks(5);
    assert_true(median.low == 1 && median.high == 5 && median.median == 3);
    assert_true(median.confidence == 0.9375);
    median = of_ranks(1);
    assert_true(median.low == 1 && median.high == 1 && median.confidence == 0);
    median = of_ranks(2);
    assert_true(median.median == 1.5 && median.confidence == 0.5);
    assert_true(statistics_median(NULL, 0, 0.95).median == 0);
}

static void one_outlier_moves_nothing(void **state)
{
    (void)state;
    double values[11] = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1e9};
    struct statistics_median median = statistics_median(values, 11, 0.95);
    assert_true(median.median == 5 && median.low == 5 && median.high == 5);
    assert_true(values[10] == 1e9);
    assert_true(statistics_spread(&median) == 0);
}

/* Draws from a known distribution. The interval must hold the true median with its probability. */
static void the_interval_keeps_its_word(void **state)
{
    (void)state;
    enum { TRIALS = 4000, COUNT = 15 };
    uint64_t random = 1;
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double values[COUNT];
        for (int i = 0; i < COUNT; i++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            double uniform = (double)(random >> 11) / 9007199254740992.0;
            values[i] = -log(1 - uniform); /* exponential: the median is log 2 */
        }
        struct statistics_median median = statistics_median(values, COUNT, 0.95);
        held += median.low <= M_LN2 && M_LN2 <= median.high;
    }
    /* For 15 values, ranks 4 and 12 hold with 96.48 %. Four standard deviations are 1.2 %. */
    assert_in_range(held, (int)(0.953 * TRIALS), (int)(0.977 * TRIALS));
}

static void a_spread_needs_a_positive_median(void **state)
{
    (void)state;
    struct statistics_median median = {.median = 100, .low = 99, .high = 101};
    assert_true(fabs(statistics_spread(&median) - 0.02) < 1e-15);
    median.median = 0;
    assert_true(isinf(statistics_spread(&median)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_those_of_the_binomial_distribution),
        cmocka_unit_test(few_values_say_how_little_they_know),
        cmocka_unit_test(one_outlier_moves_nothing),
        cmocka_unit_test(the_interval_keeps_its_word),
        cmocka_unit_test(a_spread_needs_a_positive_median),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
