/*
 * Inputs: from an `init` such as "uniform(-1, 1)" to data.
 *
 *     init = name | name "(" expression { "," expression } ")" | expression
 * A bare number means constant. distributions.def is the table of distributions. Element i depends
 * on a key and i alone, so any element can be made without the others, with the same bits on any
 * machine. The key derives from the attempt's seed, the parameter's name and the case's number.
 * Numbers are rounded to the element type, to nearest even.
 */
#ifndef GRADER_INPUT_H
#define GRADER_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/expression.h"
#include "plan/parameter.h"

enum distribution {
#define DISTRIBUTION(id, name, least, most, function, help) DISTRIBUTION_##id,
#include "grader/distributions.def"
#undef DISTRIBUTION
    DISTRIBUTION_COUNT
};

enum { INPUT_ARGUMENTS_MAX = 2, INPUT_SLANT_DIGITS = 10 };

struct input_recipe {
    enum distribution distribution;
    double arguments[INPUT_ARGUMENTS_MAX];
    int argument_count;
    enum dtype dtype;
    uint64_t element_count;
    uint64_t key;
    int slant_digits; /* see input_slant(); 0: none */
    double slant[INPUT_SLANT_DIGITS][16];
};

uint64_t input_key(uint64_t seed, const char *parameter, size_t case_number);

/*
 * `init` NULL: the default. Errors: SYNTAX, NOT_FOUND (with the known names as a hint), RANGE.
 * RANGE covers the argument count and misleading arguments: a spread of 0, a number that the type
 * cannot hold.
 */
bool input_prepare(const char *init, enum dtype dtype, uint64_t element_count, uint64_t key,
                   const struct expression_environment *environment, struct input_recipe *out_recipe,
                   struct error *error);

/* Whether input_prepare() would accept it; for lessons that are loaded. */
bool input_usable(const char *init, enum dtype dtype, uint64_t element_count,
                  const struct expression_environment *environment, struct error *error);

/*
 * Scales uniform and normal floats down by factors that depend on the bits of their index and on
 * the key. Parts of the input then differ in their mean by some percent. So a kernel cannot
 * estimate the sum of a long input from a part of it. Other recipes stay unchanged.
 */
void input_slant(struct input_recipe *recipe);

/* The stored bits of one element. */
uint64_t input_element(const struct input_recipe *recipe, uint64_t index);

/*
 * `count` elements from `first` on, to the start of `out`. Cheaper than single elements where
 * neighbours share draws.
 */
void input_fill_part(const struct input_recipe *recipe, uint64_t first, uint64_t count, void *out);

/* All elements; `out` holds element_count * dtype_bytes bytes and is aligned to the element. */
void input_fill(const struct input_recipe *recipe, void *out);

const char *input_distribution_name(enum distribution distribution);

#endif
