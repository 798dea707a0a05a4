/*
 * From the times of launches and copies to the time of a plan: what runs at a time shares what it takes.
 *
 * The host hands steps over one after another, each `gap_ns` behind the one before. A step begins when it was handed
 * over and all that it waits for is over; its time is then its gap and its work. A kernel takes the share of the SMs
 * that get one of its blocks (of DRAM or L2 if that is more), a copy within a device all of them, between two the link.
 * What was handed over first has what it takes, later steps have what is left and are slower by as much (an H100: two
 * kernels that fill half of the SMs each take 275 us where one takes 273, two that fill all of them 577 where one takes
 * 274; doc/time-model.md).
 */
#ifndef DEVICE_VIRTUAL_COMPOSE_H
#define DEVICE_VIRTUAL_COMPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COMPOSE_WAITS_MAX = 4, COMPOSE_STEPS_MAX = 4096, COMPOSE_RESOURCES_MAX = 64 };

struct compose_step {
    double gap_ns;                     /* behind the step before, until this one begins */
    double work_ns;                    /* once it has begun, if it has all that it takes */
    double share;                      /* of the resource, 0 to 1 */
    int resource;                      /* below COMPOSE_RESOURCES_MAX */
    uint32_t waits[COMPOSE_WAITS_MAX]; /* earlier steps that must be over */
    uint32_t wait_count;
};

/* From the first step's beginning to the last one's end; 0 for no steps. -1 without memory. */
double compose_time(const struct compose_step *steps, size_t count);

#endif
