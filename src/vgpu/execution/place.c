/* The address of one lane's access, and the cached places of ops, which may be released. */
#include "vgpu/execution/place.h"

#include "vgpu/execution/access_pattern.h"

#include "vgpu/program/op_flags.h"

uint64_t place_address(const struct vgpu_op *op, const uint8_t *frame, uint32_t lane)
{
    uint64_t address = (uint64_t)op->immediate;
    if (op->flags & VGPU_ACCESS_NO_REGISTER)
        return address;
    if (op->flags & VGPU_ACCESS_ADDRESS_64)
        return address + ((const uint64_t *)(const void *)(frame + op->a))[lane];
    uint32_t low = (uint32_t)address + ((const uint32_t *)(const void *)(frame + op->a))[lane];
    return op->detail->source->space == PTX_SPACE_CONSTANT ? address >> 32 << 32 | low : low;
}

void place_forget_cached(struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i <= worker->launch->module->access_count; i++)
        worker->accesses[i].start = worker->accesses[i].end = worker->accesses[i].base_count = 0;
}
