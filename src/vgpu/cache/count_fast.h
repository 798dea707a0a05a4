/* The inline part of counting: what a request by a pattern costs. */
#ifndef VGPU_CACHE_COUNT_FAST_H
#define VGPU_CACHE_COUNT_FAST_H

#include <stddef.h>

#include "vgpu/cache/count.h"

/* As one vector. */
static inline void count_each(const struct vgpu_access_cache *cache, struct vgpu_access_counts *counts)
{
    typedef uint64_t vector __attribute__((vector_size(32), aligned(8), may_alias));
    _Static_assert(offsetof(struct vgpu_access_counts, least_sectors) == 24, "the first four are what `each` adds");
    *(vector *)(void *)&counts->requests += *(const vector *)(const void *)cache->count.each;
}

/* Sectors depend on the first address modulo 32 alone, wavefronts on it modulo 4. */
static inline void count_global_sectors(struct vgpu_access_cache *cache, uint32_t sectors)
{
    struct vgpu_access_counts *counts = &cache->count.counts[VGPU_COUNT_GLOBAL];
    count_each(cache, counts);
    counts->sectors += sectors;
}

static inline void count_global(struct vgpu_access_cache *cache, uint64_t base)
{
    uint32_t sectors = cache->count.sectors_at[base % 32];
    count_global_sectors(cache, sectors ? sectors : count_find_sectors(cache, base));
}

static inline void count_shared(struct vgpu_access_cache *cache, uint64_t base)
{
    if (__builtin_expect(cache->count.phase != (int8_t)(base % 4), 0))
        count_find_wavefronts(cache, base);
    struct vgpu_access_counts *counts = &cache->count.counts[VGPU_COUNT_SHARED];
    count_each(cache, counts);
    counts->wavefronts += cache->count.wavefronts;
    counts->conflicts += cache->count.conflicts;
}

#endif
