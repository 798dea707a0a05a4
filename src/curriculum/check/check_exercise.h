/*
 * What the checks of an exercise and of its cases share.
 */
#ifndef CURRICULUM_CHECK_CHECK_EXERCISE_H
#define CURRICULUM_CHECK_CHECK_EXERCISE_H

#include <stdbool.h>

#include "base/expression.h"

#include "curriculum/read/lesson_file.h"

bool check_is_scalar(const struct parameter *parameter);
const struct parameter *check_find_parameter(const struct exercise *exercise, const char *name); /* NULL: none */

/* The scalar that was probably meant, or NULL. */
const char *check_nearest_scalar(const struct exercise *exercise, const char *name);

/* How far a case can be looked at: not with parameters that could not be read, and not tried with bad expressions. */
enum case_depth { CASE_NAMED, CASE_COMPARED, CASE_TRIED };

/* One case, which may be NULL; it is named from its values. */
void check_case(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one,
                enum case_depth depth);

/* The scalars of a case, and `rank` and `ranks`. */
struct expression_environment check_case_environment(const struct exercise_case *one);

#endif
