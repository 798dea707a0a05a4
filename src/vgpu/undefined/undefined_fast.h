/* The inline part of the checks of undefined values: whether a load reads written bytes. */
#ifndef VGPU_UNDEFINED_UNDEFINED_FAST_H
#define VGPU_UNDEFINED_UNDEFINED_FAST_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/lane_loop.h"

/* One aligned access. */
static inline bool undefined_is_written(const uint64_t *defined, uint64_t offset, uint32_t size_bytes)
{
    uint64_t bits = shadow_bits(offset, size_bytes);
    return (__atomic_load_n(&defined[offset / 64], __ATOMIC_RELAXED) & bits) == bits;
}

static inline bool undefined_all_written(const struct vgpu_access_cache *cache, const uint64_t *defined,
                                         uint64_t offset, uint32_t size_bytes)
{
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS)
        return shadow_is_defined(defined, offset, (uint64_t)(uint32_t)cache->most);
    if (cache->kind == VGPU_PATTERN_UNIFORM)
        return undefined_is_written(defined, offset, size_bytes);
    if (cache->kind == VGPU_PATTERN_HALVES_CONTIGUOUS)
        return shadow_is_defined(defined, offset, size_bytes * UINT64_C(16)) &&
               shadow_is_defined(defined, offset + (uint64_t)(int64_t)cache->distances[16], size_bytes * UINT64_C(16));
    if (cache->kind == VGPU_PATTERN_HALVES_UNIFORM)
        return undefined_is_written(defined, offset, size_bytes) &&
               undefined_is_written(defined, offset + (uint64_t)(int64_t)cache->distances[16], size_bytes);
    bool result = true;
    for (int lane = 0; lane < LANES; lane++)
        result &= undefined_is_written(defined, offset + (uint64_t)(int64_t)cache->distances[lane], size_bytes);
    return result;
}

/* Whether every byte of the load was written. `offset` is that of lane 0's pattern in the place. */
static inline bool undefined_reads_written(const struct vgpu_access_cache *cache, const uint64_t *defined,
                                           uint64_t offset)
{
    return cache->all_defined || undefined_all_written(cache, defined, offset, cache->size_bytes);
}

#endif
