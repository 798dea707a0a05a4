/* The content of buffers before some launches, so that their writes can be undone. */
#include <stdlib.h>

#include "vgpu/buffers.h"
#include "vgpu/execution/device.h"

enum { KEPT_BYTES_MAX = 512 << 20 };

struct kept_buffer {
    struct vgpu_memory *owner;
    struct memory_kept content;
};

struct vgpu_kept {
    struct kept_buffer *buffers;
    size_t count;
    uint64_t total_bytes;
};

/* Kernels of a device may change its own buffers, and those of peers that they may access. */
static bool may_change(const struct vgpu_memory *memory, const struct vgpu_memory *owner,
                       const struct vgpu_buffer *buffer)
{
    bool is_in_reach = owner == memory || memory->reach >> owner->index & 1 || buffer->is_shared;
    return is_in_reach && buffer->bytes && !buffer->read_only && !buffer->is_constant && !buffer->lazy;
}

static bool keep_of(struct vgpu_kept *kept, const struct vgpu_memory *memory, struct vgpu_memory *owner)
{
    size_t room = kept->count + owner->count + 1;
    struct kept_buffer *grown = realloc(kept->buffers, room * sizeof(*grown));
    bool done = grown != NULL;
    kept->buffers = done ? grown : kept->buffers;
    for (size_t i = 0; done && i < owner->count; i++) {
        if (!may_change(memory, owner, owner->buffers[i]))
            continue;
        struct kept_buffer *buffer = &kept->buffers[kept->count];
        *buffer = (struct kept_buffer){.owner = owner};
        kept->total_bytes += owner->buffers[i]->size_bytes;
        done = kept->total_bytes <= KEPT_BYTES_MAX && memory_keep(owner->buffers[i], &buffer->content);
        kept->count++;
    }
    return done;
}

static bool keep_all(struct vgpu_kept *kept, struct vgpu_memory *memory)
{
    bool done = memory->peers || keep_of(kept, memory, memory);
    for (int i = 0; memory->peers && i < VGPU_DEVICES_MAX && done; i++)
        done = !memory->peers[i] || keep_of(kept, memory, memory->peers[i]);
    return done;
}

struct vgpu_kept *vgpu_kept_new(struct vgpu *device, struct error *error)
{
    struct vgpu_kept *kept = calloc(1, sizeof(*kept));
    if (kept && keep_all(kept, &device->memory))
        return kept;
    vgpu_kept_free(kept);
    error_set(error, ERROR_MEMORY, "too much memory is in use to take back what a sample writes");
    return NULL;
}

void vgpu_kept_restore(struct vgpu_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        if (atomic_load(&kept->buffers[i].content.buffer->recent_use) & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC))
            memory_give_back(kept->buffers[i].owner, &kept->buffers[i].content);
}

void vgpu_kept_free(struct vgpu_kept *kept)
{
    for (size_t i = 0; kept && kept->buffers && i < kept->count; i++)
        memory_kept_free(&kept->buffers[i].content);
    if (kept)
        free(kept->buffers);
    free(kept);
}
