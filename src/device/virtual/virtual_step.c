/* Runs the launch of a plan that is stepped through. */
#include <stdio.h>
#include <string.h>

#include "device/virtual/virtual.h"

static uint64_t linear_of(const uint32_t position[3], const uint32_t shape[3])
{
    uint64_t linear = 0;
    for (int i = 2; i >= 0; i--)
        linear = linear * shape[i] + (position[i] < shape[i] ? position[i] : 0);
    return linear;
}

bool virtual_step_wants(struct device *device, const char *kernel)
{
    struct device_stepper *stepper = device->inspection->stepper;
    if (!stepper || stepper->served)
        return false;
    stepper->seen++;
    if (*stepper->target.kernel && strcmp(stepper->target.kernel, kernel) != 0)
        return false;
    return stepper->matched++ == stepper->target.launch;
}

/* Without its variables, a program can still be stepped through. */
static void read_variables(struct stepping *stepping, const struct ptx_program *program, struct arena *arena)
{
    const struct device_stepper *stepper = stepping->stepper;
    struct error error;
    stepping->is_unoptimised = program->target_debug;
    if (!stepping->is_unoptimised || !stepper->ptx)
        return;
    stepping->debug = ptx_debug_read(arena, stepper->ptx, program, stepper->kernel, &error);
    if (!stepping->debug)
        snprintf(stepping->why, sizeof stepping->why, "%s", error.message);
}

bool virtual_step_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                         struct error *error)
{
    enum { LIMIT = 1 << 24 };
    struct device_stepper *stepper = device->inspection->stepper;
    struct vgpu_step_options options = {
        .block = linear_of(stepper->target.block, launch->grid),
        .warp = (uint32_t)(linear_of(stepper->target.thread, launch->block) / VGPU_STEP_LANES),
        .limit = LIMIT,
    };
    struct vgpu_step *step CLEANUP(vgpu_step_close) = vgpu_step_open(module->module, launch, &options, error);
    if (!step)
        return false;
    struct stepping stepping = {.step = step, .launch = launch, .stepper = stepper};
    struct arena *arena CLEANUP(arena_free) = arena_new();
    read_variables(&stepping, module->cached->program, arena);
    stepper->served = true;
    stepper->serve(stepper->context, &stepping);
    return error_set(error, ERROR_CANCELLED, "the launch was stepped through");
}
