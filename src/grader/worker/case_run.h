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

/* Never fails: errors are in the result. The caller frees the observation. */
struct case_result *case_run(const struct job *job, size_t case_index, struct device *const *devices,
                             int64_t deadline_ns, struct arena *arena);

#endif
