/* Tests random numbers: published answers, distributions, bounds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"

struct philox_case {
    struct random_block counter;
    uint32_t key[2];
    struct random_block expected;
};

/* The known answers from the paper's library. */
static void the_generator_gives_the_published_answers(void **state)
{
    (void)state;
    static const struct philox_case cases[] = {
        {{{0, 0, 0, 0}}, {0, 0}, {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}}},
        {{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}},
         {0xffffffff, 0xffffffff},
         {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}},
        {{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}},
         {0xa4093822, 0x299f31d0},
         {{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct random_block block = random_philox(cases[i].counter, cases[i].key);
        assert_memory_equal(&block, &cases[i].expected, sizeof block);
    }
}

static void seed_stream_and_index_all_matter(void **state)
{
    (void)state;
    uint64_t base = random_at(1, 2, 3);
    assert_true(base == random_at(1, 2, 3));
    assert_true(base != random_at(2, 2, 3));
    assert_true(base != random_at(1, 3, 3));
    assert_true(base != random_at(1, 2, 4));
    assert_true(base != random_at(1 + (UINT64_C(1) << 32), 2, 3));
    assert_true(base != random_at(1, 2 + (UINT64_C(1) << 32), 3));
    assert_true(base != random_at(1, 2, 3 + (UINT64_C(1) << 32)));
    assert_true(random_at(0, 0, 0) == UINT64_C(0xe169c58d6627e8d5));
    assert_true(random_system_seed() != random_system_seed());
}

static void uniform_numbers_fill_their_interval(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    double sum = 0;
    double least = 1;
    double most = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        double x = random_uniform_at(42, 7, i);
        assert_true(x >= 0 && x < 1);
        sum += x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    assert_true(fabs(sum / COUNT - 0.5) < 0.005);
    assert_true(least < 1e-3 && most > 1 - 1e-3);
}

/* Uses the middle of one of 2^52 equal intervals: never 0 or 1, and symmetric about one half. */
static double normal_at(uint64_t seed, uint64_t stream, uint64_t index)
{
    return random_normal_quantile(((double)(random_at(seed, stream, index) >> 12) + 0.5) * 0x1p-52);
}

static void normal_numbers_have_their_moments(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    double sum = 0;
    double squares = 0;
    double fourths = 0;
    for (uint64_t i = 0; i < COUNT; i++) {
        double x = normal_at(42, 7, i);
        sum += x;
        squares += x * x;
        fourths += x * x * x * x;
    }
    assert_true(fabs(sum / COUNT) < 0.01);
    assert_true(fabs(squares / COUNT - 1) < 0.02);
    assert_true(fabs(fourths / COUNT - 3) < 0.1);
}

static void the_quantile_inverts_the_distribution(void **state)
{
    (void)state;
    for (int exponent = -1020; exponent <= -1; exponent++) {
        for (double factor = 0.55; factor <= 1; factor += 0.05) {
            double p = ldexp(factor, exponent);
            double x = random_normal_quantile(p);
            double back = 0.5 * erfc(-x / sqrt(2.0));
            /* erfc magnifies the relative error of x by about x squared */
            assert_true(fabs(back - p) <= p * 1e-14 * (1 + x * x));
        }
    }
    assert_true(random_normal_quantile(0.5) == 0);
    assert_true(fabs(random_normal_quantile(0.975) - 1.959963984540054) < 1e-15);
    assert_true(random_normal_quantile(0.25) == -random_normal_quantile(0.75));
    assert_true(fabs(random_normal_quantile(0x1p-53)) < 8.4);
    assert_true(isnan(random_normal_quantile(0)) && isnan(random_normal_quantile(1)) &&
                isnan(random_normal_quantile(NAN)));
}

/* Every machine, compiler and setting must give these bits. */
static void the_bits_do_not_change(void **state)
{
    (void)state;
    uint64_t bits = 0;
    for (uint64_t i = 0; i < 4096; i++) {
        double x = normal_at(20240517, 3, i);
        uint64_t word;
        memcpy(&word, &x, sizeof word);
        bits = (bits << 7 | bits >> 57) ^ word;
    }
    if (bits != UINT64_C(0x9f5b77f2467995df))
        fail_msg("the bits are now 0x%016llx", (unsigned long long)bits);
}

static void bounds_are_kept(void **state)
{
    (void)state;
    int64_t seen[5] = {0};
    for (uint64_t i = 0; i < 5000; i++) {
        int64_t x = random_integer_at(9, 0, i, -2, 2);
        assert_true(x >= -2 && x <= 2);
        seen[x + 2]++;
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i] > 850 && seen[i] < 1150);
    assert_true(random_below_at(1, 1, 1, 0) == 0);
    assert_true(random_below_at(1, 1, 1, 1) == 0);
    assert_true(random_integer_at(1, 1, 1, 5, 5) == 5);
    assert_true(random_integer_at(1, 1, 1, 5, 4) == 5);
    assert_true(random_integer_at(1, 1, 1, INT64_MIN, INT64_MAX) != random_integer_at(1, 1, 2, INT64_MIN, INT64_MAX));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_gives_the_published_answers),
        cmocka_unit_test(seed_stream_and_index_all_matter),
        cmocka_unit_test(uniform_numbers_fill_their_interval),
        cmocka_unit_test(normal_numbers_have_their_moments),
        cmocka_unit_test(the_quantile_inverts_the_distribution),
        cmocka_unit_test(the_bits_do_not_change),
        cmocka_unit_test(bounds_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
