/*
 * A loop of shuffles whose first or last offset does not fit a warp:
 *
 *     for (int offset = 8; offset > 0; offset /= 2)      joins 16 of 32 lanes
 *         sum += __shfl_xor_sync(0xffffffff, sum, offset);
 *     for (int offset = 16; offset > 1; offset /= 2)     never exchanges with the neighbour
 *     __shfl_xor_sync(0xffffffff, sum, offset, 16)       joins groups of 16 lanes, not 16 apart
 *
 * Groups of 16 lanes can be intended, so this is told only beside a verdict that is not right.
 */
#ifndef GRADER_SOURCE_SOURCE_SHUFFLE_H
#define GRADER_SOURCE_SOURCE_SHUFFLE_H

#include "base/arena.h"
#include "base/diagnostics.h"

enum { SOURCE_SHUFFLE_WARP = 32 }; /* lanes */

struct source_shuffle {
    int line;         /* of the loop; 0: none was found */
    int offset;       /* the first one */
    bool stops_early; /* the last one is not 1 */
    int width;        /* of the groups of lanes: a warp, or not more than the offset */
};

struct source_shuffle source_shuffle_offset(const struct source *source);

/*
 * The first loop of shuffles whose offsets are not halves of each other:
 *
 *     for (int offset = 16; offset > 0; offset /= 4)     leaves offsets 8 and 2 out
 *         sum += __shfl_xor_sync(0xffffffff, sum, offset);
 *
 *     for (int offset = 16; offset > 0; offset /= 2)
 *         sum += __shfl_xor_sync(0xffffffff, sum, 1);    takes the same offset each time
 */
struct source_shuffle_step {
    int line;             /* of the loop; 0: none was found */
    const char *variable; /* "offset" */
    const char *step;     /* "offset /= 4"; NULL: the loop does not use the variable */
};

struct source_shuffle_step source_shuffle_step(const struct source *source, struct arena *arena);

#endif
