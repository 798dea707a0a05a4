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
 *     host/       writes a plan as a host function
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
#include "base/error.h"
#include "base/expression.h"
#include "plan/parameter.h"

/* The limits of a plan. More is a diagnostic. */
enum {
    PLAN_TEXT_BYTES_MAX = 64 << 10, /* all `//!` lines together */
    PLAN_STATEMENTS_MAX = 1024,
    PLAN_DEPTH_MAX = 16,
    PLAN_ARGUMENTS_MAX = 64,
    PLAN_TUNES_MAX = 8,
    PLAN_TUNE_VALUES_MAX = 64,
    PLAN_COMBINATIONS_MAX = 4096,
    PLAN_AFTER_MAX = 16,
    PLAN_INDICES_MAX = 3,
    PLAN_NAME_BYTES_MAX = 64,
    PLAN_NAME_EXPRESSIONS_MAX = 256,
};

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
 * "gemm<float, 16>". A tuning value among the types gives one expression per value that `keep`
 * allows, as far as that is known without a case.
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

/* One value of each tuning value, by index of plan_tune_name(). */
struct plan_configuration {
    int64_t values[PLAN_TUNES_MAX];
};

struct plan_configurations {
    struct plan_configuration *items; /* the first tuning value changes fastest */
    size_t count;
    const struct plan_statement *last_rule; /* of those that left out a configuration; NULL: none did */
};

/*
 * The configurations that every `keep` allows; one, without values, if nothing is tuned. `known`
 * has the scalars of the case and the names of the device. NULL: no case; a rule that needs one
 * allows everything. False: a rule cannot be computed, or it allows none.
 */
bool plan_configurations(const struct plan *plan, const struct expression_environment *known, struct arena *arena,
                         struct plan_configurations *out, struct error *error);

/*
 * What a plan decides at one size: the truth of each comparison and number. They are in the order
 * of the text. A truth of -1 means that a loop or a tuning value decides too.
 */
struct plan_decisions {
    int8_t *truths;
    size_t count;
};

struct plan_decisions plan_decisions(const struct plan *plan, const struct expression_environment *known,
                                     struct arena *arena);

/* The name expressions of some configurations: a part of plan_name_expressions(). */
const char *const *plan_name_expressions_of(const struct plan *plan, const struct plan_configurations *configurations,
                                            struct arena *arena);

#endif
