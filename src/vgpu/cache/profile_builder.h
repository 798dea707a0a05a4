/* The builder of a profile: notes what each access touches while a profiled launch runs. */
#ifndef VGPU_CACHE_PROFILE_BUILDER_H
#define VGPU_CACHE_PROFILE_BUILDER_H

#include "vgpu/execution/access_pattern.h"

bool profile_launch_begin(struct vgpu_launch_state *launch);
void profile_launch_free(struct vgpu_launch_state *launch);
/* Forgets the lines of the pattern before. */
void profile_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared);
/* Adds a request of lanes that follow the pattern in global memory. */
void profile_request_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                             uint64_t base);
/* Adds any other request. Addresses of lanes that are not in `mask` do not matter. */
void profile_request(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                     const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);
/* A profiled launch has one worker. */
void profile_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                     int total);

#endif
