/* Rejects arguments of an init whose inputs would surprise the author. */
#include <math.h>

#include "base/i18n.h"
#include "grader/value/input_functions.h"
#include "grader/value/number.h"

bool input_wants_reals(const struct input_recipe *recipe)
{
    switch (recipe->distribution) {
    case DISTRIBUTION_BERNOULLI:
    case DISTRIBUTION_NAN_SPRINKLED:
        return true;
    case DISTRIBUTION_INTEGERS:
    case DISTRIBUTION_IOTA:
    case DISTRIBUTION_ONE_HOT:
        return false;
    default:
        return dtype_kind(recipe->dtype) == DTYPE_KIND_FLOAT;
    }
}

static bool is_ordered(const struct input_recipe *recipe, struct error *error)
{
    return recipe->arguments[0] <= recipe->arguments[1] ||
           error_set(error, ERROR_RANGE, "init '%s' has its larger end first",
                     input_distribution_name(recipe->distribution));
}

/*
 * Real numbers between two equal ends are all the same. Whole numbers include both ends, so a
 * single one is fine.
 */
static bool is_wide(const struct input_recipe *recipe, struct error *error)
{
    if (!is_ordered(recipe, error))
        return false;
    return recipe->arguments[0] < recipe->arguments[1] || recipe->element_count == 0 ||
           error_set(error, ERROR_RANGE, "init '%s' has two equal ends, %g: all elements would be the same",
                     input_distribution_name(recipe->distribution), recipe->arguments[0]);
}

static bool is_spread(const struct input_recipe *recipe, struct error *error)
{
    double spread = recipe->arguments[1];
    return spread > 0 || error_set(error, ERROR_RANGE,
                                   spread < 0 ? N_("init 'normal' has a negative spread, %g")
                                              : N_("init 'normal' has a spread of %g: all elements "
                                                   "would be the same"),
                                   spread);
}

/* Argument 0 is a probability. */
static bool is_share(const struct input_recipe *recipe, struct error *error)
{
    double share = recipe->arguments[0];
    return (share >= 0 && share <= 1) || error_set(error, ERROR_RANGE, "init '%s' has a probability of %g",
                                                   input_distribution_name(recipe->distribution), share);
}

static bool is_float(const struct input_recipe *recipe, struct error *error)
{
    return dtype_kind(recipe->dtype) == DTYPE_KIND_FLOAT ||
           error_set(error, ERROR_RANGE, "init '%s' is for floating-point numbers, not for %s",
                     input_distribution_name(recipe->distribution), dtype_name(recipe->dtype));
}

static bool is_share_of_floats(const struct input_recipe *recipe, struct error *error)
{
    return is_float(recipe, error) && is_share(recipe, error);
}

static bool holds(const struct input_recipe *recipe, double value, struct error *error)
{
    double held = number_decode(recipe->dtype, number_encode(recipe->dtype, value));
    bool is_held = dtype_kind(recipe->dtype) == DTYPE_KIND_FLOAT
                       ? isfinite(held) && fabs(held - value) <= 0.5 * fabs(value)
                       : held == value;
    return is_held || value == 0 ||
           error_set(error, ERROR_RANGE, "init '%s' has %g, which %s cannot hold",
                     input_distribution_name(recipe->distribution), value, dtype_name(recipe->dtype));
}

static bool holds_arguments(const struct input_recipe *recipe, struct error *error)
{
    for (int i = 0; i < recipe->argument_count; i++)
        if (!holds(recipe, recipe->arguments[i], error))
            return false;
    return true;
}

static bool holds_last(const struct input_recipe *recipe, struct error *error)
{
    double start = recipe->argument_count > 0 ? recipe->arguments[0] : 0;
    double step = recipe->argument_count > 1 ? recipe->arguments[1] : 1;
    double last = start + step * (double)(recipe->element_count ? recipe->element_count - 1 : 0);
    return holds(recipe, start, error) && holds(recipe, last, error);
}

static bool holds_each(const struct input_recipe *recipe, struct error *error)
{
    return recipe->element_count == 0 || holds(recipe, (double)(recipe->element_count - 1), error);
}

static bool is_an_element(const struct input_recipe *recipe, struct error *error)
{
    double hot = recipe->arguments[0];
    bool is_there = hot >= 0 && hot < (double)recipe->element_count && hot == floor(hot);
    return is_there || recipe->element_count == 0 ||
           error_set(error, ERROR_RANGE, "init 'one_hot' names element %g of %llu: none would be 1", hot,
                     (unsigned long long)recipe->element_count);
}

bool input_check(const struct input_recipe *recipe, struct error *error)
{
    static bool (*const checks[DISTRIBUTION_COUNT])(const struct input_recipe *, struct error *) = {
        [DISTRIBUTION_UNIFORM] = is_wide,
        [DISTRIBUTION_NORMAL] = is_spread,
        [DISTRIBUTION_INTEGERS] = is_ordered,
        [DISTRIBUTION_CONSTANT] = holds_arguments,
        [DISTRIBUTION_IOTA] = holds_last,
        [DISTRIBUTION_ALTERNATING] = holds_arguments,
        [DISTRIBUTION_PERMUTATION] = holds_each,
        [DISTRIBUTION_SORTED] = is_ordered,
        [DISTRIBUTION_ONE_HOT] = is_an_element,
        [DISTRIBUTION_BERNOULLI] = is_share,
        [DISTRIBUTION_NAN_SPRINKLED] = is_share_of_floats,
        [DISTRIBUTION_DENORMAL] = is_float,
    };
    return !checks[recipe->distribution] || checks[recipe->distribution](recipe, error);
}

bool input_usable(const char *init, enum dtype dtype, uint64_t element_count,
                  const struct expression_environment *environment, struct error *error)
{
    struct input_recipe recipe;
    return input_prepare(init, dtype, element_count, 0, environment, &recipe, error);
}
