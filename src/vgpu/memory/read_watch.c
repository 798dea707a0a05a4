/* Notes which bytes of buffers are read, as bits beside the buffers. */
#include "vgpu/reads.h"

#include <stdlib.h>

#include "vgpu/memory/memory.h"

struct watched_buffer {
    uint64_t address, size_bytes;
    uint64_t *bits;
};

struct vgpu_read_watch {
    struct watched_buffer buffers[VGPU_READ_WATCH_BUFFERS_MAX];
    int count;
};

struct vgpu_read_watch *vgpu_read_watch_new(void)
{
    return calloc(1, sizeof(struct vgpu_read_watch));
}

void vgpu_read_watch_free(struct vgpu_read_watch *watch)
{
    for (int i = 0; watch && i < watch->count; i++)
        free(watch->buffers[i].bits);
    free(watch);
}

int vgpu_read_watch_add(struct vgpu_read_watch *watch, uint64_t address, uint64_t size_bytes)
{
    if (watch->count == VGPU_READ_WATCH_BUFFERS_MAX)
        return -1;
    uint64_t *bits = calloc(size_bytes / 64 + 1, sizeof *bits);
    if (!bits)
        return -1;
    watch->buffers[watch->count] = (struct watched_buffer){address, size_bytes, bits};
    return watch->count++;
}

bool vgpu_read_watch_has(const struct vgpu_read_watch *watch, int number, uint64_t offset)
{
    const struct watched_buffer *buffer = &watch->buffers[number];
    return offset < buffer->size_bytes && shadow_is_defined(buffer->bits, offset, 1);
}

void vgpu_read_watch_note(struct vgpu_read_watch *watch, uint64_t address, uint64_t size_bytes)
{
    for (int i = 0; i < watch->count; i++) {
        const struct watched_buffer *buffer = &watch->buffers[i];
        uint64_t first = address - buffer->address, left = buffer->size_bytes - first;
        if (first < buffer->size_bytes)
            shadow_define(buffer->bits, first, size_bytes < left ? size_bytes : left);
    }
}

static void connect(const struct vgpu_read_watch *watch, const struct vgpu_memory *memory, bool is_on)
{
    for (int i = 0; watch && i < watch->count; i++) {
        const struct watched_buffer *watched = &watch->buffers[i];
        struct vgpu_buffer *buffer = memory_find(memory, watched->address, watched->size_bytes);
        if (buffer && buffer->start == watched->address && buffer->size_bytes == watched->size_bytes)
            buffer->reads = is_on ? watched->bits : NULL;
    }
}

void read_watch_begin(struct vgpu_read_watch *watch, const struct vgpu_memory *memory)
{
    connect(watch, memory, true);
}

void read_watch_end(struct vgpu_read_watch *watch, const struct vgpu_memory *memory)
{
    connect(watch, memory, false);
}
