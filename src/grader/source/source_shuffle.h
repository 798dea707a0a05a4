/*
 * A loop of shuffles that begins with an offset which does not fit a warp:
 *
 *     for (int offset = 8; offset > 0; offset /= 2)      joins 16 of 32 lanes
 *         sum += __shfl_xor_sync(0xffffffff, sum, offset);
 *
 * Groups of 16 lanes can be intended, so this is told only beside a verdict that is not right.
 */
#ifndef GRADER_SOURCE_SOURCE_SHUFFLE_H
#define GRADER_SOURCE_SOURCE_SHUFFLE_H

#include "base/diagnostics.h"

struct source_shuffle {
    int line; /* of the loop; 0: none was found */
    int offset;
};

struct source_shuffle source_shuffle_offset(const struct source *source);

#endif
