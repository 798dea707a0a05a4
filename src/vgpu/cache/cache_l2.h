/*
 * L2 and DRAM of the counters' cache model; cache_model.h says what is modelled.
 *
 * Requests come one after another, as logs hold them, and counts by memory instruction go out.
 * There are tags without data; the least recently used line goes first.
 *
 * Requests of different blocks take turns, so that hardly two in a row meet in a set. A set takes
 * two cache lines of the CPU, and a player that knows the next request can prefetch it.
 */
#ifndef VGPU_CACHE_CACHE_L2_H
#define VGPU_CACHE_CACHE_L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgpu/architecture.h"
#include "vgpu/cache/l2_interleave.h"

struct cache_l2;

/* What one memory instruction did to L2 and DRAM. */
struct cache_traffic {
    uint64_t l2_hits, l2_misses; /* sectors */
    uint64_t dram_read_bytes, dram_write_bytes;
};

/*
 * An empty L2, as large as the part of the architecture's L2 that holds different lines. NULL
 * without memory.
 */
struct cache_l2 *cache_l2_new(const struct vgpu_architecture *architecture);
void cache_l2_free(struct cache_l2 *l2);
/* Empties the cache at next to no cost. */
void cache_l2_forget(struct cache_l2 *l2);

/*
 * Plays whole requests of a turn until `turn->least` words were played. Returns the number of
 * words. `traffic` is by memory instruction.
 */
size_t cache_l2_play(struct cache_l2 *l2, struct cache_traffic *traffic, const struct cache_turn *turn);

#endif
