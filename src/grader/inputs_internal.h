/* The element functions of distributions.def. */
#ifndef GRADER_INPUTS_INTERNAL_H
#define GRADER_INPUTS_INTERNAL_H

#include <stdint.h>

#include "grader/inputs.h"

typedef uint64_t (*input_function)(const struct input_recipe *recipe, uint64_t index);
#define DISTRIBUTION(id, name, least, most, function, help) \
    uint64_t function(const struct input_recipe *recipe, uint64_t index);
#include "grader/distributions.def"
#undef DISTRIBUTION

#endif
