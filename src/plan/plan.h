/*
 * The launch plan: the `//!` lines of an exercise file.
 *
 *     //! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
 *     //! scratch partial f32[(n+255)/256] poison
 *     //! for s in 0..log2(n) { launch step(a, s) grid=1 block=256 }
 *
 * Parsed before anything is compiled; hostile like every learner text. plan_parse() reports syntax, plan_check() names
 * (parameters, kernels, scratch buffers, loop variables) and plan_execute() runs it on open devices. The grammar stands
 * in parse.c above each function, and in doc/launch-plan.md.
 */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "device/device.h"
#include "plan/parameter.h"

struct plan; /* immutable; in an arena */

/* Reads every `//!` line of `source`. NULL if there was an error, all of which are in `diagnostics`. */
struct plan *plan_parse(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);

/* Cross-checks the names against the exercise's parameters. */
bool plan_check(const struct plan *plan, const struct source *source, const struct parameter *parameters,
                size_t parameter_count, struct diagnostics *diagnostics);

size_t plan_launch_count(const struct plan *plan); /* launch statements, not executions */

/* Kernel name expressions ("gemm<float>") that the compiler must instantiate; NULL-terminated, in `arena`. */
const char *const *plan_name_expressions(const struct plan *plan, struct arena *arena);

/* Device features that the plan asks for (cooperative, clusters, peers, graph), for `waived`. */
struct plan_needs {
    bool cooperative, clusters, peers, graph, tensor_maps, streams;
    int devices;
};
struct plan_needs plan_needs(const struct plan *plan);

/* The tuning values of `tune T in 8, 16, 32`. */
size_t plan_tune_count(const struct plan *plan);
const char *plan_tune_name(const struct plan *plan, size_t index);
size_t plan_tune_values(const struct plan *plan, size_t index, const int64_t **out_values);

struct plan_scalar {
    const char *name;
    struct value value;
};

/* A parameter as it exists for one case: where its buffer lies on each device, or its scalar value. */
struct plan_argument {
    const struct parameter *parameter;
    struct value scalar;       /* role SCALAR */
    device_address *addresses; /* one per device; buffers */
    uint64_t element_count;
};

struct plan_bindings {
    struct device **devices; /* rank r runs on devices[r] */
    struct device_module **modules;
    int device_count;
    const struct plan_argument *arguments;
    size_t argument_count;
    const struct plan_scalar *tuning; /* chosen tuning values; missing ones take the first value listed */
    size_t tuning_count;
    const char *const *lowered_names; /* by index of plan_name_expressions() */
};

struct plan_outcome {
    size_t launches;        /* executed */
    uint64_t scratch_bytes; /* peak */
    bool stopped;           /* a kernel faulted, deadlocked or ran out of time; see the devices' observations */
};

/*
 * Allocates scratch, runs every statement in order, synchronises, releases scratch. False: an expression failed at
 * run time or the device refused (with the line of the plan in the message).
 */
bool plan_execute(const struct plan *plan, const struct plan_bindings *bindings, struct plan_outcome *out_outcome,
                  struct error *error);

#endif
