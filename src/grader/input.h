/*
 * Inputs: from an `init` such as "uniform(-1, 1)" to data.
 *
 *     init = name | name "(" expression { "," expression } ")" | expression      (a bare number is constant)
 *
 * The distributions are the table of distributions.def. Element i follows from a key and i alone, so that any element
 * can be made without the others, on any machine to the same bits; the key derives from the attempt's seed, the
 * parameter's name and the case's number. Numbers are rounded to the element type to nearest even.
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

/* What a parameter without `init` gets. */
const char *input_default(enum dtype dtype);

uint64_t input_key(uint64_t seed, const char *parameter, size_t case_number);

/*
 * `init` NULL: the default. Errors: SYNTAX, NOT_FOUND (with the known names as a hint), RANGE (argument count, and
 * arguments that make other inputs than they say: a spread of 0, a number that the type cannot hold).
 */
bool input_prepare(const char *init, enum dtype dtype, uint64_t element_count, uint64_t key,
                   const struct expression_environment *environment, struct input_recipe *out_recipe,
                   struct error *error);

/* Whether input_prepare() would take it; for lessons that are loaded. */
bool input_usable(const char *init, enum dtype dtype, uint64_t element_count,
                  const struct expression_environment *environment, struct error *error);

/*
 * Makes uniform and normal floats smaller by factors that follow from the bits of their index, each by one that the key
 * draws: what begins where, or is a power of two apart, differs in its mean by some percent. The sum of part of a long
 * input, multiplied, is then not the sum of all of it, as it would be to within a rounding error of evenly drawn
 * numbers, and nobody knows the mean. Other recipes stay as they are.
 */
void input_slant(struct input_recipe *recipe);

/* The stored bits of one element. */
uint64_t input_element(const struct input_recipe *recipe, uint64_t index);

/* `count` elements from `first` on, to the start of `out`: cheaper than one by one where they share draws. */
void input_fill_part(const struct input_recipe *recipe, uint64_t first, uint64_t count, void *out);

/* All elements; `out` holds element_count * dtype_bytes and is aligned to the element. */
void input_fill(const struct input_recipe *recipe, void *out);

const char *input_distribution_name(enum distribution distribution);
const char *input_distribution_help(enum distribution distribution);

#endif
