/*
 * Combines the times of launches and copies into the time of a plan. Concurrent steps share
 * resources.
 *
 * The host hands steps over in sequence, each `gap_ns` after the one before. A step begins when it
 * was handed over and everything that it waits for is over. Its time is then its gap and its work.
 * A kernel takes a share of the SMs: those that get a block, or its share of DRAM or L2 if that is
 * larger. A copy within a device takes all SMs, a copy between devices the link. Earlier steps get
 * their full share. Later steps get the rest and slow down accordingly. Measured on an H100: two
 * kernels that each fill half of the SMs take 275 us together, one alone 273. Two that fill all SMs
 * take 577, one alone 274 (doc/time-model.md).
 */
#ifndef DEVICE_VIRTUAL_COMPOSITION_H
#define DEVICE_VIRTUAL_COMPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/modelling.h"

enum { COMPOSE_WAITS_MAX = 4, COMPOSE_STEPS_MAX = 4096, COMPOSE_RESOURCES_MAX = 64 };

struct compose_step {
    double gap_ns;                     /* after the step before */
    double work_ns;                    /* once it has begun, at full speed */
    double share;                      /* of the resource, 0 to 1 */
    int resource;                      /* index, below COMPOSE_RESOURCES_MAX */
    uint32_t waits[COMPOSE_WAITS_MAX]; /* earlier steps that must end first */
    uint32_t wait_count;
};

/*
 * From the start of the first step to the end of the last; 0: no steps, -1: no memory. `out_spans`:
 * when each step began and ended.
 */
double compose_time(const struct compose_step *steps, size_t count, struct device_span *out_spans);

#endif
