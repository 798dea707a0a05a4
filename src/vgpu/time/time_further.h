/*
 * Blocks that run beyond the sample, for what they write: an estimate takes some hundred blocks, whose every access is
 * recorded; to see whether values are right many more can be afforded, since nothing is recorded of them.
 */
#ifndef VGPU_TIME_TIME_FURTHER_H
#define VGPU_TIME_TIME_FURTHER_H

#include "vgpu/time/time_sample.h"

/*
 * Runs as many blocks as request->further_instructions allow, by what one took: all of them, or stretches drawn from
 * all over the grid with its two ends; where addresses are wanted, those that write these. At least a few, whatever
 * they take. Errors: those of time_sample_run().
 */
bool time_further_run(struct estimating *estimating, struct time_estimate *estimate, struct error *error);

#endif
