/*
 * Why the blocks of a sample did not end: for a reason that a whole run has too, or because only
 * some blocks ran.
 */
#ifndef TIMING_SAMPLE_STOPPED_H
#define TIMING_SAMPLE_STOPPED_H

#include "timing/sample/sample.h"

/*
 * In a sample, the blocks of a cooperative launch wait for blocks that do not run. That is the
 * sample's limit and says nothing about the kernel.
 */
bool stopped_by_the_grid(const struct estimating *estimating, const struct vgpu_report *report);

/*
 * Fills the error. Blocks whose values follow from the inputs alone behave in a sample as in a
 * whole run. If one faults here, it faults there too: CRASH. A block beyond its limit is RANGE, one
 * that never ends TIMEOUT, and all others UNSUPPORTED.
 */
void stopped_say(const struct estimating *estimating, const struct vgpu_report *report, struct error *error);

#endif
