/*
 * Undoes a launch that is stepped through. launch_parallel.c saves the buffers. This file handles
 * the buffers that kernels allocated and released on the heap.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/step/step.h"

static void *copy_of(const void *bytes, uint64_t size_bytes)
{
    void *copy = malloc(size_bytes + 1);
    if (copy)
        memcpy(copy, bytes, size_bytes);
    return copy;
}

bool step_memory_begin(struct vgpu_step *step, struct error *error)
{
    const struct vgpu_memory *memory = device_memory(step->launch->device);
    size_t heap_count = 0;
    for (size_t i = 0; i < memory->count; i++) {
        const struct vgpu_buffer *buffer = memory->buffers[i];
        if (buffer->bytes && buffer->lazy)
            return error_tell(error, ERROR_UNSUPPORTED, "a launch on buffers that fill as they are touched");
        heap_count += buffer->bytes && buffer->is_heap;
    }
    step->heap_next_start = memory->next_start;
    step->memory_used_bytes = memory->used_bytes;
    step->heap_used_bytes = memory->heap_used_bytes;
    step->heap = calloc(heap_count + 1, sizeof(*step->heap));
    for (size_t i = 0; step->heap && i < memory->count; i++) {
        const struct vgpu_buffer *buffer = memory->buffers[i];
        if (!buffer->bytes || !buffer->is_heap)
            continue;
        struct step_heap_buffer *kept = &step->heap[step->heap_count++];
        kept->start = buffer->start;
        kept->bytes = copy_of(buffer->bytes, buffer->size_bytes);
        kept->defined = copy_of(buffer->defined, buffer->size_bytes / 8 + 1);
        if (!kept->bytes || !kept->defined)
            return error_tell(error, ERROR_MEMORY, "out of memory for stepping");
    }
    return step->heap || error_tell(error, ERROR_MEMORY, "out of memory for stepping");
}

/* A buffer that a kernel has freed comes back. */
static bool revive(struct vgpu_buffer *buffer, const struct step_heap_buffer *kept, struct error *error)
{
    if (!memory_back(buffer))
        return error_tell(error, ERROR_MEMORY, "out of memory: a buffer could not be restored for the step");
    memcpy(buffer->bytes, kept->bytes, buffer->size_bytes);
    memcpy(buffer->defined, kept->defined, buffer->size_bytes / 8 + 1);
    return true;
}

bool step_memory_restore(struct vgpu_step *step, struct error *error)
{
    struct vgpu_memory *memory = device_memory(step->launch->device);
    for (size_t i = memory->count; i > 0; i--)
        if (memory->buffers[i - 1]->start >= step->heap_next_start)
            memory_forget(memory, memory->buffers[i - 1]);
    for (size_t i = 0; i < step->heap_count; i++) {
        struct vgpu_buffer *buffer = memory_nearest(memory, step->heap[i].start);
        bool is_gone = buffer && buffer->start == step->heap[i].start && !buffer->bytes;
        if (is_gone && !revive(buffer, &step->heap[i], error))
            return false;
    }
    memory->next_start = step->heap_next_start;
    memory->used_bytes = step->memory_used_bytes;
    memory->heap_used_bytes = step->heap_used_bytes;
    return true;
}

void step_memory_end(struct vgpu_step *step)
{
    for (size_t i = 0; i < step->heap_count; i++) {
        free(step->heap[i].bytes);
        free(step->heap[i].defined);
    }
    free(step->heap);
    step->heap = NULL;
    step->heap_count = 0;
}
