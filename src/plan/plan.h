/*
 * The launch plan: the `//!` lines of an exercise file.
 *
 *     //! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
 *     //! scratch partial f32[(n+255)/256] poison
 *     //! for s in 0..log2(n) { launch step(a, s) grid=1 block=256 }
 *
 * It is parsed before the compile. It is hostile, as every learner's text. The function
 * plan_parse() reports syntax. The function plan_check() reports names: parameters, kernels,
 * scratch buffers, loop variables. The function plan_execute() of plan/execution.h runs it on open
 * devices. The grammar is above each function of the parse_*.c files, and in doc/launch-plan.md.
 *
 * Rooms:
 *     check/      checks the names of a plan
 *     parse/      plan lines -> statements
 *     run/        runs statements on open devices
 *     statement/  the plan as a tree, its needs and names, and the kernel names of the source
 */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "plan/parameter.h"

struct plan; /* immutable; in an arena */

/*
 * Reads every `//!` line of `source`. NULL if there was an error. All errors are in `diagnostics`.
 */
struct plan *plan_parse(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);

/* Cross-checks the names against the exercise's parameters. */
bool plan_check(const struct plan *plan, const struct source *source, const struct parameter *parameters,
                size_t parameter_count, struct diagnostics *diagnostics);

size_t plan_launch_count(const struct plan *plan);  /* launch statements, not executions */
size_t plan_scratch_count(const struct plan *plan); /* scratch statements */

/*
 * Every kernel that the plan launches, as the compiler's name expression, each once: "vector_add",
 * "gemm<float, 16>". A tuning value among the types gives one expression per value.
 * NULL-terminated, in `arena`.
 */
const char *const *plan_name_expressions(const struct plan *plan, struct arena *arena);

/* Device features that the plan needs (cooperative, clusters, peers, graph), for `waived`. */
struct plan_needs {
    bool cooperative, clusters, peers, graph, tensor_maps, streams;
    int devices; /* the least number: a written `device=2` needs three */
};
struct plan_needs plan_needs(const struct plan *plan);

/* The tuning values of `tune T in 8, 16, 32`. */
size_t plan_tune_count(const struct plan *plan);
const char *plan_tune_name(const struct plan *plan, size_t index);
size_t plan_tune_values(const struct plan *plan, size_t index, const int64_t **out_values);

/* The limits of a plan. More is a diagnostic. */
enum {
    PLAN_TEXT_BYTES_MAX = 64 << 10, /* all `//!` lines together */
    PLAN_STATEMENTS_MAX = 1024,
    PLAN_DEPTH_MAX = 16,
    PLAN_ARGUMENTS_MAX = 64,
    PLAN_TUNES_MAX = 8,
    PLAN_TUNE_VALUES_MAX = 64,
    PLAN_AFTER_MAX = 16,
    PLAN_INDICES_MAX = 3,
    PLAN_NAME_BYTES_MAX = 64,
    PLAN_NAME_EXPRESSIONS_MAX = 256,
};

#endif
