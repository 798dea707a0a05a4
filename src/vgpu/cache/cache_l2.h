/*
 * L2 and DRAM of the counters' cache model (cache_model.h says what is modelled): requests as logs hold them
 * come one after another, counts by memory instruction go out. Least recently used lines go first; tags only.
 *
 * Requests of different blocks take turns, so hardly two that follow each other meet in a set: a set is laid out so
 * that one takes two cache lines of the CPU, and whoever knows what comes next may say so ahead.
 */
#ifndef VGPU_CACHE_CACHE_L2_H
#define VGPU_CACHE_CACHE_L2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgpu/architecture.h"
#include "vgpu/cache/cache_round.h"

struct cache_l2;

/* What one memory instruction did to L2 and DRAM. */
struct cache_traffic {
    uint64_t l2_hits, l2_misses; /* sectors */
    uint64_t dram_read_bytes, dram_write_bytes;
};

/* As large as the lines that the L2 of the architecture holds only once; empty. NULL without memory. */
struct cache_l2 *cache_l2_new(const struct vgpu_architecture *architecture);
void cache_l2_free(struct cache_l2 *l2);
/* Empties the cache at next to no cost. */
void cache_l2_forget(struct cache_l2 *l2);

/*
 * Plays whole requests of a turn until `turn->least` words were played; returns how many it were. `traffic` is by
 * memory instruction.
 */
size_t cache_l2_play(struct cache_l2 *l2, struct cache_traffic *traffic, const struct cache_turn *turn);

#endif
