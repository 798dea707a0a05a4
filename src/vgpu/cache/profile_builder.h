/* The builder of a profile: notes what each access touches while a profiled launch runs. */
#ifndef VGPU_CACHE_PROFILE_BUILDER_H
#define VGPU_CACHE_PROFILE_BUILDER_H

#include "vgpu/execution/access_pattern.h"

struct vgpu_profile_builder *profile_new(const struct vgpu_launch_state *launch);
void profile_free(struct vgpu_profile_builder *builder);
/*
 * Adds one request. Addresses of lanes that are not in `mask` do not matter. `space` is an enum
 * vgpu_count_space.
 */
void profile_add(struct vgpu_warp *warp, const struct vgpu_op *op, int space, const uint64_t *addresses, uint32_t mask,
                 uint32_t size_bytes);
/* Adds a request of lanes that follow the pattern in global memory. */
void profile_add_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                         uint64_t base);
void profile_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker *worker);

#endif
