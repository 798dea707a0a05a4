/* The element functions of distributions.def. */
#ifndef GRADER_VALUE_INPUT_FUNCTIONS_H
#define GRADER_VALUE_INPUT_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/random.h"
#include "grader/input.h"

/* Streams of the random numbers of a key. Neighbours share the blocks of STREAM_SHARED. */
enum { STREAM_VALUE, STREAM_CHOICE, STREAM_ROUND };
#define STREAM_SHARED (UINT64_C(0xffffffff) << 32 | STREAM_VALUE)

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

/* The whole numbers from `first` to `last`. Narrow: 32 random bits choose among them. */
struct input_range {
    int64_t first, last;
    bool is_narrow;
};
struct input_range input_range_of(const struct input_recipe *recipe);

/* Whether runs of elements can be made at once, which is cheaper. */
bool input_has_runs(const struct input_recipe *recipe);
/* `count` elements from `first` on, both multiples of 4; count <= INPUT_RUN */
enum { INPUT_RUN = 4 * RANDOM_RUN };
void input_fill_run(const struct input_recipe *recipe, uint64_t first, int count, void *out);

typedef uint64_t (*input_function)(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw);
#define DISTRIBUTION(id, name, least, most, function, help) \
    uint64_t function(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw);
#include "grader/distributions.def"
#undef DISTRIBUTION

#endif
