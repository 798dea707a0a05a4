/* What the cache model does as a launch goes on. */
#include "vgpu/cache/cache_hooks.h"

#include <stdlib.h>

#include "vgpu/cache/cache_l2.h"
#include "vgpu/cache/cache_model.h"
#include "vgpu/cache/count.h"
#include "vgpu/execution/device.h"

void cache_device_free(struct vgpu *device)
{
    cache_l2_free(device->l2);
}

bool cache_attempt_begin(struct vgpu_launch_state *launch)
{
    if (launch->checks & VGPU_COUNT_CACHE)
        launch->cache = cache_model_new(launch, &launch->device->l2);
    return launch->cache || !(launch->checks & VGPU_COUNT_CACHE);
}

void cache_attempt_end(struct vgpu_launch_state *launch)
{
    cache_model_free(launch->cache);
    launch->cache = NULL;
}

/* --- workers ---------------------------------------------------------------------------------- */

bool cache_worker_new(struct vgpu_worker *worker)
{
    if (worker->launch->cache)
        worker->cache = cache_log_new();
    return worker->cache || !worker->launch->cache;
}

void cache_worker_free(struct vgpu_worker *worker)
{
    cache_log_free(worker->cache);
}

void cache_batch_begin(struct vgpu_worker *worker, uint64_t first)
{
    if (worker->cache)
        worker->cache->first_block = first;
}

void cache_batch_end(struct vgpu_worker *worker, uint64_t end)
{
    if (worker->cache)
        cache_log_hand_over(worker, end);
}

void cache_worker_done(struct vgpu_worker *worker)
{
    if (!worker->cache)
        return;
    if (worker->launch->in_order)
        cache_log_play(worker);
    cache_model_wake(worker->launch->cache);
}

/* --- blocks ----------------------------------------------------------------------------------- */

bool cache_block_new(struct vgpu_block *block, uint32_t shared_bytes)
{
    const struct cache_model *model = block->worker->launch->cache;
    (void)shared_bytes;
    if (!model)
        return true;
    block->cache = calloc(1, sizeof(*block->cache));
    return block->cache && cache_l1_init(block->cache, cache_model_l1_bytes(model));
}

void cache_block_free(struct vgpu_block *block)
{
    if (block->cache)
        cache_l1_done(block->cache);
    free(block->cache);
}

void cache_block_start(struct vgpu_block *block)
{
    if (!block->cache)
        return;
    cache_log_begin_block(block->worker, block->cache);
    cache_l1_forget(block->cache);
}

void cache_warp_turn(struct vgpu_warp *warp)
{
    if (warp->worker->cache)
        cache_log_begin_warp(warp->worker, warp->block->cache, warp->index);
}

/* --- requests --------------------------------------------------------------------------------- */

void cache_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared)
{
    (void)is_shared;
    if (warp->worker->cache)
        cache_describe_pattern(cache, op);
}

void cache_request(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                   const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    enum { WORD_BYTES = 4 };
    uint64_t words[VGPU_WARP_LANES];
    if (!warp->worker->cache || !warp->worker->counts_accesses)
        return;
    if (space != VGPU_COUNT_LOCAL || size_bytes <= WORD_BYTES) {
        cache_note(warp, op, space, addresses, mask, size_bytes);
        return;
    }
    for (uint32_t at = 0; at < size_bytes; at += WORD_BYTES) {
        count_local_word(addresses, at, words);
        cache_note(warp, op, space, words, mask, WORD_BYTES);
    }
}
