/*
 * The device behind vgpu.h.
 */
#ifndef VGPU_LAUNCH_DEVICE_H
#define VGPU_LAUNCH_DEVICE_H

#include <stdatomic.h>

#include "vgpu/lanes/handlers.h"
#include "vgpu/memory/memory.h"
#include "vgpu/vgpu.h"

struct cache_l2;

struct vgpu {
    const struct vgpu_architecture *architecture;
    const struct vgpu_handlers *handlers;
    struct vgpu_memory memory;
    int threads;
    int index;
    uint64_t launch_count; /* so far, on top of some that the seed draws */
    _Atomic bool cancelled;
    struct cache_l2 *l2;           /* of the cache model; NULL: not used yet */
    struct arena *arena;           /* for what lives as long as the device */
    struct vgpu_lane_index *lanes; /* made by the first load; NULL before */
};

/* The handlers of an instruction set. For BEST: the best that this CPU and this build have. NULL: one of them lacks the
 * set. */
const struct vgpu_handlers *isa_handlers(enum vgpu_isa isa);

#endif
