/*
 * Fills the wrong buffers of one case from the worker's answer: elements with places and owners,
 * patterns in words.
 */
#ifndef GRADER_DIAGNOSE_WRONG_BUFFERS_H
#define GRADER_DIAGNOSE_WRONG_BUFFERS_H

#include "grader/prepare/grading.h"

/* Fills `out->wrong`, in the verdict's arena. */
void wrong_buffers_fill(const struct grading *grading, const struct job_case *given, const struct case_result *result,
                        struct case_verdict *out);

#endif
