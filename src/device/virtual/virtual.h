/*
 * The virtual device's own state, and the way from a launch's report to the device's observation.
 */
#ifndef DEVICE_VIRTUAL_VIRTUAL_H
#define DEVICE_VIRTUAL_VIRTUAL_H

#include "device/backend/backend.h"
#include "device/backend/program_cache.h"
#include "device/inspection.h"
#include "device/modelling.h"
#include "device/runtime.h"
#include "device/stepping.h"
#include "ptx/debug.h"
#include "vgpu/vgpu.h"

struct virtual_device {
    struct device base;
    struct device_modelling modelling;
    struct device_inspection inspection;
    struct vgpu *gpu;
    struct program_cache *cache; /* shared by the devices of one device_open */
    struct virtual_order *order; /* shared likewise */
    int index;
    bool is_paused; /* new work is not timed */
};

struct virtual_module {
    struct device_module base;
    struct vgpu_module *module;
    struct cached_program *cached;
    void *cubin; /* a copy; NULL: none */
    size_t cubin_bytes;
};

/* virtual_order.c: the order of streams, to find races between launches */
struct virtual_order {
    struct vgpu_timeline *timeline; /* NULL without memory: launches count as ordered */
    int references;                 /* how many devices share it */
    uint64_t launches;              /* modelled on all devices since the time began */
    struct virtual_composition *composition;
    struct time_repeats *repeats; /* NULL without memory: every launch is estimated by itself */
};
struct virtual_order *virtual_order_new(int references);
/* Called when a device is closed. */
void virtual_order_release(struct virtual_order *order);
bool virtual_mark(struct device *device, int stream, uint64_t *out_mark, struct error *error);
bool virtual_wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error);
bool virtual_synchronise(struct device *device, struct error *error);
/*
 * Called before a copy or a fill ("copy", "zero") in the device's stream. 0: that side is the host,
 * or none. Observes a race with concurrent work.
 */
void virtual_order_transfer(struct device *device, const char *name, device_address to, device_address from,
                            uint64_t size_bytes);

/* virtual_composition.c: the time of modelled launches and copies, by streams, marks and graphs */
struct virtual_composition;
struct virtual_step {
    int device, stream;
    int graph;        /* the graph that contains it; 0: none */
    double launch_ns; /* for a launch on an idle GPU */
    double work_ns;   /* after the launch time, alone on the device */
    int resource;     /* the device whose SMs or link it takes */
    bool is_on_link;
    double share; /* of the resource, 0 to 1 */
};
struct virtual_composition *virtual_composition_new(int device_count);
void virtual_composition_free(struct virtual_composition *composition);
void virtual_composition_reset(struct virtual_composition *composition);
/*
 * Returns the time until the known work ends, without the work that may still overlap with later
 * steps.
 */
double virtual_composition_add(struct virtual_composition *composition, const struct virtual_step *step);
void virtual_composition_mark(struct virtual_composition *composition, int device, int stream, uint64_t mark);
void virtual_composition_wait(struct virtual_composition *composition, int device, int stream, uint64_t mark);
/*
 * The host waits for the device. Returns the time as above; it is complete after the host has
 * waited for all devices.
 */
double virtual_composition_synchronise(struct virtual_composition *composition, int device);
/* The actions since the reset, see device_modelling. */
size_t virtual_composition_spans(const struct virtual_composition *composition, const struct device_span **out_spans);

/* virtual_model.c */
bool virtual_time_begin(struct device *device, struct error *error);
bool virtual_time_pause(struct device *device, struct error *error);
bool virtual_time_resume(struct device *device, struct error *error);
/* Counts a finished copy or fill (`from` 0). */
bool virtual_model_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes,
                        struct error *error);
bool virtual_allocate_lazy(struct device *device, uint64_t size_bytes, const char *name, device_fill_function *fill,
                           void *context, device_address *out_address, struct error *error);
/* Blocks from all over the grid, at most so many. Launches of equal grids have the same ones. */
uint64_t virtual_spread_blocks(const struct vgpu_launch *launch, uint64_t most, uint64_t *out_blocks);
const uint8_t *virtual_outcomes(const struct device_module *module, uint32_t *out_count);
bool virtual_keeps_values(struct device *device, struct device_module *module);
void virtual_uses_begin(struct device *device);
bool virtual_use_at(struct device *device, size_t number, struct device_use *out_use);
uint64_t virtual_variable_bytes(const struct device_module *module);
size_t virtual_spans(const struct device *device, const struct device_span **out_spans);
const uint64_t *virtual_lazy_written(struct device *device, device_address address);
bool virtual_model_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                          struct error *error);

/* virtual_runtime.c */
extern const struct device_runtime virtual_runtime;

/* virtual_report.c: adds a launch's report; everything is copied. */
void virtual_observe(struct observation *observation, const struct vgpu_kernel *kernel,
                     const struct vgpu_launch *launch, const struct vgpu_report *report);
/* Adds the registers of an observed launch and the warps that fit on an SM. 0: not known. */
void virtual_observe_registers(struct observation *observation, const struct vgpu_architecture *architecture,
                               const struct vgpu_kernel *kernel, const struct vgpu_launch *launch, uint32_t registers);
void virtual_observe_finding(struct observation *observation, const struct vgpu_finding *finding);

/* virtual_step.c */
struct stepping {
    struct vgpu_step *step;
    const struct vgpu_launch *launch;
    const struct device_stepper *stepper;
    enum vgpu_step_stop stop;
    bool is_unoptimised;
    const struct ptx_debug *debug; /* NULL: no variables */
    char why[STEPPING_TEXT_BYTES]; /* the reason for none */
};
/* stepping_variables.c: the variables in scope, in `arena`. Fills view->variable_count. */
struct stepping_variable *stepping_variables(const struct stepping *stepping, struct stepping_view *view,
                                             struct arena *arena);
/* Whether the device's stepper wants this launch. Call it once for each launch. */
bool virtual_step_wants(struct device *device, const char *kernel);
bool virtual_step_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                         struct error *error);

#endif
