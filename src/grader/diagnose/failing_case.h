/*
 * Chooses the failing case that a verdict reports: the most informative one.
 */
#ifndef GRADER_DIAGNOSE_FAILING_CASE_H
#define GRADER_DIAGNOSE_FAILING_CASE_H

#include "grader/pattern/pattern.h"
#include "grader/prepare/grading.h"

struct failing_case {
    const struct case_verdict *verdict; /* NULL: no case fails */
    enum pattern_kind pattern;          /* of its first wrong buffer, unless the other cases contradict it */
};

/* The verdict's cases are the grading's cases, in the same order. */
struct failing_case failing_case_choose(const struct grading *grading);

#endif
