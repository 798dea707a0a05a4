/*
 * Bits of global memory that kernels stored undefined, in pages of 4 KiB that the first such store
 * creates.
 *
 * A byte with an undefined bit counts as not defined in the buffer's shadow. Its page holds the
 * undefined bits and the number of a record (undefined_stored.h). The record says where the bits
 * come from. The entry of a defined or unwritten byte is not used.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/memory/memory.h"

enum { PAGE_BYTES = 4096 };

struct page {
    uint8_t bits[PAGE_BYTES];
    uint16_t records[PAGE_BYTES]; /* 0: nothing undefined was stored here */
};

struct memory_undefined {
    uint64_t page_count;
    struct page *pages[]; /* NULL: nothing undefined was stored there */
};

/*
 * Blocks that run side by side may allocate the same page at once. The first one keeps its memory;
 * the others free theirs.
 */
static void *agree(void **place, void *own)
{
    void *there = NULL;
    if (!own || __atomic_compare_exchange_n(place, &there, own, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return own;
    free(own);
    return there;
}

static struct memory_undefined *undefined_of(struct vgpu_buffer *buffer)
{
    struct memory_undefined *undefined = __atomic_load_n(&buffer->undefined, __ATOMIC_ACQUIRE);
    if (undefined)
        return undefined;
    uint64_t count = buffer->size_bytes / PAGE_BYTES + 1;
    undefined = calloc(1, sizeof(*undefined) + count * sizeof(*undefined->pages));
    if (undefined)
        undefined->page_count = count;
    return agree((void **)&buffer->undefined, undefined);
}

static struct page *page_at(const struct vgpu_buffer *buffer, uint64_t offset)
{
    const struct memory_undefined *undefined = __atomic_load_n(&buffer->undefined, __ATOMIC_ACQUIRE);
    return undefined ? __atomic_load_n(&undefined->pages[offset / PAGE_BYTES], __ATOMIC_ACQUIRE) : NULL;
}

bool memory_undefined_set(struct vgpu_buffer *buffer, uint64_t offset, uint8_t bits, uint16_t record)
{
    struct memory_undefined *undefined = undefined_of(buffer);
    struct page *page = page_at(buffer, offset);
    if (undefined && !page)
        page = agree((void **)&undefined->pages[offset / PAGE_BYTES], calloc(1, sizeof(*page)));
    if (!page)
        return false;
    __atomic_store_n(&page->bits[offset % PAGE_BYTES], bits, __ATOMIC_RELAXED);
    __atomic_store_n(&page->records[offset % PAGE_BYTES], record, __ATOMIC_RELAXED);
    return true;
}

uint16_t memory_undefined_record(const struct vgpu_buffer *buffer, uint64_t offset)
{
    const struct page *page = page_at(buffer, offset);
    if (!page || buffer->all_defined || shadow_is_defined(buffer->defined, offset, 1))
        return 0;
    return __atomic_load_n(&page->records[offset % PAGE_BYTES], __ATOMIC_RELAXED);
}

uint8_t memory_undefined_bits(const struct vgpu_buffer *buffer, uint64_t offset)
{
    const struct page *page = page_at(buffer, offset);
    if (buffer->all_defined || shadow_is_defined(buffer->defined, offset, 1))
        return 0;
    bool is_stored = page && __atomic_load_n(&page->records[offset % PAGE_BYTES], __ATOMIC_RELAXED);
    return is_stored ? __atomic_load_n(&page->bits[offset % PAGE_BYTES], __ATOMIC_RELAXED) : UINT8_MAX;
}

uint64_t memory_undefined_next(const struct vgpu_buffer *buffer, uint64_t offset, uint64_t end)
{
    while (!buffer->all_defined && offset < end) {
        if (!page_at(buffer, offset))
            offset = (offset / PAGE_BYTES + 1) * PAGE_BYTES;
        else if (memory_undefined_record(buffer, offset))
            return offset;
        else
            offset++;
    }
    return end;
}

void memory_find_written(const struct vgpu_buffer *buffer, struct shadow_extent *out_extent)
{
    shadow_extent(buffer->defined, buffer->size_bytes, out_extent);
    for (uint64_t at = 0; (at = memory_undefined_next(buffer, at, buffer->size_bytes)) < buffer->size_bytes; at++) {
        out_extent->defined_bytes++;
        out_extent->end = at + 1 > out_extent->end ? at + 1 : out_extent->end;
    }
}

void memory_undefined_forget(struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    for (uint64_t end = offset + size_bytes, next; offset < end; offset = next) {
        struct page *page = page_at(buffer, offset);
        next = (offset / PAGE_BYTES + 1) * PAGE_BYTES;
        next = next < end ? next : end;
        if (page)
            memset(&page->records[offset % PAGE_BYTES], 0, (next - offset) * sizeof(*page->records));
    }
}

/* --- whole buffers ---------------------------------------------------------------------------- */

void memory_undefined_free(struct memory_undefined *undefined)
{
    for (uint64_t i = 0; undefined && i < undefined->page_count; i++)
        free(undefined->pages[i]);
    free(undefined);
}

bool memory_undefined_copy(const struct memory_undefined *undefined, struct memory_undefined **out_copy)
{
    *out_copy = NULL;
    if (!undefined)
        return true;
    struct memory_undefined *copy = calloc(1, sizeof(*copy) + undefined->page_count * sizeof(*copy->pages));
    if (!copy)
        return false;
    copy->page_count = undefined->page_count;
    for (uint64_t i = 0; i < undefined->page_count; i++) {
        if (!undefined->pages[i])
            continue;
        copy->pages[i] = malloc(sizeof(**copy->pages));
        if (!copy->pages[i]) {
            memory_undefined_free(copy);
            return false;
        }
        memcpy(copy->pages[i], undefined->pages[i], sizeof(**copy->pages));
    }
    *out_copy = copy;
    return true;
}
