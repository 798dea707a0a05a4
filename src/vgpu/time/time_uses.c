/*
 * What estimated launches have to do with each other: which of them read or write again what another one wrote.
 *
 * A sample writes a part of what its launch writes. Values that follow from inputs alone are right all the same, and so
 * are those that follow from what the sample itself wrote, where one launch alone writes it; those that follow from
 * what other blocks or launches wrote are not.
 */
#include "vgpu/time/time.h"

/* What a launch leaves where another one, or the host, wrote before is not what the sample leaves there. */
enum { USED_BEFORE = VGPU_USED_WRITTEN | VGPU_USED_ATOMIC | VGPU_USED_FILLED };
enum { USED_TO_READ = VGPU_USED_READ | VGPU_USED_ATOMIC, USED_TO_WRITE = VGPU_USED_WRITTEN | VGPU_USED_ATOMIC };

static void note_uses(struct vgpu_buffer *buffer, struct time_estimate *estimate)
{
    unsigned now = atomic_exchange(&buffer->sampled_use, 0), before = buffer->estimated_use;
    bool reads = now & USED_TO_READ, writes = now & USED_TO_WRITE;
    bool reads_earlier = reads && before & USED_TO_WRITE;
    bool is_followed = buffer->lazy && !((now | before) & VGPU_USED_ATOMIC) && !(now & VGPU_USED_UNWRITTEN);
    bool reads_others = !is_followed && (reads_earlier || (reads && writes));
    estimate->reads_earlier |= reads_earlier;
    estimate->is_entangled |= reads_others || (writes && before & USED_BEFORE);
    buffer->estimated_use |= now;
}

void time_uses_begin(struct vgpu *device)
{
    for (size_t i = 0; i < device->memory.count; i++)
        atomic_store(&device->memory.buffers[i]->sampled_use, 0);
}

bool time_uses_only_inputs(const struct vgpu *device)
{
    for (size_t i = 0; i < device->memory.count; i++) {
        struct vgpu_buffer *buffer = device->memory.buffers[i];
        bool can_change = !buffer->read_only && !buffer->is_constant;
        if (can_change && atomic_load(&buffer->sampled_use) & USED_TO_READ)
            return false;
    }
    return true;
}

void time_uses_find(struct vgpu *device, struct time_estimate *estimate)
{
    for (size_t i = 0; i < device->memory.count; i++)
        if (device->memory.buffers[i]->bytes)
            note_uses(device->memory.buffers[i], estimate);
}
