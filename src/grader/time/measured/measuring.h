/*
 * A measurement under way: both sides with their buffers, and the judge of the learner's runs.
 *
 * The judge (measure_judge.c) is the exercise's checker, which runs on the learner's buffers, or else the reference,
 * which runs on the baseline's; what it leaves is compared on the device, and on the host where the device cannot.
 */
#ifndef GRADER_TIME_MEASURED_MEASURING_H
#define GRADER_TIME_MEASURED_MEASURING_H

#include "device/timing.h"
#include "grader/case/case_buffers.h"
#include "grader/case/program_run.h"
#include "grader/time/measured/measure_compare.h"
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
    struct program_session judge; /* the reference, on the baseline's buffers; or the checker, on the learner's */
    struct measure_comparer comparers[JOB_DEVICES_MAX]; /* by rank */
    struct tolerance *tolerances;                       /* by parameter; known after the first run */
    bool has_tolerances, has_checker;
    device_address failures; /* the checker's */
    const struct job_program *baseline;
    enum timing_side side; /* that runs now */
    uint64_t deadline_ns;  /* of the whole case */
};

/* What run `run` finds in the buffers of a side: all of them, or the outputs alone. */
static inline bool measure_refresh(struct measuring *measuring, enum timing_side side, uint32_t run, bool outputs_only,
                                   struct error *error)
{
    return measure_inputs_put(&measuring->inputs, &measuring->sides[side].buffers, run, outputs_only, error);
}

/* Needs the buffers of both sides. What was opened before a failure is closed with the rest. */
bool measure_judge_open(struct measuring *measuring, struct error *error);
void measure_judge_close(struct measuring *measuring);

/*
 * Whether what the learner's run `run` left is right. Where it is not, the result says which elements, which input or
 * what the checker counted.
 */
bool measure_check(struct measuring *measuring, uint32_t run, bool *out_right, struct error *error);

#endif
