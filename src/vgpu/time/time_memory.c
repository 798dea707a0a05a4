/*
 * Memory around a sample: what its blocks write is taken back, so that the launch can run whole afterwards.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/time/time.h"

enum { KEPT_BYTES_MAX = 512 << 20 };

static uint64_t shadow_bytes(const struct vgpu_buffer *buffer)
{
    return (buffer->size_bytes / 64 + 1) * sizeof(uint64_t);
}

static bool may_change(const struct vgpu_buffer *buffer)
{
    return buffer->bytes && !buffer->read_only && !buffer->is_constant && !buffer->lazy;
}

static bool keep(struct vgpu_buffer *buffer, struct time_kept_buffer *kept)
{
    *kept = (struct time_kept_buffer){.buffer = buffer, .all_defined = buffer->all_defined};
    if (buffer->is_untouched)
        return true;
    kept->bytes = malloc(buffer->size_bytes + 1);
    kept->defined = malloc(shadow_bytes(buffer));
    if (!kept->bytes || !kept->defined)
        return false;
    memcpy(kept->bytes, buffer->bytes, buffer->size_bytes);
    memcpy(kept->defined, buffer->defined, shadow_bytes(buffer));
    return true;
}

bool time_memory_keep(struct vgpu *device, struct time_kept *out_kept, struct error *error)
{
    struct vgpu_memory *memory = &device->memory;
    uint64_t total_bytes = 0;
    *out_kept = (struct time_kept){.buffers = calloc(memory->count + 1, sizeof(*out_kept->buffers))};
    bool kept = out_kept->buffers != NULL;
    for (size_t i = 0; kept && i < memory->count; i++) {
        if (!may_change(memory->buffers[i]))
            continue;
        total_bytes += memory->buffers[i]->size_bytes;
        kept = total_bytes <= KEPT_BYTES_MAX && keep(memory->buffers[i], &out_kept->buffers[out_kept->count]);
        out_kept->count++;
    }
    if (kept)
        return true;
    time_memory_forget(out_kept);
    return error_set(error, ERROR_MEMORY, "too much memory is in use to take back what a sample writes");
}

static void give_back(struct vgpu *device, struct time_kept_buffer *kept)
{
    struct vgpu_buffer *buffer = kept->buffer;
    if (!(atomic_load(&buffer->sampled_use) & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC)))
        return;
    if (kept->bytes) {
        memcpy(buffer->bytes, kept->bytes, buffer->size_bytes);
        memcpy(buffer->defined, kept->defined, shadow_bytes(buffer));
        buffer->is_untouched = false;
    } else {
        memory_poison(&device->memory, buffer, 0, buffer->size_bytes);
        buffer->is_untouched = true;
    }
    buffer->all_defined = kept->all_defined;
}

void time_memory_restore(struct vgpu *device, struct time_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        give_back(device, &kept->buffers[i]);
}

void time_memory_forget(struct time_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++) {
        free(kept->buffers[i].bytes);
        free(kept->buffers[i].defined);
    }
    free(kept->buffers);
    *kept = (struct time_kept){0};
}
