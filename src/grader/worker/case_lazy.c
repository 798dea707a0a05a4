/* Buffers of a case whose inputs are made where they are touched: nothing of them lies on the host. */
#include "grader/inputs.h"
#include "grader/worker/case_buffers.h"

static void fill_elements(void *context, uint64_t offset, void *out, uint64_t size_bytes)
{
    const struct input_recipe *recipe = context;
    uint64_t bytes = dtype_bytes(recipe->dtype);
    input_fill_part(recipe, offset / bytes, size_bytes / bytes, out);
}

bool case_lazy_upload(struct case_buffers *buffers, struct case_parameter *parameter, int rank, struct error *error)
{
    struct device *device = buffers->devices[rank];
    bool is_input = parameter->parameter->role == PARAMETER_IN || parameter->parameter->role == PARAMETER_INOUT;
    struct input_recipe *recipe = is_input ? ARENA_NEW(buffers->arena, struct input_recipe) : NULL;
    if (recipe && !case_buffers_recipe(buffers, parameter, rank, recipe, error))
        return false;
    struct held_buffer *held = &parameter->held[rank];
    if (!device->vtable->allocate_lazy(device, parameter->size_bytes, parameter->parameter->name,
                                       recipe ? fill_elements : NULL, recipe, &held->address, error))
        return false;
    held->is_allocated = true;
    parameter->addresses[rank] = held->address;
    return parameter->parameter->role != PARAMETER_IN ||
           device->vtable->protect(device, held->address, parameter->size_bytes, true, error);
}
