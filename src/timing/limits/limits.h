/*
 * Limits: one time for each thing that is finite, the time that they add up to, and the one to look
 * at first.
 */
#ifndef TIMING_LIMITS_LIMITS_H
#define TIMING_LIMITS_LIMITS_H

#include "timing/schedule/schedule.h"

/* What the terms follow from. `intensity` as in struct time_window. */
struct time_demand {
    const struct vgpu_architecture *architecture;
    const struct time_rates *rates;
    const struct vgpu_occupancy *occupancy;
    const struct time_traffic *traffic;
    const struct time_work *work;
    double intensity;
};

/* Fills in the terms, the time, what limits it, and the traffic. */
void limits_find(const struct time_demand *demand, struct time_estimate *estimate);

/* Fills in `busy`, from the terms and the time. */
void busy_find(const struct time_demand *demand, struct time_estimate *estimate);

/* Fills in the joules, from the terms and the time. */
void energy_find(const struct time_rates *rates, struct time_estimate *estimate);

/*
 * The learner's line that brings most to the term; 0 where the term has no line or none is known.
 */
int line_find(enum time_limit limit, const struct vgpu_profile *profile, const struct time_traffic *traffic);

/* Whether most of the term is from the threads' own stacks, in local memory. */
bool line_is_of_stack(enum time_limit limit, const struct vgpu_profile *profile, const struct time_traffic *traffic);

#endif
