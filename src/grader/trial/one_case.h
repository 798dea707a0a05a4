/*
 * A learner's file on a single case, outside a submission: what stepping and trials share.
 */
#ifndef GRADER_TRIAL_ONE_CASE_H
#define GRADER_TRIAL_ONE_CASE_H

#include "grader/prepare/grading.h"

/* Fills plan and compiled. SYNTAX: the file or its plan is not in order. */
bool one_case_compile(struct grading *grading, const struct source *source, struct error *error);

/* By name; NULL: the gate case, else the largest that was not drawn. NULL: there is none of that name. */
const struct planned_case *one_case_find(const struct planned_cases *cases, const char *name);

#endif
