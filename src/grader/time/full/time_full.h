/*
 * Confirms a modelled time by the whole launch: the parent's side of `full`.
 *
 * The launch at the timed size runs as one large case (full_run.h). Every element is compared with
 * whichever of reference and solution runs fewer instructions. Instructions and sectors must be
 * those that the time was computed from.
 */
#ifndef GRADER_TIME_FULL_TIME_FULL_H
#define GRADER_TIME_FULL_TIME_FULL_H

#include "grader/prepare/grading.h"
#include "grader/time/time_failure.h"

/* An exercise whose launch takes more warp instructions or bytes names a smaller size, `full`. */
#define TIME_FULL_INSTRUCTIONS_MOST 4e9
#define TIME_FULL_BYTES_MOST (UINT64_C(4) << 30)

struct time_full_request {
    const struct job *job;                           /* from time_job_begin(); the estimate does not need it */
    const struct model_figure *learner;              /* at the size that runs whole */
    double counts_error;                             /* of the learner's counts, by the sample, as a fraction */
    const struct model_figure *solution, *reference; /* the same; elapsed_ns 0: not known */
};

/* Bytes that the worker needs for the exercise's largest whole run. */
bool time_full_bytes(const struct exercise *exercise, const struct job_case *given, uint64_t *out_bytes,
                     struct error *error);

/* About how long the run takes on this machine, in seconds. 0: not known. */
double time_full_estimate_s(const struct grading *grading, const struct time_full_request *request);

/* How the learner's kernel fails in a case that ran. */
enum time_failure_kind time_full_failure(const struct case_result *result);

/*
 * Runs and judges. The verdict's `full_run` then says how long that took, and how much it ran.
 * `out_why` NULL: confirmed. Otherwise it says in plain words why not, and `out_failure` has the
 * failure, if the kernel fails. The caller frees the observation in `out_failure->result`. False:
 * cancelled.
 */
bool time_full(struct grading *grading, const struct time_full_request *request, struct time_failure *out_failure,
               const char **out_why, struct error *error);

#endif
