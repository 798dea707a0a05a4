/*
 * Times a submission next to a reference, on a device that measures time.
 *
 * Both sides alternate. Each run has a cold L2 and the fresh data that the caller provides. The
 * figures are medians with an interval. The ratio compares neighbouring runs, so a drifting clock
 * does not change it. A throttled, busy or unsteady GPU gives no figure and a reason. It never
 * counts against a learner.
 */
#ifndef DEVICE_TIMING_H
#define DEVICE_TIMING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "device/device.h"
#include "device/health.h"
#include "device/statistics.h"

enum timing_side { TIMING_LEARNER, TIMING_REFERENCE, TIMING_SIDES };

/* The caller's callbacks. Each returns false only for its own errors. Run 0 is the warm-up. */
struct timing_callbacks {
    void *context;
    /* Makes fresh inputs, unwritten outputs and a fresh module state. NULL: nothing to do. */
    bool (*refresh)(void *context, enum timing_side side, uint32_t run, struct error *error);
    /*
     * Enqueues all timed work and synchronises. It may use any stream. It may return false without
     * an error if an observation shows a fault or a timeout.
     */
    bool (*run)(void *context, enum timing_side side, struct error *error);
    /* Whether the run's outputs are right. NULL: not checked. */
    bool (*check)(void *context, enum timing_side side, uint32_t run, bool *out_right, struct error *error);
    /* NULL: never. */
    bool (*cancelled)(void *context);
};

struct timing_request {
    struct device **devices; /* rank 0 first; the slowest device's time counts */
    int device_count;
    struct timing_callbacks callbacks;
    bool has_reference;
    /* 0: the defaults below */
    uint32_t runs_min, runs_max;
    double spread;     /* relative width of the intervals at which to stop */
    int64_t budget_ns; /* wall time after which to stop, once runs_min are done */
};

enum { TIMING_RUNS_MIN = 5, TIMING_RUNS_MAX = 200 };
#define TIMING_SPREAD 0.01
#define TIMING_SPREAD_MAX 0.05 /* above it the GPU counts as unsteady */
#define TIMING_CONFIDENCE 0.95
#define TIMING_BUDGET_NS INT64_C(10000000000)

enum timing_status {
    TIMING_RECORDED,
    TIMING_NOT_RECORDED, /* throttled, busy, unsteady: try again */
    TIMING_WRONG,        /* a run's outputs were wrong */
    TIMING_STOPPED,      /* a kernel faulted or timed out: see the device's observation */
    TIMING_REFUSED,      /* modelled: the device refuses a launch of the plan */
};

struct timing_result {
    enum timing_status status;
    char note[256];        /* the reason for no figure, or a remark; may be empty */
    enum timing_side side; /* for WRONG and STOPPED */
    uint32_t runs;         /* timed runs per side */
    struct statistics_median times_ns[TIMING_SIDES];
    struct statistics_median ratio; /* reference / learner in neighbouring runs; above 1 the learner is faster */
    double overhead_ns;             /* of the events; subtracted from every time */
    struct device_health health;    /* at the end; all 0: unknown */
};

/* Errors: UNSUPPORTED (a device without time), CANCELLED, those of the callbacks and the device. */
bool timing_measure(const struct timing_request *request, struct timing_result *out_result, struct error *error);

#endif
