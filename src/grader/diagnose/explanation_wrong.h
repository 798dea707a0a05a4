/* Sentences about wrong results: rows PATTERN_DIAGNOSIS of diagnoses.def, and remarks. */
#ifndef GRADER_DIAGNOSE_EXPLANATION_WRONG_H
#define GRADER_DIAGNOSE_EXPLANATION_WRONG_H

#include "grader/diagnose/explanation.h"
#include "grader/value/sentence.h"

/* About context->failing; no text if no case failed. */
struct sentence explain_wrong(const struct verdict *verdict, const struct explain_context *context);

/* Whether a wrong case is reported, and the source shows no cause of it. */
bool explain_wrong_lacks_cause(const struct verdict *verdict, const struct explain_context *context);

/* The sentence of a row with its fields filled. */
const char *explain_wrong_expand(const struct verdict *verdict, const struct case_verdict *failing,
                                 enum pattern_kind pattern, const char *row);

/*
 * A sentence about the line that made the NaN or infinity in the first wrong element. It begins
 * with a space. NULL: unknown.
 */
const char *explain_origin(const struct verdict *verdict, const struct wrong_buffer *wrong);

/* A line at which several threads store the same element; 0: none. */
int explain_line_stored_twice(const struct observation *observation);
/* The same, where it happens so often that threads do the work of others. */
int explain_line_stored_often(const struct observation *observation);

#endif
