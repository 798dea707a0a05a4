/*
 * Runs a failing case once more and follows its pointers. Findings then name the buffer that a
 * pointer was computed from. Inputs that are never read are found too.
 */
#ifndef GRADER_WORKER_CASE_POINTER_H
#define GRADER_WORKER_CASE_POINTER_H

#include "grader/worker/case_work.h"

/*
 * For a small case with findings about global memory. If an access left the buffer of its pointer,
 * the findings become those of the watched run. Accesses that went astray have no further effects
 * in it, so the findings about their consequences are gone. A watched run without such an access
 * confirms the findings. Then they too show which findings of larger cases are consequences.
 */
void case_pointer_findings(struct case_buffers *buffers, struct case_work *work, struct case_result *result);

/* For a small case with wrong outputs: an input with elements that only the reference reads. */
void case_pointer_unread(struct case_buffers *buffers, struct case_result *result);

#endif
