/*
 * The cases of a submission, smallest first: the exercise's cases, the gate case, and cases whose
 * sizes the seed draws. Two of those are for the values and one is for the gates. So a kernel
 * cannot know its sizes in advance.
 */
#ifndef GRADER_PREPARE_CASES_H
#define GRADER_PREPARE_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "grader/wire/job.h"

struct planned_case {
    struct job_case job;
    uint64_t elements; /* of all buffers together */
    bool is_drawn;
    bool is_gate;
    bool is_second_gate; /* gates that hold at every size are judged here too */
};

struct planned_cases {
    struct planned_case *items; /* by elements, ascending */
    size_t count;
};

/*
 * Scalars in shapes are sizes. A drawn case takes its other values from one of the exercise's
 * cases. Each size is between the least and the largest that occur; one of the two drawn cases
 * keeps to the upper half. It is a multiple of their common divisor. Sizes that are equal in every
 * case stay equal.
 */
bool cases_plan(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct planned_cases *out_cases,
                struct error *error);

/* The exercise's `bench`, or that of `benches` which the seed draws, as a timed case. */
bool cases_plan_bench(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct job_case *out_case,
                      struct error *error);
/* The size that is run whole, `full` or else the timed one, as such a case and as a timed case. */
bool cases_plan_full(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct job_case *out_case,
                     struct error *error);
bool cases_plan_full_timed(const struct exercise *exercise, uint64_t seed, struct arena *arena,
                           struct job_case *out_case, struct error *error);

/* A learner's own case, never part of a verdict. RANGE: more than OWN_ELEMENTS_MAX elements. */
bool cases_plan_own(const struct exercise *exercise, const struct exercise_case *given, struct arena *arena,
                    struct job_case *out_case, struct error *error);

#define OWN_ELEMENTS_MAX (UINT64_C(1) << 24)

/* A case of smaller_case.h. */
bool cases_plan_smaller(const struct exercise *exercise, const struct exercise_case *given, struct arena *arena,
                        struct planned_case *out_case, struct error *error);

/* "n=33", "h=4 w=7". */
const char *cases_name(struct arena *arena, const struct case_value *values, size_t count);

#endif
