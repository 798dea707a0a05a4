/*
 * The formula of a wrong number, if a simple one gives it: "a[0] + b[0]". It has up to three of the
 * inputs at its place, and + - * / between them.
 */
#ifndef GRADER_VALUE_FORMULA_H
#define GRADER_VALUE_FORMULA_H

#include <stddef.h>

#include "base/arena.h"

struct formula_term {
    const char *name; /* "a[0]" */
    double value;
};

/*
 * NULL: there is none, or too many by chance. That is so for whole numbers, and for several inputs
 * of one value. The number was rounded to float.
 */
const char *formula_find(const struct formula_term *inputs, size_t count, double got, struct arena *arena);

#endif
