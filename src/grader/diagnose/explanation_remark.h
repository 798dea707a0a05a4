/*
 * Remarks beside the sentence about a wrong result. They do not depend on the pattern of the wrong
 * elements: a number that wrapped around, a size that the plan lacks, outputs that are right.
 */
#ifndef GRADER_DIAGNOSE_EXPLANATION_REMARK_H
#define GRADER_DIAGNOSE_EXPLANATION_REMARK_H

#include "grader/diagnose/explanation.h"

/*
 * Adds the remarks on context->failing. `is_explained`: the sentence names a cause already, so that
 * remarks which only suggest one are left out.
 */
const char *explanation_remark_add(const struct verdict *verdict, const struct explain_context *context,
                                   const char *said, bool is_explained);

/* Parts of the starter that are still open come first: they explain the whole verdict. */
const char *explanation_remark_after_todo(const struct verdict *verdict, const struct source_todo *todo,
                                          const char *said);

#endif
