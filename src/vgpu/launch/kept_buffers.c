/* The content of buffers before some launches wrote to them, so that their writes can be undone. */
#include <stdlib.h>

#include "vgpu/buffers.h"
#include "vgpu/execution/device.h"

enum { KEPT_BYTES_MAX = 512 << 20 };

struct vgpu_kept {
    struct memory_keeper keeper; /* first, so that a keeper is its vgpu_kept */
    struct vgpu_memory *memory;
    struct memory_kept *contents;
    size_t count;
    uint64_t total_bytes;
    bool is_incomplete; /* memory was short */
};

static bool is_known(const struct vgpu_kept *kept, const struct vgpu_buffer *buffer)
{
    for (size_t i = 0; i < kept->count; i++)
        if (kept->contents[i].buffer == buffer)
            return true;
    return false;
}

static bool add(struct vgpu_kept *kept, struct vgpu_buffer *buffer)
{
    struct memory_kept *grown = realloc(kept->contents, (kept->count + 1) * sizeof(*grown));
    if (!grown)
        return false;
    kept->contents = grown;
    kept->total_bytes += buffer->size_bytes;
    if (kept->total_bytes > KEPT_BYTES_MAX)
        return false;
    struct memory_kept *content = &kept->contents[kept->count++]; /* vgpu_kept_free() frees a part, too */
    return memory_keep(buffer, content);
}

static void keep(struct memory_keeper *keeper, struct vgpu_buffer *buffer)
{
    struct vgpu_kept *kept = (struct vgpu_kept *)keeper;
    bool is_new = buffer->is_heap && buffer->start >= kept->memory->heap_kept_below;
    if (!buffer->lazy && !is_new && !is_known(kept, buffer))
        kept->is_incomplete |= !add(kept, buffer);
}

struct vgpu_kept *vgpu_kept_new(struct vgpu *device, struct error *error)
{
    struct vgpu_kept *kept = calloc(1, sizeof(*kept));
    if (!kept) {
        error_tell(error, ERROR_MEMORY, "out of memory to take back what a sample writes");
        return NULL;
    }
    kept->keeper.keep = keep;
    kept->memory = &device->memory;
    device->memory.keeper = &kept->keeper;
    device->memory.heap_kept_below = device->memory.next_start;
    return kept;
}

static const struct vgpu_memory *owner_of(const struct vgpu_memory *memory, const struct vgpu_buffer *buffer)
{
    int owner = memory_owner(memory, buffer->start);
    return memory->peers && memory->peers[owner] ? memory->peers[owner] : memory;
}

/* Releases what kernels have allocated since vgpu_kept_new(). */
static void release_new(struct vgpu_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++) {
        struct vgpu_buffer *buffer = memory->buffers[i];
        if (buffer->is_heap && buffer->bytes && buffer->start >= memory->heap_kept_below)
            memory_release(memory, buffer);
    }
}

bool vgpu_kept_restore(struct vgpu_kept *kept, struct error *error)
{
    release_new(kept->memory);
    if (kept->is_incomplete)
        return error_tell(error, ERROR_MEMORY, "too little memory is free to undo the stores of a sample");
    for (size_t i = 0; i < kept->count; i++)
        if (kept->contents[i].buffer->bytes)
            memory_give_back(owner_of(kept->memory, kept->contents[i].buffer), &kept->contents[i]);
    return true;
}

void vgpu_kept_free(struct vgpu_kept *kept)
{
    if (!kept)
        return;
    kept->memory->keeper = NULL;
    kept->memory->heap_kept_below = 0;
    for (size_t i = 0; i < kept->count; i++)
        memory_kept_free(&kept->contents[i]);
    free(kept->contents);
    free(kept);
}
