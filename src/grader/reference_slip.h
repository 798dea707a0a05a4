/*
 * An exercise's reference with one of its slips in it: the kernel of a learner who makes this
 * mistake.
 */
#ifndef GRADER_REFERENCE_SLIP_H
#define GRADER_REFERENCE_SLIP_H

#include "curriculum/model.h"

/* False: the reference cannot be read, or does not hold `find` exactly once. */
bool reference_slip_source(const struct curriculum *curriculum, const struct exercise *exercise,
                           const struct slip *slip, struct arena *arena, struct source *out_source,
                           struct error *error);

#endif
