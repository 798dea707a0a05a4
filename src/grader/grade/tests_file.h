/*
 * The learner's file in an exercise of the kind `tests`: its cases, and its checker if it has one.
 */
#ifndef GRADER_GRADE_TESTS_FILE_H
#define GRADER_GRADE_TESTS_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "curriculum/model.h"

enum { TESTS_CASES_MAX = 16 };

struct tests_file {
    struct exercise_case *cases; /* each with every value that the exercise's cases have */
    size_t case_count;
    bool has_checker; /* there is a launch plan */
};

/*
 * Reads the lines `//@ case NAME=VALUE ...`; what is not said is as in the exercise's first case. False: there are
 * errors in `diagnostics`.
 */
bool tests_file_read(const struct exercise *exercise, const struct source *source, struct arena *arena,
                     struct diagnostics *diagnostics, struct tests_file *out_file);

#endif
