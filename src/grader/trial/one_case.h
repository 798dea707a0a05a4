/*
 * A learner's file on a single case, outside a submission. Stepping and trials share it.
 */
#ifndef GRADER_TRIAL_ONE_CASE_H
#define GRADER_TRIAL_ONE_CASE_H

#include "grader/prepare/grading.h"

/* Fills plan and compiled. SYNTAX: the file or its plan has errors. */
bool one_case_compile(struct grading *grading, const struct source *source, bool is_debug, struct error *error);

/*
 * Finds a case by name. Name NULL: the gate case, else the largest case that was not drawn. Returns
 * NULL for an unknown name.
 */
const struct planned_case *one_case_find(const struct planned_cases *cases, const char *name);

#endif
