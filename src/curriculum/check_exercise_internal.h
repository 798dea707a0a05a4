/*
 * What the checks of an exercise and of its cases share.
 */
#ifndef CURRICULUM_CHECK_EXERCISE_INTERNAL_H
#define CURRICULUM_CHECK_EXERCISE_INTERNAL_H

#include <stdbool.h>

#include "curriculum/lesson_file_internal.h"

bool parameter_is_scalar(const struct parameter *parameter);
const struct parameter *exercise_parameter(const struct exercise *exercise, const char *name); /* NULL: none */

/* The scalar that was probably meant, or NULL. */
const char *exercise_nearest_scalar(const struct exercise *exercise, const char *name);

/* One case, which may be NULL; it is named from its values. With bad parameters nothing else is looked at. */
void check_case(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one,
                bool has_good_parameters);

#endif
