/*
 * Finds a kind of input that separates failing cases from right ones: numbers far from 0, negative
 * ones, tiny ones.
 */
#ifndef GRADER_DIAGNOSE_CASE_INITS_H
#define GRADER_DIAGNOSE_CASE_INITS_H

#include "base/arena.h"
#include "grader/prepare/cases.h"
#include "grader/verdict.h"

/* One sentence, or NULL. `verdict->cases` are the cases of `cases`, in the same order. */
const char *case_inits(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena);

/* Whether that sentence is about inputs far from 0, which explains a result that is close. */
bool case_inits_are_far(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena);

#endif
