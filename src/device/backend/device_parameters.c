/* The parameters of a kernel, from its PTX. */
#include "device/backend/backend.h"
#include "ptx/program.h"

/* A structure is an array of bytes. A single byte is a number. */
static enum device_parameter_kind kind_of(const struct ptx_variable *parameter)
{
    if (parameter->type == PTX_TYPE_F32 || parameter->type == PTX_TYPE_F64)
        return DEVICE_PARAMETER_FLOAT;
    bool is_array = parameter->type == PTX_TYPE_B8 && parameter->size_bytes != 1;
    return is_array ? DEVICE_PARAMETER_BYTES : DEVICE_PARAMETER_INTEGER;
}

void device_parameters_of(const struct ptx_function *function, struct device_parameter *out_parameters,
                          uint32_t capacity, uint32_t *out_count)
{
    for (uint32_t i = 0; i < function->parameter_count && i < capacity; i++)
        out_parameters[i] = (struct device_parameter){.kind = kind_of(function->parameters[i]),
                                                      .offset_bytes = (uint32_t)function->parameters[i]->offset_bytes,
                                                      .size_bytes = (uint32_t)function->parameters[i]->size_bytes};
    *out_count = function->parameter_count;
}
