/*
 * Remarks on slips that the source shows (source_slip.h, source_guard.h), beside a verdict that is
 * not right.
 */
#ifndef GRADER_DIAGNOSE_EXPLANATION_SLIP_H
#define GRADER_DIAGNOSE_EXPLANATION_SLIP_H

#include "grader/source/source_todo.h"
#include "grader/verdict.h"

/* The sentence with the remarks on the source. */
const char *explanation_slip_add(const struct verdict *verdict, const char *said);

/* For an unsafe kernel: with a remark on a guard of two conditions, too. */
const char *explanation_slip_add_unsafe(const struct verdict *verdict, const char *said);

/* Parts of the starter that are still open come first: they explain the whole verdict. */
const char *explanation_slip_after_todo(const struct verdict *verdict, const struct source_todo *todo,
                                        const char *said);
/* For a kernel that passes, too: after a remark on a launch line that does not divide a size. */
const char *explanation_slip_after_quotient(const struct verdict *verdict, const char *said);

#endif
