/*
 * The replay of a block's requests to L1, from one barrier to the next.
 *
 * The warps ran one after another. Here their requests take turns, as on a GPU, and loads look into
 * the block's L1 in that order. Sectors that L1 does not hold go to L2.
 */
#ifndef VGPU_CACHE_L1_REPLAY_H
#define VGPU_CACHE_L1_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgpu/cache/cache_l1.h"
#include "vgpu/execution/access_pattern.h"

/* Requests as a log holds them (cache_model.h). */
struct cache_words {
    uint64_t *words;
    size_t count, capacity;
};

/* Room for `more`; false without memory. */
bool cache_words_reserve(struct cache_words *words, size_t more);

/* A replay. */
struct l1_replay {
    struct cache_l1 *l1;                /* L1 of the block */
    struct vgpu_access_cache *accesses; /* by memory instruction; gets the hits and misses of L1 */
    struct cache_words *out;            /* gets the requests for L2, without marks of warps */
};

/* Requests that a warp made in one go. */
struct cache_segment {
    uint32_t warp;
    size_t first; /* word; the segment ends where the next one begins */
};

/*
 * Plays `count` words of one block, split into segments in the order of execution. False without
 * memory: then the rest of the words is lost.
 */
bool l1_replay_play(const struct l1_replay *replay, const uint64_t *words, size_t count,
                    const struct cache_segment *segments, size_t segment_count);

#endif
