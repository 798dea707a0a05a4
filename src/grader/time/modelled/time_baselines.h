/*
 * Modelled times of the course's own kernels at the timed size, for comparison with a learner's.
 *
 * They come with the course (course_times.h), or are modelled here once and kept (model_store.h).
 */
#ifndef GRADER_TIME_MODELLED_TIME_BASELINES_H
#define GRADER_TIME_MODELLED_TIME_BASELINES_H

#include "base/hash.h"
#include "grader/prepare/grading.h"
#include "grader/wire/model_figure.h"

/*
 * Each launch has a budget of work (timing/time_model.h). The clock only stops plans of very many
 * launches.
 */
enum { TIME_MODEL_DEADLINE_MS = 30000 };

struct time_baselines {
    struct model_figure solution, best, reference; /* elapsed_ns 0: no such kernel, or it could not be modelled */
};

/* `job` comes from time_job_begin(). False: cancelled. */
bool time_baselines_find(struct grading *grading, const struct job *job, struct time_baselines *out_baselines,
                         struct error *error);

/* The figure of a file in kernels/. elapsed_ns 0: it could not be modelled. False: cancelled. */
bool time_baselines_kernel(struct grading *grading, const struct job *job, const char *relative,
                           struct model_figure *out_figure, struct error *error);

/*
 * The key of a course kernel's figure: a hash of the source and everything else that its time
 * depends on.
 */
void time_baselines_key(struct grading *grading, const struct job *job, const struct source *source,
                        char out_key[HASH_HEX_BYTES]);

/* A job that models `program` alone, on the same inputs and sample as all other times. */
struct job time_baselines_job(struct grading *grading, const struct job *from, const struct job_program *program);

/* Runs such a job. False: cancelled, or the worker gave no time. */
bool time_baselines_run(struct grading *grading, const struct job *job, struct time_result *out_time,
                        struct error *error);

/* The same. `timed` is called with a time whose values are still to be compared. */
bool time_baselines_run_told(struct grading *grading, const struct job *job,
                             void (*timed)(void *receiver, const struct time_result *time), void *receiver,
                             struct time_result *out_time, struct error *error);

#endif
