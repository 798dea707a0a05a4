/*
 * Runs of neighbouring elements of the usual inputs. Their bits are those of input_distributions.c,
 * but the compiler makes the loops wide.
 */
#include <math.h>
#include <string.h>

#include "base/every_isa.h"
#include "grader/value/input_functions.h"
#include "grader/value/number.h"

bool input_has_runs(const struct input_recipe *recipe)
{
    bool is_drawn = recipe->distribution == DISTRIBUTION_UNIFORM || recipe->distribution == DISTRIBUTION_NORMAL;
    return recipe->distribution == DISTRIBUTION_BERNOULLI ||
           (recipe->distribution == DISTRIBUTION_INTEGERS && input_range_of(recipe).is_narrow) ||
           (is_drawn && dtype_kind(recipe->dtype) == DTYPE_KIND_FLOAT && recipe->dtype != DTYPE_F64);
}

/* In [0, 1), shifted by `more`. */
EVERY_ISA
static void find_units(const struct random_run *run, int count, double more, double *values)
{
    for (int i = 0; i < count / 4; i++)
        for (int word = 0; word < 4; word++)
            values[4 * i + word] = (double)run->word[word][i] * 0x1p-32 + more;
}

/* The factors of input_slant(), multiplied in the order of the digits. */
EVERY_ISA
static void find_slants(const struct input_recipe *recipe, uint64_t first, int count, double *factors)
{
    for (int i = 0; i < count; i++)
        factors[i] = 1;
    for (int digit = 0; digit < recipe->slant_digits; digit++) {
        const double *of_digit = recipe->slant[digit];
        uint64_t last = first + (uint64_t)count - 1;
        bool is_common = first >> 4 * digit == last >> 4 * digit;
        double common = of_digit[first >> 4 * digit & 15];
        for (int i = 0; is_common && i < count; i++)
            factors[i] *= common;
        for (int i = 0; !is_common && i < count; i++)
            factors[i] *= of_digit[(first + (uint64_t)i) >> 4 * digit & 15];
    }
}

EVERY_ISA
static void to_uniform(const struct input_recipe *recipe, const double *factors, int count, double *values)
{
    double low = recipe->arguments[0], high = recipe->arguments[1];
    double least = low > 0 ? low : high < 0 ? high : 0;
    for (int i = 0; i < count; i++)
        values[i] = low + values[i] * (high - low);
    for (int i = 0; recipe->slant_digits && i < count; i++)
        values[i] = least + (values[i] - least) * factors[i];
}

EVERY_ISA
static void to_normal(const struct input_recipe *recipe, const double *factors, int count, double *values)
{
    double mean = recipe->arguments[0], deviation = recipe->arguments[1];
    random_normal_quantiles(values, count);
    for (int i = 0; recipe->slant_digits && i < count; i++)
        values[i] *= factors[i];
    for (int i = 0; i < count; i++)
        values[i] = mean + deviation * values[i];
}

EVERY_ISA
static void find_integers(const struct random_run *run, int count, const struct input_range *range, double *values)
{
    uint64_t span = (uint64_t)(range->last - range->first) + 1;
    for (int i = 0; i < count / 4; i++)
        for (int word = 0; word < 4; word++)
            values[4 * i + word] = (double)(range->first + (int64_t)(run->word[word][i] * span >> 32));
}

EVERY_ISA
static void store_words(const double *values, int count, int32_t *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (int32_t)values[i];
}

EVERY_ISA
static void store_singles(const double *values, int count, float *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (float)values[i];
}

static void store(enum dtype dtype, const double *values, int count, void *out)
{
    bool has_nan = false;
    for (int i = 0; i < count; i++)
        has_nan |= isnan(values[i]);
    if (dtype == DTYPE_F32 && !has_nan) {
        store_singles(values, count, out);
        return;
    }
    for (int i = 0; i < count; i++)
        number_store(dtype, out, (uint64_t)i, number_encode(dtype, values[i]));
}

static void fill_choices(const struct input_recipe *recipe, uint64_t first, int count, void *out)
{
    const uint64_t bits[] = {number_encode(recipe->dtype, 0), number_encode(recipe->dtype, 1)};
    struct random_run run;
    for (int i = 0; i < count; i++) {
        if (i % RANDOM_RUN == 0)
            random_blocks(recipe->key, STREAM_CHOICE, first + (uint64_t)i,
                          count - i < RANDOM_RUN ? count - i : RANDOM_RUN, &run);
        uint64_t drawn = (uint64_t)run.word[1][i % RANDOM_RUN] << 32 | run.word[0][i % RANDOM_RUN];
        bool is_one = (double)(drawn >> 11) * 0x1p-53 < recipe->arguments[0];
        number_store(recipe->dtype, out, (uint64_t)i, bits[is_one]);
    }
}

static void fill_integers(const struct input_recipe *recipe, uint64_t first, int count, void *out)
{
    struct input_range range = input_range_of(recipe);
    bool is_word = recipe->dtype == DTYPE_I32 && range.first >= INT32_MIN && range.last <= INT32_MAX;
    struct random_run run;
    double values[INPUT_RUN];
    random_blocks(recipe->key, STREAM_SHARED, first / 4, count / 4, &run);
    find_integers(&run, count, &range, values);
    if (is_word)
        store_words(values, count, out);
    else
        store(recipe->dtype, values, count, out);
}

void input_fill_run(const struct input_recipe *recipe, uint64_t first, int count, void *out)
{
    bool is_normal = recipe->distribution == DISTRIBUTION_NORMAL;
    struct random_run run;
    double values[INPUT_RUN], factors[INPUT_RUN];
    if (recipe->distribution == DISTRIBUTION_BERNOULLI) {
        fill_choices(recipe, first, count, out);
        return;
    }
    if (recipe->distribution == DISTRIBUTION_INTEGERS) {
        fill_integers(recipe, first, count, out);
        return;
    }
    random_blocks(recipe->key, STREAM_SHARED, first / 4, count / 4, &run);
    find_units(&run, count, is_normal ? 0x1p-33 : 0, values); /* excludes both ends, evenly */
    if (recipe->slant_digits)
        find_slants(recipe, first, count, factors);
    if (is_normal)
        to_normal(recipe, factors, count, values);
    else
        to_uniform(recipe, factors, count, values);
    store(recipe->dtype, values, count, out);
}
