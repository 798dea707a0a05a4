/* The content of buffers before some launches, so that their writes can be undone. */
#include <stdlib.h>

#include "vgpu/buffers.h"
#include "vgpu/execution/device.h"

enum { KEPT_BYTES_MAX = 512 << 20 };

struct vgpu_kept {
    struct vgpu_memory *memory;
    struct memory_kept *buffers;
    size_t count;
};

static bool may_change(const struct vgpu_buffer *buffer)
{
    return buffer->bytes && !buffer->read_only && !buffer->is_constant && !buffer->lazy;
}

static bool keep_all(struct vgpu_kept *kept)
{
    struct vgpu_memory *memory = kept->memory;
    uint64_t total_bytes = 0;
    kept->buffers = calloc(memory->count + 1, sizeof(*kept->buffers));
    bool done = kept->buffers != NULL;
    for (size_t i = 0; done && i < memory->count; i++) {
        if (!may_change(memory->buffers[i]))
            continue;
        total_bytes += memory->buffers[i]->size_bytes;
        done = total_bytes <= KEPT_BYTES_MAX && memory_keep(memory->buffers[i], &kept->buffers[kept->count]);
        kept->count++;
    }
    return done;
}

struct vgpu_kept *vgpu_kept_new(struct vgpu *device, struct error *error)
{
    struct vgpu_kept *kept = calloc(1, sizeof(*kept));
    if (kept)
        kept->memory = &device->memory;
    if (kept && keep_all(kept))
        return kept;
    vgpu_kept_free(kept);
    error_set(error, ERROR_MEMORY, "too much memory is in use to take back what a sample writes");
    return NULL;
}

void vgpu_kept_restore(struct vgpu_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        if (atomic_load(&kept->buffers[i].buffer->recent_use) & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC))
            memory_give_back(kept->memory, &kept->buffers[i]);
}

void vgpu_kept_free(struct vgpu_kept *kept)
{
    for (size_t i = 0; kept && kept->buffers && i < kept->count; i++)
        memory_kept_free(&kept->buffers[i]);
    if (kept)
        free(kept->buffers);
    free(kept);
}
