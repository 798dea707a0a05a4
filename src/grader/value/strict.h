/*
 * The findings that an exercise does not forgive: notes elsewhere, errors in this exercise.
 */
#ifndef GRADER_VALUE_STRICT_H
#define GRADER_VALUE_STRICT_H

#include "curriculum/model.h"
#include "device/observation.h"

/* The kinds of the notes that the exercise names, one bit each. */
uint64_t strict_kinds(const struct exercise *exercise);

/* Makes the notes that the exercise names errors. False: there are none. */
bool strict_apply(const struct exercise *exercise, struct observation *observation);

#endif
