/* The inline work of observers on the fast paths of access_fast.h: one part from each room. */
#ifndef VGPU_OBSERVERS_OBSERVERS_FAST_H
#define VGPU_OBSERVERS_OBSERVERS_FAST_H

#include "vgpu/observers/observers.h"

/* Each returns false if the lanes must go one by one. */
static inline bool observers_access_global(struct vgpu_warp *warp, const struct vgpu_op *op,
                                           const struct vgpu_access_cache *cache, uint64_t base)
{
#ifndef VGPU_WITHOUT_RACES
    if (__builtin_expect(cache->tracked != NULL, 0) && !race_track_pattern(warp, op, cache, base))
        return false;
#endif
    (void)warp, (void)op, (void)cache, (void)base;
    return true;
}

static inline bool observers_load_shared(struct vgpu_warp *warp, const struct vgpu_op *op,
                                         const struct vgpu_access_cache *cache, uint64_t base)
{
#ifndef VGPU_WITHOUT_RACES
    if (!race_loads_shared(warp, op, cache, base))
        return false;
#endif
    (void)warp, (void)op, (void)cache, (void)base;
    return true;
}

static inline bool observers_store_shared(struct vgpu_warp *warp, const struct vgpu_op *op,
                                          const struct vgpu_access_cache *cache, uint64_t base)
{
#ifndef VGPU_WITHOUT_RACES
    if (!race_stores_shared(warp, op, cache, base))
        return false;
#endif
    (void)warp, (void)op, (void)cache, (void)base;
    return true;
}

#endif
