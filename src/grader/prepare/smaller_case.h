/*
 * A case as small as possible that still has some property of the timed case. Its sizes follow the
 * rules of drawn cases (drawn_case.h).
 */
#ifndef GRADER_PREPARE_SMALLER_CASE_H
#define GRADER_PREPARE_SMALLER_CASE_H

#include "grader/prepare/cases.h"

/* Whether the case has the property. */
typedef bool smaller_case_test(void *context, const struct job_case *given);

/*
 * Makes one number after the other smaller, while the test holds, the largest first. A number
 * becomes that of an ordinary case of the exercise. If that fails, a size is halved as often as
 * possible. False: no number can be smaller, or more than `elements_most` elements are left.
 */
bool smaller_case_find(const struct exercise *exercise, const struct job_case *timed, uint64_t elements_most,
                       smaller_case_test *test, void *context, struct arena *arena, struct planned_case *out_case);

#endif
