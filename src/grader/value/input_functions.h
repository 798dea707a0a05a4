/* The element functions of distributions.def. */
#ifndef GRADER_VALUE_INPUT_FUNCTIONS_H
#define GRADER_VALUE_INPUT_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/random.h"
#include "grader/input.h"

/* The last block of random numbers, shared by neighbouring elements. Starts as all zeros. */
struct input_draw {
    bool is_valid;
    uint64_t block;
    struct random_block words;
};

/* Whether its arguments are real numbers, so that a division of whole numbers is a mistake. */
bool input_wants_reals(const struct input_recipe *recipe);

/*
 * RANGE if the arguments are misleading. Examples: a spread of 0, a number that the type cannot
 * hold, a probability above 1, a missing element.
 */
bool input_check(const struct input_recipe *recipe, struct error *error);

typedef uint64_t (*input_function)(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw);
#define DISTRIBUTION(id, name, least, most, function, help) \
    uint64_t function(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw);
#include "grader/distributions.def"
#undef DISTRIBUTION

#endif
