/*
 * A measurement in progress: both sides with their buffers, and the judge of the learner's runs.
 *
 * The judge (measure_judge.c) is the exercise's checker on the learner's buffers, or else the
 * reference on the baseline's. The reference's outputs are compared on the device, or on the host
 * if the device cannot.
 */
#ifndef GRADER_TIME_MEASURED_MEASURING_H
#define GRADER_TIME_MEASURED_MEASURING_H

#include "device/timing.h"
#include "grader/case/case_buffers.h"
#include "grader/case/program_run.h"
#include "grader/time/measured/measure_comparison.h"
#include "grader/time/measured/measure_inputs.h"
#include "grader/value/tolerance.h"
#include "grader/wire/result.h"

/* One side's buffers with the program that runs on them. */
struct measure_side {
    struct case_buffers buffers;
    struct program_session session;
};

struct measuring {
    struct case_buffers *buffers; /* the host's copies; on the device the pristine ones */
    struct measure_inputs inputs;
    struct case_result *result;
    struct measure_side sides[TIMING_SIDES];
    struct program_session judge; /* the reference on the baseline's buffers, or the checker on the learner's */
    struct measure_comparer comparers[JOB_DEVICES_MAX]; /* by rank */
    struct tolerance *tolerances;                       /* by parameter; known after the first run */
    bool has_tolerances, has_checker;
    device_address failures; /* of the checker */
    const struct job_program *baseline;
    enum timing_side side; /* the side that runs now */
    uint64_t deadline_ns;  /* for the whole case */
};

/* Resets the buffers of a side for run `run`: all of them, or the outputs alone. */
static inline bool measure_refresh(struct measuring *measuring, enum timing_side side, uint32_t run, bool outputs_only,
                                   struct error *error)
{
    return measure_inputs_put(&measuring->inputs, &measuring->sides[side].buffers, run, outputs_only, error);
}

/*
 * Needs the buffers of both sides. measure_judge_close() closes everything, also after a failure.
 */
bool measure_judge_open(struct measuring *measuring, struct error *error);
void measure_judge_close(struct measuring *measuring);

/*
 * Whether run `run` of the learner is right. If not, the result has the elements, the input or the
 * checker's count.
 */
bool measure_check(struct measuring *measuring, uint32_t run, bool *out_right, struct error *error);

#endif
