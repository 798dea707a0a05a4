/* The content of buffers before some launches, so that their writes can be undone. */
#include <stdlib.h>
#include <string.h>

#include "vgpu/buffers.h"
#include "vgpu/execution/device.h"

enum { KEPT_BYTES_MAX = 512 << 20 };

/* `bytes` NULL: the buffer held the pattern of undefined memory throughout. */
struct kept_buffer {
    struct vgpu_buffer *buffer;
    uint8_t *bytes;
    uint64_t *defined;
    bool all_defined;
};

struct vgpu_kept {
    struct vgpu_memory *memory;
    struct kept_buffer *buffers;
    size_t count;
};

static uint64_t shadow_bytes(const struct vgpu_buffer *buffer)
{
    return (buffer->size_bytes / 64 + 1) * sizeof(uint64_t);
}

static bool may_change(const struct vgpu_buffer *buffer)
{
    return buffer->bytes && !buffer->read_only && !buffer->is_constant && !buffer->lazy;
}

static bool keep(struct vgpu_buffer *buffer, struct kept_buffer *kept)
{
    *kept = (struct kept_buffer){.buffer = buffer, .all_defined = buffer->all_defined};
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
        done = total_bytes <= KEPT_BYTES_MAX && keep(memory->buffers[i], &kept->buffers[kept->count]);
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

static void give_back(struct vgpu_memory *memory, const struct kept_buffer *kept)
{
    struct vgpu_buffer *buffer = kept->buffer;
    if (!(atomic_load(&buffer->recent_use) & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC)))
        return;
    if (kept->bytes) {
        memcpy(buffer->bytes, kept->bytes, buffer->size_bytes);
        memcpy(buffer->defined, kept->defined, shadow_bytes(buffer));
        buffer->is_untouched = false;
    } else {
        memory_poison(memory, buffer, 0, buffer->size_bytes);
        buffer->is_untouched = true;
    }
    buffer->all_defined = kept->all_defined;
}

void vgpu_kept_restore(struct vgpu_kept *kept)
{
    for (size_t i = 0; i < kept->count; i++)
        give_back(kept->memory, &kept->buffers[i]);
}

void vgpu_kept_free(struct vgpu_kept *kept)
{
    for (size_t i = 0; kept && kept->buffers && i < kept->count; i++) {
        free(kept->buffers[i].bytes);
        free(kept->buffers[i].defined);
    }
    if (kept)
        free(kept->buffers);
    free(kept);
}
