/*
 * Timing a submission beside a reference on a device that measures time.
 *
 * Both sides alternate, each run with a cold L2 and whatever the caller makes fresh; the figures are medians with an
 * interval, and the ratio is that of runs side by side, so that a clock that drifts cannot change it. A GPU that is
 * throttled, busy or unsteady gives no figure, with the reason; it never counts against anybody.
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

/* What the caller does; each returns false only for errors of its own. Run 0 is the warm-up. */
struct timing_callbacks {
    void *context;
    /* Fresh inputs, unwritten outputs, module state as loaded. NULL: nothing to do. */
    bool (*refresh)(void *context, enum timing_side side, uint32_t run, struct error *error);
    /*
     * Everything that is timed: enqueues it and synchronises. It may use any stream. False without an error's being
     * meant where an observation says that a kernel faulted or ran out of time.
     */
    bool (*run)(void *context, enum timing_side side, struct error *error);
    /* Whether that run's outputs are right. NULL: not looked at. */
    bool (*check)(void *context, enum timing_side side, uint32_t run, bool *out_right, struct error *error);
    /* NULL: never. */
    bool (*cancelled)(void *context);
};

struct timing_request {
    struct device **devices; /* rank 0 first; the slowest one's time counts */
    int device_count;
    struct timing_callbacks callbacks;
    bool has_reference;
    /* 0: what the names below say. */
    uint32_t runs_min, runs_max;
    double spread;     /* of the intervals, at which to stop */
    int64_t budget_ns; /* of wall time, after which to stop when runs_min are done */
};

enum { TIMING_RUNS_MIN = 5, TIMING_RUNS_MAX = 200 };
#define TIMING_SPREAD 0.01
#define TIMING_SPREAD_MAX 0.05 /* beyond it the GPU counts as unsteady */
#define TIMING_CONFIDENCE 0.95
#define TIMING_BUDGET_NS INT64_C(10000000000)

enum timing_status {
    TIMING_RECORDED,
    TIMING_NOT_RECORDED, /* throttled, busy, unsteady: try again */
    TIMING_WRONG,        /* a run's outputs were wrong */
    TIMING_STOPPED,      /* a kernel faulted or ran out of time: see the device's observation */
};

struct timing_result {
    enum timing_status status;
    char note[256];        /* why there is no figure, or what to know about it; may be empty */
    enum timing_side side; /* of WRONG and STOPPED */
    uint32_t run;          /* of WRONG and STOPPED */
    uint32_t runs;         /* timed, of each side */
    struct statistics_median times_ns[TIMING_SIDES];
    struct statistics_median ratio; /* reference / learner, of runs side by side: above 1 the learner is faster */
    double overhead_ns;             /* of the events, taken off every time */
    struct device_health health;    /* at the end; all 0 if unknown */
};

/* Errors: UNSUPPORTED (a device without time), CANCELLED, and those of the callbacks and the device. */
bool timing_measure(const struct timing_request *request, struct timing_result *out_result, struct error *error);

/* What two events cost with nothing in between. */
bool timing_overhead_ns(struct device *device, double *out_ns, struct error *error);

#endif
