/*
 * Runs of both plans on changed inputs, for those who look for what a wrong output takes from them.
 * The buffers have no device memory before and after.
 */
#ifndef GRADER_WORKER_CASE_PROBE_H
#define GRADER_WORKER_CASE_PROBE_H

#include "grader/case/case_buffers.h"

enum {
    CASE_PROBE_INSTRUCTIONS_MAX = 8000000, /* of warps, in all runs of a job */
    CASE_PROBE_RUN_COST = 30000,           /* the time that a run takes besides, in instructions */
};

/* An input of floats or bytes that the host has a copy of. */
bool case_probe_takes(const struct case_parameter *parameter);

/* Of a number of that type, as a share. */
double case_probe_rounding(enum dtype dtype);

/*
 * A copy of a rank's input whose elements `first` to `end` are moved by amounts of their own, times
 * a number.
 */
void *case_probe_moved(struct arena *arena, const struct case_parameter *parameter, int rank, uint64_t first,
                       uint64_t end, double times);

/* An element of a rank's output after a run on the present inputs. NaN: the run failed. */
double case_probe_element(struct case_buffers *buffers, enum case_side side, const struct case_parameter *output,
                          int rank, uint64_t index);

/* The host copies of outputs, which the runs overwrite. */
struct case_probe_outputs {
    void *got[JOB_PARAMETERS_MAX][JOB_DEVICES_MAX], *expected[JOB_PARAMETERS_MAX][JOB_DEVICES_MAX];
};
struct case_probe_outputs *case_probe_set_aside(struct case_buffers *buffers);
void case_probe_put_back(struct case_buffers *buffers, const struct case_probe_outputs *kept);

#endif
