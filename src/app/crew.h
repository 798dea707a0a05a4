/*
 * Judges many kernels side by side. Each worker has a grader of its own and takes the next unit of
 * the work until none is left.
 */
#ifndef APP_CREW_H
#define APP_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

struct crew {
    const struct app *app;
    int jobs;        /* workers; 0: by processors and memory. Never more than there are units */
    int deadline_ms; /* of a grader's run; 0: its own */
    uint64_t units;
    void (*judge)(void *context, struct grader *grader, uint64_t unit); /* called by several threads */
    void *context;
};

/* Returns once every worker has ended. False: no worker had a grader, or too few for the units. */
bool crew_work(const struct crew *crew, struct error *error);

#endif
