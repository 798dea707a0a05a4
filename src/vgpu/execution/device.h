/* The device of vgpu.h: its memory, its handlers, its launches so far. */
#ifndef VGPU_EXECUTION_DEVICE_H
#define VGPU_EXECUTION_DEVICE_H

#include "vgpu/memory/memory.h"
#include "vgpu/program/handlers.h"
#include "vgpu/vgpu.h"

struct cache_l2;

struct vgpu {
    const struct vgpu_architecture *architecture;
    const struct vgpu_handlers *handlers;
    struct vgpu_memory memory;
    int threads;
    bool always_uses_threads; /* even for small launches */
    int index;
    uint64_t launch_count;         /* so far, on top of some that the seed draws */
    struct cache_l2 *l2;           /* of the cache model; NULL: not used yet */
    struct arena *arena;           /* for what lives as long as the device */
    struct vgpu_lane_index *lanes; /* made by the first load; NULL before */
};

static inline struct vgpu_memory *device_memory(struct vgpu *device)
{
    return &device->memory;
}

#endif
