/* Copies of buffers, with their shadow, that can be given back. */
#include <stdlib.h>
#include <string.h>

#include "vgpu/memory/memory.h"

static uint64_t shadow_bytes(const struct vgpu_buffer *buffer)
{
    return (buffer->size_bytes / 64 + 1) * sizeof(uint64_t);
}

uint64_t memory_kept_bytes(const struct vgpu_buffer *buffer)
{
    return buffer->is_untouched ? 0 : buffer->size_bytes + shadow_bytes(buffer);
}

bool memory_keep(struct vgpu_buffer *buffer, struct memory_kept *out_kept)
{
    *out_kept = (struct memory_kept){.buffer = buffer, .all_defined = buffer->all_defined};
    if (buffer->is_untouched)
        return true;
    out_kept->bytes = malloc(buffer->size_bytes + 1);
    out_kept->defined = malloc(shadow_bytes(buffer));
    if (!out_kept->bytes || !out_kept->defined || !memory_undefined_copy(buffer->undefined, &out_kept->undefined))
        return false;
    memcpy(out_kept->bytes, buffer->bytes, buffer->size_bytes);
    memcpy(out_kept->defined, buffer->defined, shadow_bytes(buffer));
    return true;
}

void memory_give_back(const struct vgpu_memory *memory, const struct memory_kept *kept)
{
    struct vgpu_buffer *buffer = kept->buffer;
    if (kept->bytes) {
        memcpy(buffer->bytes, kept->bytes, buffer->size_bytes);
        memcpy(buffer->defined, kept->defined, shadow_bytes(buffer));
        buffer->is_untouched = false;
        /* without memory for them, undefined bytes that were stored count as never written */
        memory_undefined_free(buffer->undefined);
        (void)memory_undefined_copy(kept->undefined, &buffer->undefined);
    } else if (!buffer->is_untouched) {
        memory_poison(memory, buffer, 0, buffer->size_bytes);
    }
    buffer->all_defined = kept->all_defined;
}

void memory_kept_free(struct memory_kept *kept)
{
    free(kept->bytes);
    free(kept->defined);
    memory_undefined_free(kept->undefined);
}
