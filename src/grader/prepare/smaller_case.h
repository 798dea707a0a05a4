/*
 * A case as small as possible that still has some property of the timed case. Its sizes follow the
 * rules of drawn cases (drawn_case.h).
 */
#ifndef GRADER_PREPARE_SMALLER_CASE_H
#define GRADER_PREPARE_SMALLER_CASE_H

#include "grader/prepare/cases.h"

typedef bool smaller_case_test(void *context, const struct job_case *given);

struct smaller_case_rules {
    smaller_case_test *has_property;  /* may take long */
    smaller_case_test *is_affordable; /* a larger number never makes it true; only sizes and devices are set */
    void *context;
};

/*
 * Makes one number after the other smaller, while the property is kept, the largest first. A number
 * becomes that of an ordinary case of the exercise. If that fails, a size is halved as often as
 * possible. Last, the devices become as few as those of a case. False: no number can be smaller, or
 * no such case is affordable.
 */
bool smaller_case_find(const struct exercise *exercise, const struct job_case *timed,
                       const struct smaller_case_rules *rules, struct arena *arena, struct planned_case *out_case);

#endif
