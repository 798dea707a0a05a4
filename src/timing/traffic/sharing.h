/*
 * Sharing: how much of what a block loads its neighbours in the grid load too.
 */
#ifndef TIMING_TRAFFIC_SHARING_H
#define TIMING_TRAFFIC_SHARING_H

#include "timing/time_model.h"
#include "vgpu/profile.h"

enum { TIME_SHARED_MAX = 16 };

/*
 * Halves of lines that the block's neighbour in x, y and z loads from one buffer, and those that
 * the block loads too.
 */
struct time_shared {
    uint64_t address;
    double halves[3], common[3];
};
struct time_sharing {
    struct time_shared buffers[TIME_SHARED_MAX];
    int count; /* 0: not known */
    uint32_t grid[3];
    uint64_t ran[3], ran_count; /* neighbours that ran */
};

/*
 * Runs the neighbours of `block`, the window's first, which cost `per_block` work. Cheap blocks are
 * not looked at.
 */
void sharing_find(struct vgpu_module *module, const struct time_request *request, const struct vgpu_profile *window,
                  uint64_t block, double per_block, struct time_sharing *out_sharing);

/*
 * Bytes of the buffer that `blocks` blocks in a row load, each byte once / those that one block
 * loads; 0: not known.
 */
double sharing_distinct_bytes(const struct time_sharing *sharing, uint64_t address, double blocks);

#endif
