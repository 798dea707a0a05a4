/* Tests the inputs of cases: distributions, order, special values, mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/input.h"
#include "grader/value/number.h"
#include "grader/value/scope.h"

static struct case_value values[] = {{"n", {.integer = 1000, .real = 1000}}};
static struct scope scope = {.values = values, .value_count = 1};

static struct input_recipe prepared(const char *init, enum dtype dtype, uint64_t count)
{
    struct expression_environment environment = scope_environment(&scope);
    struct input_recipe recipe;
    struct error error = {0};
    if (!input_prepare(init, dtype, count, 42, &environment, &recipe, &error))
        fail_msg("%s: %s", init ? init : "default", error.message);
    return recipe;
}

static double element(const struct input_recipe *recipe, uint64_t index)
{
    return number_decode(recipe->dtype, input_element(recipe, index));
}

static void elements_can_be_made_alone(void **state)
{
    (void)state;
    struct input_recipe recipe = prepared("normal(0, 1e4)", DTYPE_F32, 500);
    float data[500];
    input_fill(&recipe, data);
    for (uint64_t i = 500; i-- > 0;)
        assert_int_equal(input_element(&recipe, i), number_load(DTYPE_F32, data, i));
}

static void compare_many(const struct input_recipe *recipe, uint64_t first, uint64_t count)
{
    static uint64_t data[5000];
    assert_true(count <= sizeof data / sizeof *data);
    input_fill_part(recipe, first, count, data);
    for (uint64_t i = 0; i < count; i++)
        if (number_load(recipe->dtype, data, i) != input_element(recipe, first + i))
            fail_msg("%s of %s: element %d from %d on differs", input_distribution_name(recipe->distribution),
                     dtype_name(recipe->dtype), (int)i, (int)first);
}

/* Runs of elements are made at once. Their bits are those of single elements. */
static void many_elements_equal_single_ones(void **state)
{
    static const char *const inits[] = {"uniform(-1, 1)",
                                        "uniform(2, 3)",
                                        "uniform(-9, -4.5)",
                                        "normal(0.5, 3)",
                                        "bernoulli(0.3)",
                                        "integers(0, 200)",
                                        "integers(-1e6, 1e6)",
                                        "integers(-2147483648, 2147483647)",
                                        "integers(-3e9, -2147483640)"};
    static const enum dtype dtypes[] = {DTYPE_F32, DTYPE_F16, DTYPE_BF16, DTYPE_E4M3, DTYPE_F64, DTYPE_I32, DTYPE_U8};
    (void)state;
    for (size_t i = 0; i < sizeof inits / sizeof *inits * 7; i++) {
        enum dtype dtype = dtypes[i % 7];
        if (dtype == DTYPE_U8 && i / 7 < 4)
            continue; /* it has no negative numbers */
        struct input_recipe recipe = prepared(inits[i / 7], dtype, 100000);
        for (int slanted = 0; slanted < 2; slanted++) {
            compare_many(&recipe, 64, 64);
            compare_many(&recipe, 65000, 4999); /* all digits of the slant change on the way */
            compare_many(&recipe, 65001, 500);
            input_slant(&recipe);
        }
    }
}

static void uniform_fills_its_range(void **state)
{
    (void)state;
    struct input_recipe recipe = prepared(" uniform( -1 , 1 ) ", DTYPE_F32, 10000);
    double least = 2, most = -2, sum = 0;
    for (uint64_t i = 0; i < 10000; i++) {
        double value = element(&recipe, i);
        least = fmin(least, value);
        most = fmax(most, value);
        sum += value;
    }
    assert_true(least >= -1 && least < -0.99 && most <= 1 && most > 0.99);
    assert_true(fabs(sum / 10000) < 0.05);
}

static void integers_reach_both_ends(void **state)
{
    (void)state;
    struct input_recipe recipe = prepared("integers(-2, 2)", DTYPE_I8, 1000);
    int seen[5] = {0};
    for (uint64_t i = 0; i < 1000; i++) {
        double value = element(&recipe, i);
        assert_true(value >= -2 && value <= 2);
        seen[(int)value + 2]++;
    }
    for (int i = 0; i < 5; i++)
        assert_true(seen[i] > 100);
}

static void a_permutation_has_each_number_once(void **state)
{
    static const uint64_t counts[] = {1, 2, 3, 17, 256, 1000, 1009};
    (void)state;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct input_recipe recipe = prepared("permutation", DTYPE_I32, counts[c]);
        unsigned char *seen = calloc(counts[c], 1);
        uint64_t at_home = 0;
        for (uint64_t i = 0; i < counts[c]; i++) {
            uint64_t value = (uint64_t)element(&recipe, i);
            assert_true(value < counts[c] && !seen[value]);
            seen[value] = 1;
            at_home += value == i;
        }
        assert_true(counts[c] < 100 || at_home < counts[c] / 10);
        free(seen);
    }
}

static void sorted_ascends(void **state)
{
    (void)state;
    struct input_recipe recipe = prepared("sorted(-5, 5)", DTYPE_F32, 1000);
    for (uint64_t i = 1; i < 1000; i++)
        assert_true(element(&recipe, i - 1) <= element(&recipe, i));
}

static void special_values_occur(void **state)
{
    (void)state;
    struct input_recipe recipe = prepared("special", DTYPE_F16, 1000);
    int nans = 0, infinities = 0, zeros = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        double value = element(&recipe, i);
        nans += isnan(value);
        infinities += isinf(value) != 0;
        zeros += value == 0;
    }
    assert_true(nans > 10 && infinities > 20 && zeros > 20);
    recipe = prepared("nan_sprinkled(0.25)", DTYPE_F32, 1000);
    nans = 0;
    for (uint64_t i = 0; i < 1000; i++)
        nans += isnan(element(&recipe, i));
    assert_true(nans > 180 && nans < 320);
}

static void simple_ones_say_what_they_are(void **state)
{
    (void)state;
    struct input_recipe iota = prepared("iota(3, 2)", DTYPE_I32, 10), number = prepared("2.5", DTYPE_F32, 4),
                        bounded = prepared("constant(n/2 + min(1, 2))", DTYPE_I32, 4),
                        hot = prepared("one_hot(2)", DTYPE_F32, 4), turns = prepared("alternating(1, 0)", DTYPE_U8, 4);
    assert_true(element(&iota, 4) == 11);
    assert_true(element(&number, 3) == 2.5);
    assert_true(element(&bounded, 0) == 501);
    assert_true(element(&hot, 2) == 1 && element(&hot, 1) == 0);
    assert_true(element(&turns, 0) == 1 && element(&turns, 3) == 0);
    for (int i = 0; i < DTYPE_COUNT; i++) {
        struct input_recipe recipe = prepared(NULL, (enum dtype)i, 16);
        assert_true(isfinite(element(&recipe, 7)));
    }
}

static void keys_differ(void **state)
{
    (void)state;
    uint64_t key = input_key(1, "a", 0);
    assert_true(key != input_key(2, "a", 0) && key != input_key(1, "b", 0) && key != input_key(1, "a", 1));
    assert_true(key == input_key(1, "a", 0));
}

static double mean_of_slanted(const struct input_recipe *recipe, uint64_t first, uint64_t step, uint64_t count)
{
    double sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += element(recipe, first + i * step);
    return sum / (double)count;
}

/* A kernel may sum a part of the numbers and multiply. Its error must exceed chance. */
static void no_part_of_slanted_inputs_stands_for_all(void **state)
{
    enum { COUNT = 1 << 16 };
    (void)state;
    for (uint64_t key = 1; key <= 5; key++) {
        struct input_recipe recipe = prepared("uniform(0, 1)", DTYPE_F32, COUNT), even = recipe;
        recipe.key = even.key = key;
        input_slant(&recipe);
        double all = mean_of_slanted(&recipe, 0, 1, COUNT);
        assert_true(all > 0.02 && all < 0.48);
        for (uint64_t step = 1; step <= COUNT / 2; step *= 2) {
            double sum = 0;
            for (uint64_t first = 0; first < COUNT; first += 2 * step)
                sum += mean_of_slanted(&recipe, first, 1, step) * (double)step;
            assert_true(fabs(2 * sum / COUNT - all) > 0.01 * all);
        }
        assert_true(fabs(mean_of_slanted(&even, 0, 1, COUNT / 2) - 0.5) < 0.01);
        for (uint64_t i = 0; i < 1000; i++)
            assert_in_range((uint64_t)(element(&recipe, i) * 1e6), 0, 1000000);
    }
}

static void slanted_inputs_keep_their_range(void **state)
{
    (void)state;
    static const struct {
        const char *init;
        double least, most;
    } rows[] = {{"uniform(-1, 1)", -1, 1}, {"uniform(5, 6)", 5, 6}, {"uniform(-9, -8)", -9, -8}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        struct input_recipe recipe = prepared(rows[row].init, DTYPE_F32, 4096);
        input_slant(&recipe);
        for (uint64_t i = 0; i < 4096; i++)
            assert_true(element(&recipe, i) >= rows[row].least && element(&recipe, i) <= rows[row].most);
    }
    struct input_recipe whole = prepared("integers(0, 7)", DTYPE_I32, 64);
    input_slant(&whole);
    assert_int_equal(whole.slant_digits, 0);
}

static void mistakes_are_told(void **state)
{
    static const char *const wrong[] = {"unifrom(0, 1)", "uniform(0)", "uniform(0, 1, 2)", "uniform(1, 0)",
                                        "normal(0, ",    "zeros(1)",   "iota(1) x",        "",
                                        "uniform(m, 1)", "((((",       "integers(5, 1)"};
    (void)state;
    struct expression_environment environment = scope_environment(&scope);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct input_recipe recipe = {.key = 99};
        struct error error = {0};
        assert_false(input_prepare(wrong[i], DTYPE_F32, 4, 1, &environment, &recipe, &error));
        assert_true(error.message[0] != 0);
        assert_int_equal(recipe.key, 99);
    }
}

/* Inputs that would differ silently from their init. */
static void what_would_be_silently_wrong_is_refused(void **state)
{
    static const struct {
        const char *init;
        enum dtype dtype;
        const char *says; /* NULL: the init is accepted */
    } rows[] = {
        {"normal(0, 1/sqrt(64))", DTYPE_F32, "'1/sqrt(64)' divides whole numbers"},
        {"normal(0, 1/n)", DTYPE_F16, "divides whole numbers"},
        {"uniform(-1/2, 1/2)", DTYPE_F32, "divides whole numbers"},
        {"1/n", DTYPE_F64, "divides whole numbers"},
        {"bernoulli(1/4)", DTYPE_U8, "divides whole numbers"},
        {"normal(0, 1.0/sqrt(64))", DTYPE_F32, NULL},
        {"normal(0, 1/(2.0*n))", DTYPE_F32, NULL},
        {"normal(0, 8/4)", DTYPE_F32, NULL}, /* 8 divides by 4 without rest */
        {"integers(0, n/3)", DTYPE_F32, NULL},
        {"iota(n/3)", DTYPE_F32, NULL},
        {"uniform(0, n/3)", DTYPE_I32, NULL},
        {"normal(1, 0)", DTYPE_F32, "spread of 0"},
        {"normal(1, 0-2)", DTYPE_F32, "negative spread"},
        {"uniform(2, 2)", DTYPE_F32, "two equal ends"},
        {"integers(2, 2)", DTYPE_I32, NULL},
        {"bernoulli(1.5)", DTYPE_U8, "probability of 1.5"},
        {"nan_sprinkled(-0.5)", DTYPE_F32, "probability of -0.5"},
        {"nan_sprinkled(0.5)", DTYPE_I32, "for floating-point numbers"},
        {"denormal", DTYPE_I32, "for floating-point numbers"},
        {"one_hot(16)", DTYPE_F32, "element 16 of 16"},
        {"one_hot(1.5)", DTYPE_F32, "element 1.5"},
        {"one_hot(15)", DTYPE_F32, NULL},
        {"constant(300)", DTYPE_U8, "300, which u8 cannot hold"},
        {"constant(-1)", DTYPE_U32, "cannot hold"},
        {"constant(0.5)", DTYPE_I32, "cannot hold"},
        {"constant(70000)", DTYPE_F16, "70000, which f16 cannot hold"},
        {"alternating(1, 1e300)", DTYPE_F32, "cannot hold"},
        {"0.1", DTYPE_F16, NULL},
        {"constant(1e-30)", DTYPE_F16, "cannot hold"}, /* f16 would round it to 0 */
        {"iota(250, 1)", DTYPE_U8, "265, which u8 cannot hold"},
        {"iota(240, 1)", DTYPE_U8, NULL},
    };
    (void)state;
    struct expression_environment environment = scope_environment(&scope);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {0};
        bool usable = input_usable(rows[i].init, rows[i].dtype, 16, &environment, &error);
        if (usable != !rows[i].says || (rows[i].says && !strstr(error.message, rows[i].says)))
            fail_msg("%s: %s", rows[i].init, error.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_can_be_made_alone),
        cmocka_unit_test(many_elements_equal_single_ones),
        cmocka_unit_test(uniform_fills_its_range),
        cmocka_unit_test(integers_reach_both_ends),
        cmocka_unit_test(a_permutation_has_each_number_once),
        cmocka_unit_test(sorted_ascends),
        cmocka_unit_test(special_values_occur),
        cmocka_unit_test(simple_ones_say_what_they_are),
        cmocka_unit_test(keys_differ),
        cmocka_unit_test(no_part_of_slanted_inputs_stands_for_all),
        cmocka_unit_test(slanted_inputs_keep_their_range),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(what_would_be_silently_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
