/* Counters: the counts that each access adds, and their sums at the end of a launch. */
#ifndef VGPU_CACHE_COUNT_H
#define VGPU_CACHE_COUNT_H

#include "vgpu/execution/access_pattern.h"

/* Fills in sectors_at (and returns it), or wavefronts and conflicts, for a first address. */
uint32_t count_find_sectors(struct vgpu_access_cache *cache, uint64_t base);
void count_find_wavefronts(struct vgpu_access_cache *cache, uint64_t base);

/* Counts any access. Addresses of lanes that are not in `mask` do not matter. */
void count_access(struct vgpu_access_counts *counts, enum vgpu_count_space space, const uint64_t *addresses,
                  uint32_t mask, uint32_t size_bytes);

/* Passes over the 32 banks that a request needs, and how many more than without conflicts. */
void count_wavefronts(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes, uint32_t *out_wavefronts,
                      uint32_t *out_conflicts);
/*
 * The lanes that pass over the banks together. These are all lanes for words of at most 4 bytes,
 * half of them for 8 bytes and a quarter for 16. Twice as many lanes pass together if lanes 2i and
 * 2i + 1 read the same place.
 *
 * Counted on an H100: a float4 that all lanes read passes twice. A double that half of a warp reads
 * passes once.
 */
uint32_t count_part_lanes(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);
uint32_t count_distinct_bytes(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);
/* The distinct elements, rounded down. Fast if they are aligned and close together. */
uint32_t count_distinct_elements(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);

void count_list_writers(struct vgpu_module *module);
bool count_worker_new(struct vgpu_worker *worker); /* false without memory */
void count_worker_free(struct vgpu_worker *worker);
/* Blocks of a worker follow each other, so that its stores between two starts are one block's. */
void count_block_start(struct vgpu_block *block);
void count_worker_done(struct vgpu_worker *worker);
/* Fills in the part of a new pattern. */
void count_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared);
/* Counts a request by its addresses. */
void count_request(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                   const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);
/* The addresses of word `at` / 4 of the lanes' local memory; `addresses` are those of word 0. */
static inline void count_local_word(const uint64_t *addresses, uint32_t at, uint64_t out[VGPU_WARP_LANES])
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        out[lane] = addresses[lane] + (uint64_t)at * VGPU_WARP_LANES;
}

void count_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                   int count);

/* Fills in unit and flops of an op. */
void count_describe(struct vgpu_detail *detail);

#endif
