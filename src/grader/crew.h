/*
 * Judges many kernels side by side. Each worker has a grader of its own and takes the next unit of
 * the work until none is left.
 */
#ifndef GRADER_CREW_H
#define GRADER_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/grader.h"

struct crew {
    struct grader_settings settings; /* of each grader. threads 0: the workers share the processors */
    int jobs;                        /* workers; 0: by processors and memory. Never more than units */
    uint64_t units;
    void (*judge)(void *context, struct grader *grader, uint64_t unit); /* called by several threads */
    void *context;
};

/* Returns once every worker has ended. False: no worker had a grader, or too few for the units. */
bool crew_work(const struct crew *crew, struct error *error);

#endif
