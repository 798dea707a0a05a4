/* What the cache model does as a launch goes on: see observer.h. */
#ifndef VGPU_CACHE_CACHE_HOOKS_H
#define VGPU_CACHE_CACHE_HOOKS_H

#include "vgpu/execution/access_pattern.h"

void cache_device_free(struct vgpu *device);
bool cache_attempt_begin(struct vgpu_launch_state *launch);
void cache_attempt_end(struct vgpu_launch_state *launch);
bool cache_worker_new(struct vgpu_worker *worker);
void cache_worker_free(struct vgpu_worker *worker);
void cache_batch_begin(struct vgpu_worker *worker, uint64_t first);
void cache_batch_end(struct vgpu_worker *worker, uint64_t end);
void cache_worker_done(struct vgpu_worker *worker);
bool cache_block_new(struct vgpu_block *block, uint32_t shared_bytes);
void cache_block_free(struct vgpu_block *block);
void cache_block_start(struct vgpu_block *block);
void cache_warp_turn(struct vgpu_warp *warp);
void cache_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared);
void cache_request(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                   const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);

#endif
