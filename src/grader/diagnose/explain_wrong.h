/* Sentences about wrong results: rows PATTERN_DIAGNOSIS of diagnoses.def, and what the failing cases have in common. */
#ifndef GRADER_DIAGNOSE_EXPLAIN_WRONG_H
#define GRADER_DIAGNOSE_EXPLAIN_WRONG_H

#include "grader/diagnose/explain_finding.h"

/* "h=4 w=7" -> "h = 4, w = 7"; what stands in parentheses stays: "a=uniform(0, 1)" */
const char *explain_case_text(struct arena *arena, const char *name);

/* Of context->failing; no text where nothing failed. */
struct sentence explain_wrong(const struct verdict *verdict, const struct explain_context *context);

/* A sentence, with a space before it, on the line that made the NaN or infinity in the first wrong element; NULL. */
const char *explain_origin(const struct verdict *verdict, const struct wrong_buffer *wrong);

#endif
