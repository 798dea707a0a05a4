/*
 * Gates: structural demands, judged on the counters of the gate case.
 */
#ifndef GRADER_GRADE_GATES_H
#define GRADER_GRADE_GATES_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"
#include "grader/value/counter.h"
#include "grader/verdict.h"

/* A case that ran, with its counts. */
struct gates_case {
    const struct exercise *exercise;
    const struct observation *observation;
    const struct counter_facts *facts;
    const char *name; /* of the case */
};

/* One verdict per limit, in `arena`. A gate with max and min has two limits. */
bool gates_judge(const struct gates_case *given, struct arena *arena, struct gate_verdict **out_gates,
                 size_t *out_count, struct error *error);

/* Too much work in a case. */
struct gates_excess {
    const char *case_name;
    double times, most; /* the reference's instructions */
    bool is_cut;        /* the kernel was stopped there */
    struct counter_source source;
};

/* Adds a first gate, which is missed. Every exercise has it. */
void gates_add_excess(const struct gates_excess *excess, struct arena *arena, struct gate_verdict **gates,
                      size_t *count);

/* Whether a gate asks for at least some loads from shared memory. */
bool gates_ask_for_shared_loads(const struct gate *gate);

/* These gates become unmet, since the loads reach no output. */
void gates_refuse_vain_loads(struct arena *arena, struct gate_verdict *gates, size_t count);

/* The facts of the modelled run at the timed size. */
struct timed_facts;

bool gates_are_timed(const struct exercise *exercise);

/*
 * Adds the verdicts of the gates on the modelled run. Without a modelled time none of them is met.
 */
void gates_judge_timed(const struct exercise *exercise, const struct timed_facts *facts,
                       const struct observation *observation, struct arena *arena, struct gate_verdict **gates,
                       size_t *count);

/*
 * Judges the ratios among the gates once more, on a case of another size. A gate that is met so far
 * and missed there becomes unmet.
 */
bool gates_judge_again(const struct gates_case *given, struct arena *arena, struct gate_verdict *gates, size_t count,
                       struct error *error);

#endif
