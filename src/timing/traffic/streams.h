/*
 * Streams: how instructions go through memory from block to block of the grid.
 */
#ifndef TIMING_TRAFFIC_STREAMS_H
#define TIMING_TRAFFIC_STREAMS_H

#include "vgpu/profile.h"

/*
 * Sums over pairs of a block's number and the first line that the instruction touches in that
 * block.
 */
struct time_stream {
    double count, blocks, lines, blocks_squared, products, lines_squared;
    double spans;         /* sum of the distances from a block's first to its last line */
    uint64_t first, last; /* lines, over all blocks */
};
struct time_streams {
    struct time_stream *ops; /* by op; owned; NULL: no block was added */
    uint32_t op_count;
};

/*
 * Adds blocks from all over the grid. `blocks` holds their numbers in the grid. False without
 * memory.
 */
bool streams_add(const struct vgpu_profile *profile, const uint64_t *blocks, struct time_streams *streams);
void streams_done(struct time_streams *streams);

/*
 * Lines from one block to the next; false if the instruction does not go through memory in equal
 * steps.
 */
bool stream_step(const struct time_stream *stream, double *out_lines);
/* How many blocks in a row may touch the same line; infinite without equal steps. */
double stream_overlap(const struct time_stream *stream);
/* By how many blocks op `ahead` reaches the same lines before op `behind`; 0 where it does not. */
double streams_lead(const struct time_streams *streams, uint32_t ahead, uint32_t behind);

#endif
