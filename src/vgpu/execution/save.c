/*
 * The content of buffers before a launch wrote to them, so that an attempt side by side can be
 * undone.
 *
 * All workers that reach a buffer before its copy is complete copy it in pieces. These are mostly
 * all workers, since their first blocks do the same. The copy's pages are kept for the next launch,
 * because making them costs more than copying.
 */
#include "vgpu/execution/save.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "vgpu/memory/memory.h"

/* Copies that are kept between the launches of a device. */
#define SAVED_KEPT_BYTES (UINT64_C(256) << 20)

enum { PIECE_BYTES = 1 << 20 };

static uint64_t shadow_bytes(const struct vgpu_buffer *buffer)
{
    return (buffer->size_bytes / 64 + 1) * sizeof(uint64_t);
}

/* The content of the shadow follows the content of the buffer. */
static uint64_t shadow_at(const struct vgpu_buffer *buffer)
{
    return (buffer->size_bytes + 63) / 64 * 64;
}

static uint64_t copy_bytes(const struct vgpu_buffer *buffer)
{
    return shadow_at(buffer) + shadow_bytes(buffer);
}

/* For free(). A large copy gets large pages, since the launch writes it at once. */
static void *new_pages(uint64_t size_bytes)
{
    enum { LARGE_PAGE_BYTES = 2 << 20 };
    if (size_bytes < 4 * (uint64_t)LARGE_PAGE_BYTES)
        return malloc(size_bytes);
    uint64_t rounded = (size_bytes + LARGE_PAGE_BYTES - 1) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
    void *pages = aligned_alloc(LARGE_PAGE_BYTES, rounded);
    if (pages)
        madvise(pages, rounded, MADV_HUGEPAGE);
    return pages;
}

/* Runs under the launch's lock. A buffer with nothing but the undefined pattern needs no copy. */
static bool begin(struct vgpu_buffer *buffer)
{
    bool needs_copy = !buffer->is_untouched && !buffer->lazy;
    if (needs_copy && !buffer->saved.bytes)
        buffer->saved.bytes = new_pages(copy_bytes(buffer));
    if ((needs_copy && !buffer->saved.bytes) || !memory_undefined_copy(buffer->undefined, &buffer->saved.undefined))
        return false;
    buffer->saved.was_untouched = buffer->is_untouched;
    buffer->saved.was_all_defined = buffer->all_defined;
    atomic_store(&buffer->saved.next, 0);
    atomic_store(&buffer->saved.done, 0);
    buffer->saved.pieces = needs_copy ? (buffer->size_bytes + PIECE_BYTES - 1) / PIECE_BYTES : 0;
    buffer->saved.is_valid = true;
    return true;
}

/* The shadow of a fully written buffer needs no copy. */
static void copy_piece(struct vgpu_buffer *buffer, uint64_t piece)
{
    bool is_last = piece + 1 == buffer->saved.pieces;
    uint64_t first = piece * PIECE_BYTES, size_bytes = is_last ? buffer->size_bytes - first : PIECE_BYTES;
    memcpy(buffer->saved.bytes + first, buffer->bytes + first, size_bytes);
    if (buffer->saved.was_all_defined)
        return;
    uint64_t shadow_first = first / 8, shadow_end = is_last ? shadow_bytes(buffer) : shadow_first + PIECE_BYTES / 8;
    memcpy(buffer->saved.bytes + shadow_at(buffer) + shadow_first, (const uint8_t *)buffer->defined + shadow_first,
           shadow_end - shadow_first);
}

bool save_buffer(struct vgpu_launch_state *launch, struct vgpu_buffer *buffer)
{
    pthread_mutex_lock(&launch->lock);
    bool is_begun = buffer->saved.is_valid || begin(buffer);
    pthread_mutex_unlock(&launch->lock);
    if (!is_begun)
        return false;
    for (uint64_t piece; (piece = atomic_fetch_add(&buffer->saved.next, 1)) < buffer->saved.pieces;) {
        copy_piece(buffer, piece);
        atomic_fetch_add_explicit(&buffer->saved.done, 1, memory_order_release);
    }
    while (atomic_load_explicit(&buffer->saved.done, memory_order_acquire) < buffer->saved.pieces)
        sched_yield(); /* others are at the last pieces */
    return true;
}

/* Without memory for them, undefined bytes that were stored count as never written. */
static void restore_undefined(struct vgpu_buffer *buffer)
{
    memory_undefined_free(buffer->undefined);
    (void)memory_undefined_copy(buffer->saved.undefined, &buffer->undefined);
}

void save_restore(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    if (!buffer->saved.is_valid || buffer->lazy)
        return;
    if (buffer->saved.was_untouched) {
        memory_poison(memory, buffer, 0, buffer->size_bytes);
    } else {
        memcpy(buffer->bytes, buffer->saved.bytes, buffer->size_bytes);
        if (!buffer->saved.was_all_defined)
            memcpy(buffer->defined, buffer->saved.bytes + shadow_at(buffer), shadow_bytes(buffer));
        buffer->is_untouched = false;
    }
    buffer->all_defined = buffer->saved.was_all_defined;
    restore_undefined(buffer);
}

void save_end(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    buffer->saved.is_valid = false;
    memory_undefined_free(buffer->saved.undefined);
    buffer->saved.undefined = NULL;
    if (!buffer->saved.bytes || buffer->saved.is_kept)
        return;
    buffer->saved.is_kept = copy_bytes(buffer) <= SAVED_KEPT_BYTES - memory->saved_bytes;
    if (buffer->saved.is_kept)
        memory->saved_bytes += copy_bytes(buffer);
    else
        save_free(memory, buffer);
}

void save_free(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    if (buffer->saved.is_kept)
        memory->saved_bytes -= copy_bytes(buffer);
    free(buffer->saved.bytes);
    memory_undefined_free(buffer->saved.undefined);
    buffer->saved.bytes = NULL;
    buffer->saved.undefined = NULL;
    buffer->saved.is_kept = buffer->saved.is_valid = false;
}
