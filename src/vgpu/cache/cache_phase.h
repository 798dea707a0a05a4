/*
 * What the warps of a block ask for between two barriers: a phase. They ran one after another; here their requests take
 * turns, as on a GPU, and loads look into the block's L1 in that order. What they do not find there is for L2.
 */
#ifndef VGPU_CACHE_CACHE_PHASE_H
#define VGPU_CACHE_CACHE_PHASE_H

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

/* Who plays. */
struct cache_phase {
    struct cache_l1 *l1;                /* of the block */
    struct vgpu_access_cache *accesses; /* by memory instruction: where hits and misses of L1 are counted */
    struct cache_words *out;            /* to which is added what L2 has to see, without marks of warps */
};

/* Requests that a warp made in one go. */
struct cache_segment {
    uint32_t warp;
    size_t first; /* word; the end is where the next one begins */
};

/*
 * Plays requests of one block in the order of execution, parted into segments; `count` words. False without memory: the
 * rest of them is left out.
 */
bool cache_phase_play(const struct cache_phase *phase, const uint64_t *words, size_t count,
                      const struct cache_segment *segments, size_t segment_count);

#endif
