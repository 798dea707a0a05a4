/*
 * The failing case that a verdict speaks of: the one that says most about the mistake.
 */
#ifndef GRADER_DIAGNOSE_FAILING_CASE_H
#define GRADER_DIAGNOSE_FAILING_CASE_H

#include "grader/pattern/pattern.h"
#include "grader/prepare/grading.h"

struct failing_case {
    const struct case_verdict *verdict; /* NULL: no case fails */
    enum pattern_kind pattern;          /* of its first wrong buffer, as far as the other cases bear it out */
};

/* The cases of the verdict are those of the grading, in the same order. */
struct failing_case failing_case_choose(const struct grading *grading);

#endif
