/*
 * Running a launch plan on open devices.
 *
 * Every statement runs on every rank, in the order of the ranks, unless `device=` names one. Without `stream=` a
 * statement begins when all before it are done; with it, order is kept within a stream and through `after=` only.
 */
#ifndef PLAN_EXECUTE_H
#define PLAN_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "device/device.h"
#include "plan/parameter.h"
#include "plan/plan.h"

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

/* What a scratch buffer of the first device holds behind the first launch that names it. */
struct plan_stage {
    const char *scratch, *kernel; /* the launch's */
    int line;                     /* of that launch in the source */
    enum dtype dtype;
    device_address address;
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
    /* By index of plan_name_expressions(). NULL, or a NULL entry: the kernel has the name that the plan says. */
    const char *const *lowered_names;
    /* Told of every stage in the order of the launches, with all work done, outside of graphs. NULL: nobody asks. */
    void (*stage)(void *context, const struct plan_stage *stage);
    void *stage_context;
};

struct plan_outcome {
    size_t launches;        /* executed */
    uint64_t scratch_bytes; /* peak of any one device */
    /* The longest chain of launches and copies that had to wait for each other, each counted as one: streams and
       devices run side by side. */
    uint64_t schedule_steps;
    bool stopped; /* a kernel faulted, deadlocked or ran out of time; see the devices' observations */
};

enum {
    PLAN_EXECUTED_LAUNCHES_MAX = 100000,
    PLAN_EXECUTED_STEPS_MAX = 1000000, /* statements, those skipped by `when` included */
};

/*
 * Allocates scratch, runs every statement in order, synchronises, releases scratch. False: an expression failed at
 * run time or the device refused (with the line of the plan in the message).
 */
bool plan_execute(const struct plan *plan, const struct plan_bindings *bindings, struct plan_outcome *out_outcome,
                  struct error *error);

#endif
