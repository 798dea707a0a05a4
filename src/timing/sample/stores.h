/*
 * Stores: how much of each buffer a launch can have written at most, by blocks drawn from all over
 * the grid.
 */
#ifndef TIMING_SAMPLE_STORES_H
#define TIMING_SAMPLE_STORES_H

#include "timing/time_model.h"
#include "vgpu/profile.h"

enum { TIME_STORE_PARTS = 4 };

/* Bytes per block that the blocks of each part of a sample write to each buffer. */
struct time_stores {
    uint64_t addresses[TIME_WRITTEN_MAX];
    double bytes[TIME_WRITTEN_MAX][TIME_STORE_PARTS];
    int count;
    bool is_known; /* whoever adds the first part sets it */
};
void stores_add(const struct vgpu *device, const struct vgpu_profile *profile, int part, struct time_stores *stores);

/* Fills in most_written for a launch of `blocks` blocks, from the parts that were added. */
void stores_find(const struct time_stores *stores, int part_count, uint64_t blocks, struct time_estimate *estimate);

#endif
