/*
 * Inputs of a measured case: other ones for each run, made on the device from what the seed drew.
 *
 * For an input whose elements are drawn one by one more elements are drawn than it has. They form a ring, and each run
 * takes a stretch of it that begins somewhere else: the distribution stays, sums and extremes change from run to run.
 * Structured inputs (sorted, one_hot, made by a kernel) are the same in every run. The ring is out of the plan's sight,
 * not out of a kernel's reach: measure_inputs_intact() looks whether anybody wrote there.
 */
#ifndef GRADER_TIME_MEASURED_MEASURE_INPUTS_H
#define GRADER_TIME_MEASURED_MEASURE_INPUTS_H

#include "grader/case/case_buffers.h"

/* The part of a parameter's ring behind its own elements; `count` 0: it has none. */
struct measure_ring {
    void *initial; /* the host's copy */
    uint64_t count;
    device_address held[JOB_DEVICES_MAX];
};

struct measure_inputs {
    struct case_buffers *buffers; /* prepared; on the device the pristine ones */
    struct measure_ring *rings;   /* by parameter */
};

/* Uploads the pristine buffers. After a failure measure_inputs_close() is due all the same. */
bool measure_inputs_open(struct measure_inputs *inputs, struct case_buffers *buffers, struct error *error);

/* Fills `to`, whose buffers are like the pristine ones, for run number `run`; outputs are unwritten then. */
bool measure_inputs_put(const struct measure_inputs *inputs, struct case_buffers *to, uint32_t run, bool outputs_only,
                        struct error *error);

/* `out_changed`: an input whose pristine copy is no longer what it was; unchanged where all are. */
bool measure_inputs_intact(const struct measure_inputs *inputs, const struct parameter **out_changed,
                           struct error *error);

void measure_inputs_close(struct measure_inputs *inputs);

#endif
