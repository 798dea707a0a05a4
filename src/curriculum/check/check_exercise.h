/* Shared by the checks of an exercise and of its cases. */
#ifndef CURRICULUM_CHECK_CHECK_EXERCISE_H
#define CURRICULUM_CHECK_CHECK_EXERCISE_H

#include <stdbool.h>

#include "base/expression.h"

#include "curriculum/read/lesson_file.h"

bool check_is_scalar(const struct parameter *parameter);
const struct parameter *check_find_parameter(const struct exercise *exercise, const char *name); /* NULL: none */

/* The scalar that the author probably meant, or NULL. */
const char *check_nearest_scalar(const struct exercise *exercise, const char *name);

/* The depth of a case's checks. Parameters that could not be read, or bad expressions, limit it. */
enum case_depth { CASE_NAMED, CASE_COMPARED, CASE_TRIED };

/* Checks one case, which can be NULL. Names it from its values. */
void check_case(struct lesson_file *file, const struct exercise *exercise, struct exercise_case *one,
                enum case_depth depth);

/* Checks the parameters and figures that the head of a step's kernel declares. */
void check_kernel_head(struct lesson_file *file, struct exercise *exercise);

/* The scalars of a case, with `rank` and `ranks`. */
struct expression_environment check_case_environment(const struct exercise_case *one);

#endif
