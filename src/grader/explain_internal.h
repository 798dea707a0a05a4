/*
 * The one sentence of a verdict, and the lesson to read.
 *
 * diagnoses.def has a row per diagnosis: when it applies and what to say. The first row that applies to the verdict's
 * status speaks.
 */
#ifndef GRADER_EXPLAIN_INTERNAL_H
#define GRADER_EXPLAIN_INTERNAL_H

#include "curriculum/model.h"
#include "grader/pattern_internal.h"
#include "grader/verdict.h"

struct explain_context {
    const struct curriculum *curriculum; /* may be NULL */
    const struct exercise *exercise;
    const struct observation *unsafe;  /* of the first unsafe case; NULL */
    const struct observation *stopped; /* of the case that was stopped; NULL */
    const char *stopped_case;          /* "n=1"; NULL */
    enum pattern_kind pattern;         /* of the smallest failing case's first wrong buffer */
};

/* Sets verdict->message and verdict->read. */
void explain(struct verdict *verdict, const struct explain_context *context);

/* The finding that says most about the mistake: writes before reads, errors before notes. NULL if there is none. */
const struct vgpu_finding *explain_main_finding(const struct observation *observation);

#endif
