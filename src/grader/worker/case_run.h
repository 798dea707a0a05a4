/*
 * One case in the device worker, from inputs to comparison.
 *
 * Order: inputs, learner's plan, synchronise, outputs copied, learner's module unloaded, memory
 * wiped. Only then the reference is loaded and runs in fresh memory. While the learner's kernel
 * runs, no expected value exists.
 */
#ifndef GRADER_WORKER_CASE_RUN_H
#define GRADER_WORKER_CASE_RUN_H

#include <stdint.h>

#include "grader/case/case_buffers.h"
#include "grader/wire/result.h"
#include "grader/worker/case_work.h"

/* Of all cases together, as clock_is_late() has it. */
struct case_deadline {
    int64_t wall_ns, processor_ns; /* 0: none */
};

/*
 * Never fails: errors are in the result. The caller frees the observation. `work` is zero before
 * the first case of a job.
 */
struct case_result *case_run(const struct job *job, size_t case_index, struct device *const *devices,
                             const struct case_deadline *deadline, struct case_work *work, struct arena *arena);

#endif
