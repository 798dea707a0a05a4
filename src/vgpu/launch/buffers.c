/* Buffers as other layers see them: places and uses. */
#include "vgpu/buffers.h"

#include "vgpu/execution/device.h"

static struct vgpu_range range_of(const struct vgpu_buffer *buffer)
{
    return buffer ? (struct vgpu_range){buffer->start, buffer->size_bytes} : (struct vgpu_range){0};
}

struct vgpu_range vgpu_buffer_at(const struct vgpu *device, uint64_t address, uint64_t size_bytes)
{
    return range_of(memory_find_any(&device->memory, address, size_bytes));
}

struct vgpu_range vgpu_buffer_near(const struct vgpu *device, uint64_t address)
{
    return range_of(memory_nearest(&device->memory, address));
}

int vgpu_number(const struct vgpu *device)
{
    return device->index;
}

int vgpu_owner(const struct vgpu *device, uint64_t address)
{
    return memory_owner(&device->memory, address);
}

size_t vgpu_use_count(const struct vgpu *device)
{
    return device->memory.count;
}

struct vgpu_use vgpu_use_at(const struct vgpu *device, size_t number)
{
    struct vgpu_buffer *buffer = device->memory.buffers[number];
    return (struct vgpu_use){.range = range_of(buffer),
                             .recent = atomic_load(&buffer->recent_use),
                             .earlier = buffer->earlier_use,
                             .is_live = buffer->bytes != NULL,
                             .is_lazy = buffer->lazy != NULL,
                             .is_writable = !buffer->read_only && !buffer->is_constant,
                             .is_heap = buffer->is_heap};
}

void vgpu_uses_begin(struct vgpu *device)
{
    for (size_t i = 0; i < device->memory.count; i++)
        atomic_store(&device->memory.buffers[i]->recent_use, 0);
}

void vgpu_uses_keep(struct vgpu *device)
{
    for (size_t i = 0; i < device->memory.count; i++) {
        struct vgpu_buffer *buffer = device->memory.buffers[i];
        if (buffer->bytes)
            buffer->earlier_use |= atomic_exchange(&buffer->recent_use, 0);
    }
}
