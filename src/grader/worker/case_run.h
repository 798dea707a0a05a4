/*
 * One case in the device worker, from inputs to comparison.
 *
 * Order: inputs, learner's plan, synchronise, outputs read aside, learner's module unloaded, memory wiped; only then is
 * the reference loaded and run into fresh memory. While the learner's kernel runs, no expected value exists.
 */
#ifndef GRADER_WORKER_CASE_RUN_H
#define GRADER_WORKER_CASE_RUN_H

#include <stdint.h>

#include "grader/wire/result.h"
#include "grader/worker/case_buffers.h"

/* Never fails: what went wrong is in the result. The observation is the caller's to free. */
struct case_result *case_run(const struct job *job, size_t case_index, struct device *const *devices,
                             int64_t deadline_ns, struct arena *arena);

/* On a GPU one run of a learner's plan may take that long. Nothing on a screen should be waited for longer. */
#define CASE_GPU_RUN_NS INT64_C(3000000000)

/* Tells whoever asked to know (job->launching). */
void case_say_launching(const struct job *job);

/* Inputs that kernels make become the host's copy. The buffers hold no device memory before and after. */
bool case_run_generators(struct case_buffers *buffers, struct error *error);

#endif
