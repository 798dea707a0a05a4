/*
 * The inline work of observers on the fast paths of access_fast.h: one part from each room.
 *
 * `base` is the first address of a request that follows the pattern in `cache`.
 */
#ifndef VGPU_OBSERVERS_OBSERVERS_FAST_H
#define VGPU_OBSERVERS_OBSERVERS_FAST_H

#include "vgpu/cache/cache_fast.h"
#include "vgpu/cache/count_fast.h"
#include "vgpu/observers/observers.h"

#ifndef VGPU_WITHOUT_UNDEFINED
#include "vgpu/undefined/undefined_fast.h"
#endif

/* --- before data moves: false if the lanes must go one by one --------------------------------- */

static inline bool observers_store_global(struct vgpu_warp *warp, const struct vgpu_op *op,
                                          const struct vgpu_access_cache *cache, uint64_t base)
{
    (void)warp, (void)op, (void)cache, (void)base;
#ifndef VGPU_WITHOUT_RACES
    if (__builtin_expect(cache->race.tracked != NULL, 0) && !race_track_pattern(warp, op, cache, base))
        return false;
#endif
    return true;
}

static inline bool observers_load_global(struct vgpu_warp *warp, const struct vgpu_op *op,
                                         const struct vgpu_access_cache *cache, uint64_t base)
{
#ifndef VGPU_WITHOUT_UNDEFINED
    if (!undefined_reads_written(cache, cache->defined, base - cache->start))
        return false;
#endif
    return observers_store_global(warp, op, cache, base);
}

static inline bool observers_load_shared(struct vgpu_warp *warp, const struct vgpu_op *op,
                                         const struct vgpu_access_cache *cache, uint64_t base)
{
    (void)warp, (void)op, (void)cache, (void)base;
#ifndef VGPU_WITHOUT_UNDEFINED
    if (!undefined_reads_written(cache, warp->block->shared_defined, base))
        return false;
#endif
#ifndef VGPU_WITHOUT_RACES
    if (!race_loads_shared(warp, op, cache, base))
        return false;
#endif
    return true;
}

static inline bool observers_store_shared(struct vgpu_warp *warp, const struct vgpu_op *op,
                                          const struct vgpu_access_cache *cache, uint64_t base)
{
    (void)warp, (void)op, (void)cache, (void)base;
#ifndef VGPU_WITHOUT_RACES
    if (!race_stores_shared(warp, op, cache, base))
        return false;
#endif
    return true;
}

/* --- after data moved ------------------------------------------------------------------------- */

static inline void observers_loaded_global(struct vgpu_warp *warp, const struct vgpu_op *op,
                                           struct vgpu_access_cache *cache, uint64_t base)
{
    if (warp->worker->counts_accesses)
        count_global(cache, base);
    if (warp->worker->cache)
        cache_load_pattern(warp, op, cache, base);
}

static inline void observers_stored_global(struct vgpu_warp *warp, const struct vgpu_op *op,
                                           struct vgpu_access_cache *cache, uint64_t base)
{
    if (warp->worker->counts_accesses)
        count_global(cache, base);
    if (warp->worker->cache)
        cache_store_pattern(warp, op, cache, base);
}

static inline void observers_accessed_shared(const struct vgpu_warp *warp, struct vgpu_access_cache *cache,
                                             uint64_t base)
{
    if (warp->worker->counts_accesses)
        count_shared(cache, base);
}

#endif
