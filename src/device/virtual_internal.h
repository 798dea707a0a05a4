/*
 * The virtual device's own state, and how a launch's report becomes part of the device's observation.
 */
#ifndef DEVICE_VIRTUAL_INTERNAL_H
#define DEVICE_VIRTUAL_INTERNAL_H

#include "device/device_internal.h"
#include "device/program_cache_internal.h"
#include "vgpu/vgpu.h"

struct virtual_device {
    struct device base;
    struct vgpu *gpu;
    struct program_cache *cache; /* shared by the devices of one device_open */
    int index;
};

struct virtual_module {
    struct device_module base;
    struct vgpu_module *module;
    struct cached_program *cached;
};

/* virtual_report.c: adds what a launch left behind; everything is copied. */
void virtual_observe(struct observation *observation, const struct vgpu_kernel *kernel,
                     const struct vgpu_launch *launch, const struct vgpu_report *report);

#endif
