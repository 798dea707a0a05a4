/*
 * Inputs of a measured case: new ones for each run, made on the device from the seed's draws.
 *
 * An input whose elements are drawn one by one gets additional elements. Together they form a ring,
 * and each run takes a stretch from another start. The distribution stays, and sums and extremes
 * change from run to run. Structured inputs (sorted, one_hot, made by a kernel) are the same in
 * every run. The plan does not know the ring, but a kernel could write to it:
 * measure_inputs_intact() checks.
 */
#ifndef GRADER_TIME_MEASURED_MEASURE_INPUTS_H
#define GRADER_TIME_MEASURED_MEASURE_INPUTS_H

#include "grader/case/case_buffers.h"

/* The additional elements of a parameter's ring; `count` 0: none. */
struct measure_ring {
    void *initial; /* the host's copy */
    uint64_t count;
    device_address held[JOB_DEVICES_MAX];
};

struct measure_inputs {
    struct case_buffers *buffers; /* prepared; on the device the pristine ones */
    struct measure_ring *rings;   /* by parameter */
};

/* Uploads the pristine buffers. measure_inputs_close() must follow even after a failure. */
bool measure_inputs_open(struct measure_inputs *inputs, struct case_buffers *buffers, struct error *error);

/*
 * Fills `to` for run number `run`. `to` has buffers like the pristine ones, and its outputs become
 * unwritten.
 */
bool measure_inputs_put(const struct measure_inputs *inputs, struct case_buffers *to, uint32_t run, bool outputs_only,
                        struct error *error);

/* `out_changed`: an input whose pristine copy changed; not set if none did. */
bool measure_inputs_intact(const struct measure_inputs *inputs, const struct parameter **out_changed,
                           struct error *error);

void measure_inputs_close(struct measure_inputs *inputs);

#endif
