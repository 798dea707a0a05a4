/*
 * The cases of a submission: those of the exercise and the gate case, smallest first, and two whose sizes the
 * seed draws, so that a kernel cannot know the sizes it will meet.
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
};

struct planned_cases {
    struct planned_case *items; /* by elements, ascending */
    size_t count;
};

/*
 * Scalars that appear in shapes are sizes. A drawn case takes its other values from one of the exercise's cases; each
 * size lies between the least and the largest that occur (in the other drawn case, in the upper half of that), is a
 * multiple of what they all are multiples of, and sizes that are equal in every case stay equal.
 */
bool cases_plan(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct planned_cases *out_cases,
                struct error *error);

/* The exercise's `bench`, to be measured. */
bool cases_plan_bench(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct job_case *out_case,
                      struct error *error);
/* Its gate case in the same way; NOT_FOUND: it has no case. */
bool cases_plan_gate_timed(const struct exercise *exercise, uint64_t seed, struct arena *arena,
                           struct job_case *out_case, struct error *error);

/* A case of the learner's own: never part of a verdict. RANGE: more than OWN_ELEMENTS_MAX elements. */
bool cases_plan_own(const struct exercise *exercise, const struct exercise_case *given, struct arena *arena,
                    struct job_case *out_case, struct error *error);

#define OWN_ELEMENTS_MAX (UINT64_C(1) << 24)

/* "n=33", "h=4 w=7". */
const char *cases_name(struct arena *arena, const struct case_value *values, size_t count);

#endif
