/*
 * Runs a launch plan on open devices.
 *
 * Every statement runs on every rank, in the order of the ranks, unless `device=` names one.
 * Without `stream=` a statement begins when all earlier ones are done. With it, only the order
 * within a stream and `after=` count.
 */
#ifndef PLAN_EXECUTION_H
#define PLAN_EXECUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "device/device.h"
#include "plan/parameter.h"
#include "plan/plan.h"
#include "plan/timeline.h"

/* A parameter for one case: the addresses of its buffer, or its scalar value. */
struct plan_argument {
    const struct parameter *parameter;
    struct value scalar;       /* role SCALAR */
    device_address *addresses; /* one per device; buffers */
    uint64_t element_count;
};

/* The content of a scratch buffer of one device after a launch that names it. */
struct plan_stage {
    const char *scratch, *kernel; /* the launch's */
    int line;                     /* of that launch in the source */
    size_t launch;                /* counts the launches that ran; those of all ranks are one */
    int rank;
    enum dtype dtype;
    device_address address;
    uint64_t element_count;
    uint64_t shape[SHAPE_RANK_MAX]; /* of the rank's buffer */
    int dimensions;
};

struct plan_bindings {
    struct device **devices; /* rank r runs on devices[r] */
    struct device_module **modules;
    int device_count;
    const struct plan_argument *arguments;
    size_t argument_count;
    size_t choice; /* among plan_configurations(), modulo their number */
    /*
     * By index of plan_name_expressions(). NULL, or a NULL entry: the kernel has the plan's name.
     */
    const char *const *lowered_names;
    /*
     * Called for every stage in the order of the launches, with all work done, outside of graphs.
     * Can be NULL.
     */
    void (*stage)(void *context, const struct plan_stage *stage);
    void *stage_context;
    struct plan_timeline *timeline; /* is filled; NULL: not wanted */
};

struct plan_outcome {
    size_t launches;        /* executed */
    uint64_t scratch_bytes; /* peak of any one device */
    /*
     * The longest chain of launches and copies that waited for each other, each counted as one.
     * Streams and devices run side by side.
     */
    uint64_t schedule_steps;
    bool stopped; /* a kernel faulted, deadlocked or ran out of time; see the devices' observations */
};

enum {
    PLAN_EXECUTED_LAUNCHES_MAX = 100000,
    PLAN_EXECUTED_STEPS_MAX = 1000000, /* statements, with those skipped by `when` */
};

/*
 * Allocates scratch, runs every statement in order, synchronises, releases scratch. False: an
 * expression failed or the device refused. The message has the line of the plan.
 */
bool plan_execute(const struct plan *plan, const struct plan_bindings *bindings, struct plan_outcome *out_outcome,
                  struct error *error);

#endif
