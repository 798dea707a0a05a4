/* Stepping in the device worker: wire/step.h has the conversation. */
#ifndef GRADER_WORKER_STEP_WORKER_H
#define GRADER_WORKER_STEP_WORKER_H

#include "grader/wire/step.h"

struct step_channel {
    int in, out;
};

/*
 * Runs the job's first case up to the wanted launch, then answers moves until STEP_CLOSE or the end
 * of `in`.
 */
bool step_serve(const struct step_channel *channel, const struct job *job, const struct stepping_target *target,
                struct device *const *devices, struct arena *arena, struct error *error);

#endif
