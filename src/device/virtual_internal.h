/*
 * The virtual device's own state, and how a launch's report becomes part of the device's observation.
 */
#ifndef DEVICE_VIRTUAL_INTERNAL_H
#define DEVICE_VIRTUAL_INTERNAL_H

#include "device/device_internal.h"
#include "device/program_cache_internal.h"
#include "device/stepping.h"
#include "vgpu/vgpu.h"

struct virtual_device {
    struct device base;
    struct vgpu *gpu;
    struct program_cache *cache; /* shared by the devices of one device_open */
    struct virtual_order *order; /* the same */
    int index;
};

struct virtual_module {
    struct device_module base;
    struct vgpu_module *module;
    struct cached_program *cached;
    void *cubin; /* a copy; NULL: none */
    size_t cubin_bytes;
};

/* virtual_order.c: what is known of streams, so that races between launches are found */
struct virtual_order {
    struct vgpu_timeline *timeline; /* NULL without memory: launches count as ordered */
    int references;                 /* devices */
};
struct virtual_order *virtual_order_new(int references);
/* A device is closed. */
void virtual_order_release(struct virtual_order *order);
bool virtual_mark(struct device *device, int stream, uint64_t *out_mark, struct error *error);
bool virtual_wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error);
bool virtual_synchronise(struct device *device, struct error *error);

/* virtual_model.c */
bool virtual_allocate_lazy(struct device *device, uint64_t size_bytes, const char *name, device_fill_function *fill,
                           void *context, device_address *out_address, struct error *error);
const uint64_t *virtual_lazy_written(struct device *device, device_address address);
bool virtual_model_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                          struct error *error);

/* virtual_report.c: adds what a launch left behind; everything is copied. */
void virtual_observe(struct observation *observation, const struct vgpu_kernel *kernel,
                     const struct vgpu_launch *launch, const struct vgpu_report *report);

/* stepping.c */
struct stepping {
    struct vgpu_step *step;
    const struct vgpu_launch *launch;
    const struct device_stepper *stepper;
    enum vgpu_step_stop stop;
};
/* Whether the device's stepper is to have this launch; to be asked once for each. */
bool virtual_step_wants(struct device *device, const char *kernel);
bool virtual_step_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                         struct error *error);

#endif
