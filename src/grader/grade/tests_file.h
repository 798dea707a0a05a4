/*
 * The learner's file in an exercise of the kind `tests`: its cases and its optional checker.
 */
#ifndef GRADER_GRADE_TESTS_FILE_H
#define GRADER_GRADE_TESTS_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "curriculum/model.h"

enum { TESTS_CASES_MAX = 16 };

struct tests_file {
    struct exercise_case *cases; /* each has every value that the exercise's cases have */
    size_t case_count;
    bool has_checker; /* the file has a launch plan */
};

/*
 * Reads the lines `//@ case NAME=VALUE ...`. Missing values are those of the exercise's first case.
 * False: errors are in `diagnostics`.
 */
bool tests_file_read(const struct exercise *exercise, const struct source *source, struct arena *arena,
                     struct diagnostics *diagnostics, struct tests_file *out_file);

/* Whether the file has a launch plan. */
bool tests_file_has_checker(const struct source *source);

#endif
