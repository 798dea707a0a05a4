/*
 * What counting, the cache model and the profile look at: their rows of observers.h.
 */
#ifndef VGPU_CACHE_CACHE_OBSERVER_H
#define VGPU_CACHE_CACHE_OBSERVER_H

#include "vgpu/cache/cache_hooks.h"
#include "vgpu/cache/count.h"
#include "vgpu/cache/profile_builder.h"
#include "vgpu/execution/observer.h"

static const struct vgpu_observer count_observer = {
    .module_load = count_list_writers,
    .launch_collect = count_collect,
    .worker_new = count_worker_new,
    .worker_free = count_worker_free,
    .worker_done = count_worker_done,
    .block_start = count_block_start,
    .pattern = count_pattern,
    .request = count_request,
};

static const struct vgpu_observer cache_observer = {
    .device_free = cache_device_free,
    .attempt_begin = cache_attempt_begin,
    .attempt_end = cache_attempt_end,
    .worker_new = cache_worker_new,
    .worker_free = cache_worker_free,
    .batch_begin = cache_batch_begin,
    .batch_end = cache_batch_end,
    .worker_done = cache_worker_done,
    .block_new = cache_block_new,
    .block_free = cache_block_free,
    .block_start = cache_block_start,
    .warp_turn = cache_warp_turn,
    .pattern = cache_pattern,
    .request = cache_request,
};

static const struct vgpu_observer profile_observer = {
    .launch_begin = profile_launch_begin,
    .launch_collect = profile_collect,
    .launch_free = profile_launch_free,
    .pattern = profile_pattern,
    .request_pattern = profile_request_pattern,
    .request = profile_request,
};

#endif
