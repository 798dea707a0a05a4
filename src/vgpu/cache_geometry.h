/*
 * Sizes that every model of a cache shares: the counters' L1 and L2, and those that the time model
 * plays.
 *
 * A line has 128 bytes in four sectors of 32 (Jia et al. 2018). DRAM delivers two neighbouring
 * sectors at a time.
 */
#ifndef VGPU_CACHE_GEOMETRY_H
#define VGPU_CACHE_GEOMETRY_H

#include <stdint.h>

enum { VGPU_LINE_BYTES = 128, VGPU_SECTOR_BYTES = 32, VGPU_DRAM_BYTES = 64, VGPU_CACHE_WAYS = 16 };

/*
 * The set of a line follows from this hash. So lines at a power-of-two stride go to different sets,
 * as on a GPU.
 */
static inline uint64_t vgpu_cache_hash(uint64_t line)
{
    return (line ^ line >> 17) * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
