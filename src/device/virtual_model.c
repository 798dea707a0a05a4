/*
 * Launches whose time is estimated: a sample of their blocks runs (vgpu/time_model.h), the rest is left out.
 *
 * A plan's time is the sum over its launches; each pays its launch overhead. Its sentence is that of the launch that
 * takes longest.
 */
#include <string.h>

#include "device/cubin_internal.h"
#include "device/virtual_internal.h"
#include "vgpu/time_model.h"

enum { SAMPLED_INSTRUCTIONS = 1000000 }; /* of each launch, in warps: two kernels together stay within a second or so */

bool virtual_allocate_lazy(struct device *device, uint64_t size_bytes, const char *name, device_fill_function *fill,
                           void *context, device_address *out_address, struct error *error)
{
    struct virtual_device *self = (struct virtual_device *)device;
    return vgpu_allocate_lazy(self->gpu, size_bytes, name, fill, context, out_address, error);
}

static void add(struct device_model *model, const struct time_estimate *estimate)
{
    double before_ns = model->elapsed_ns;
    model->elapsed_ns += estimate->total_ns;
    model->error = (model->error * before_ns + estimate->error * estimate->total_ns) / model->elapsed_ns;
    model->launches++;
    if (estimate->total_ns <= model->longest_ns)
        return;
    model->longest_ns = estimate->total_ns;
    model->limiter_line = estimate->limiter_line;
    time_sentence(estimate, model->limiter, sizeof model->limiter);
}

bool virtual_model_launch(struct device *device, struct virtual_module *module, const struct vgpu_launch *launch,
                          struct error *error)
{
    struct time_request request = {
        .launch = *launch,
        .resources = {.registers = cubin_registers(module->cubin, module->cubin_bytes, launch->kernel)},
        .seed = device->seed,
        .instruction_limit = SAMPLED_INSTRUCTIONS};
    struct time_estimate estimate;
    if (!vgpu_estimate(module->module, &request, &estimate, error))
        return false;
    add(&device->model, &estimate);
    return true;
}
