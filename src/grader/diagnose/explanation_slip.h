/*
 * Remarks on slips that the source shows (source_slip.h, source_guard.h), beside a verdict that is
 * not right.
 */
#ifndef GRADER_DIAGNOSE_EXPLANATION_SLIP_H
#define GRADER_DIAGNOSE_EXPLANATION_SLIP_H

#include "grader/verdict.h"

/* The sentence with the remarks on the source. */
const char *explanation_slip_add(const struct verdict *verdict, const char *said);

/* For an unsafe kernel: with a remark on a guard of two conditions, too. */
const char *explanation_slip_add_unsafe(const struct verdict *verdict, const char *said);

#endif
