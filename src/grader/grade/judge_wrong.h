/*
 * The wrong buffers of one case, from what the worker answered: elements with their places and owners, patterns in
 * words.
 */
#ifndef GRADER_GRADE_JUDGE_WRONG_H
#define GRADER_GRADE_JUDGE_WRONG_H

#include "grader/grade/grade.h"

/* Fills `out->wrong`, in the verdict's arena. */
void judge_wrong_buffers(const struct grading *grading, const struct job_case *given, const struct case_result *result,
                         struct case_verdict *out);

#endif
