/* Device memory: creates, finds and releases the buffers of a device. */
#include "vgpu/memory/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* SPARE_BYTES: vector loads may read past the end, but ignore those bytes. */
enum { SMALL_BYTES = 2048, SPARE_BYTES = 64, PAGE_BYTES = 4096, HEAP_GRAIN_BYTES = 16 };

static uint64_t round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) / to * to;
}

/* Each 16-bit quarter is a NaN of f16 and bf16. So the whole is a NaN of f32 and f64 too. */
static uint64_t poison_pattern(uint64_t seed)
{
    uint64_t x = seed + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    uint64_t low = (x ^ (x >> 31)) & UINT64_C(0x0000003f0000003f);
    return UINT64_C(0x7fc17fc17fc17fc1) | low | low << 16;
}

void memory_init(struct vgpu_memory *memory, int index, uint64_t limit_bytes, uint64_t seed)
{
    *memory = (struct vgpu_memory){
        .index = index,
        .next_start = VGPU_WINDOW_GLOBAL * (uint64_t)(index + 1) + (1 << 20),
        .poison = poison_pattern(seed),
        .limit_bytes = limit_bytes,
        .heap_limit_bytes = VGPU_HEAP_BYTES,
    };
}

static void buffer_unmap(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    if (memory->forget)
        memory->forget(memory, buffer);
    if (memory_is_small(buffer))
        free(buffer->bytes);
    if (!memory_is_small(buffer) && buffer->bytes)
        munmap(buffer->bytes, buffer->map_bytes);
    if (!memory_is_small(buffer) && buffer->defined)
        munmap(buffer->defined, buffer->shadow_bytes);
    memory_undefined_free(buffer->undefined);
    buffer->bytes = NULL;
    buffer->defined = NULL;
    buffer->undefined = NULL;
}

static void buffer_free(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    buffer_unmap(memory, buffer);
    memory_lazy_free(buffer->lazy);
    free(buffer->name);
    free(buffer);
}

void memory_done(struct vgpu_memory *memory)
{
    for (size_t i = 0; i < memory->count; i++)
        buffer_free(memory, memory->buffers[i]);
    free(memory->buffers);
    free(memory->peers);
    *memory = (struct vgpu_memory){0};
}

static void *map_pages(uint64_t size_bytes)
{
    void *pages = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

bool memory_is_small(const struct vgpu_buffer *buffer)
{
    return buffer->size_bytes <= SMALL_BYTES;
}

/* One piece of the heap for bytes and shadow. Pages would cost four system calls. */
static bool back_small(struct vgpu_buffer *buffer)
{
    uint64_t bytes = round_up(buffer->size_bytes + SPARE_BYTES, SPARE_BYTES);
    uint64_t all_bytes = bytes + round_up(buffer->size_bytes / 8 + SPARE_BYTES, SPARE_BYTES);
    buffer->bytes = aligned_alloc(SPARE_BYTES, all_bytes);
    if (!buffer->bytes)
        return false;
    memset(buffer->bytes, 0, all_bytes);
    buffer->defined = (uint64_t *)(void *)(buffer->bytes + bytes);
    return true;
}

bool memory_back(struct vgpu_buffer *buffer)
{
    if (memory_is_small(buffer))
        return back_small(buffer);
    buffer->map_bytes = round_up(buffer->size_bytes + SPARE_BYTES, PAGE_BYTES);
    buffer->shadow_bytes = round_up(buffer->size_bytes / 8 + SPARE_BYTES, PAGE_BYTES);
    buffer->bytes = map_pages(buffer->map_bytes);
    buffer->defined = map_pages(buffer->shadow_bytes);
    return buffer->bytes && buffer->defined;
}

/*
 * Forgets the oldest released buffers. Otherwise an endless loop of alloc and free would grow the
 * table.
 */
static void drop_tombstones(struct vgpu_memory *memory)
{
    size_t released = 0, kept = 0;
    for (size_t i = 0; i < memory->count; i++)
        released += memory->buffers[i]->bytes == NULL;
    if (released < VGPU_TOMBSTONES_MAX)
        return;
    size_t drop = released / 2;
    for (size_t i = 0; i < memory->count; i++) {
        if (drop > 0 && !memory->buffers[i]->bytes) {
            buffer_free(memory, memory->buffers[i]);
            drop--;
        } else {
            memory->buffers[kept++] = memory->buffers[i];
        }
    }
    memory->count = kept;
}

static bool append_buffer(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    if (memory->count == memory->capacity) {
        drop_tombstones(memory);
        size_t capacity = memory->capacity ? memory->capacity * 2 : 64;
        struct vgpu_buffer **grown = realloc(memory->buffers, capacity * sizeof(*grown));
        if (!grown)
            return false;
        memory->buffers = grown;
        memory->capacity = capacity;
    }
    memory->buffers[memory->count++] = buffer; /* addresses only grow, so the table stays sorted */
    return true;
}

/* Addresses are never reused. Without peers, no other device has a window after this one. */
static bool fits_window(const struct vgpu_memory *memory, uint64_t end)
{
    return !memory->peers || end <= VGPU_WINDOW_GLOBAL * (uint64_t)(memory->index + 2);
}

struct vgpu_buffer *memory_new_untouched(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                         struct error *error)
{
    if (size_bytes > memory->limit_bytes - memory->used_bytes) {
        error_tell(error, ERROR_MEMORY, "%llu bytes do not fit into the device's memory",
                   (unsigned long long)size_bytes);
        return NULL;
    }
    if (!fits_window(memory, memory->next_start + 2 * size_bytes)) {
        error_tell(error, ERROR_MEMORY, "the device has no addresses left for another %llu bytes",
                   (unsigned long long)size_bytes);
        return NULL;
    }
    struct vgpu_buffer *buffer = calloc(1, sizeof(*buffer));
    if (!buffer)
        goto failed;
    buffer->size_bytes = size_bytes;
    buffer->name = strdup(name ? name : "");
    if (!buffer->name || !memory_back(buffer))
        goto failed;
    buffer->start = memory->next_start;
    if (!append_buffer(memory, buffer))
        goto failed;
    /*
     * An index with a wrong stride leaves the buffer by about the buffer's own length. The gap must
     * be longer than that.
     */
    memory->next_start = round_up(buffer->start + 2 * size_bytes + VGPU_BUFFER_GAP_BYTES, VGPU_BUFFER_ALIGN);
    memory->used_bytes += size_bytes;
    return buffer;
failed:
    if (buffer)
        buffer_free(memory, buffer);
    error_tell(error, ERROR_MEMORY, "out of memory for a buffer of %llu bytes", (unsigned long long)size_bytes);
    return NULL;
}

struct vgpu_buffer *memory_new_buffer(struct vgpu_memory *memory, uint64_t size_bytes, const char *name,
                                      struct error *error)
{
    struct vgpu_buffer *buffer = memory_new_untouched(memory, size_bytes, name, error);
    if (buffer)
        memory_poison(memory, buffer, 0, size_bytes);
    return buffer;
}

/* Of a buffer on the heap. Each takes some, so that empty ones come to an end as well. */
static uint64_t heap_bytes(uint64_t size_bytes)
{
    return round_up(size_bytes ? size_bytes : 1, HEAP_GRAIN_BYTES);
}

struct vgpu_buffer *memory_new_heap_buffer(struct vgpu_memory *memory, uint64_t size_bytes)
{
    uint64_t left_bytes = memory->heap_limit_bytes - memory->heap_used_bytes;
    if (size_bytes > left_bytes || heap_bytes(size_bytes) > left_bytes)
        return NULL;
    struct vgpu_buffer *buffer = memory_new_buffer(memory, size_bytes, "memory from malloc", NULL);
    if (!buffer)
        return NULL;
    buffer->is_heap = true;
    memory->heap_used_bytes += heap_bytes(size_bytes);
    return buffer;
}

static void count_released(struct vgpu_memory *memory, const struct vgpu_buffer *buffer)
{
    memory->used_bytes -= buffer->size_bytes;
    if (buffer->is_heap)
        memory->heap_used_bytes -= heap_bytes(buffer->size_bytes);
}

void memory_release(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    count_released(memory, buffer);
    buffer_unmap(memory, buffer);
}

void memory_forget(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    for (size_t i = 0; i < memory->count; i++) {
        if (memory->buffers[i] != buffer)
            continue;
        if (buffer->bytes)
            count_released(memory, buffer);
        buffer_free(memory, buffer);
        memmove(&memory->buffers[i], &memory->buffers[i + 1], (memory->count - i - 1) * sizeof(*memory->buffers));
        memory->count--;
        return;
    }
}

/*
 * The device whose window contains the address. This device, unless the window belongs to a peer.
 */
static const struct vgpu_memory *window_owner(const struct vgpu_memory *memory, uint64_t address)
{
    uint64_t index = address / VGPU_WINDOW_GLOBAL - 1;
    if (!memory->peers || address < VGPU_WINDOW_GLOBAL || index >= 16 || !memory->peers[index])
        return memory;
    return memory->peers[index];
}

int memory_owner(const struct vgpu_memory *memory, uint64_t address)
{
    return window_owner(memory, address)->index;
}

static struct vgpu_buffer *nearest_of(const struct vgpu_memory *memory, uint64_t address)
{
    if (memory->count == 0)
        return NULL;
    size_t low = 0, high = memory->count; /* the first buffer that starts after the address */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (memory->buffers[middle]->start > address)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0)
        return memory->buffers[0];
    struct vgpu_buffer *before = memory->buffers[low - 1];
    if (low == memory->count || address < before->start + before->size_bytes)
        return before;
    uint64_t past = address - (before->start + before->size_bytes);
    uint64_t ahead = memory->buffers[low]->start - address;
    return past < ahead ? before : memory->buffers[low];
}

struct vgpu_buffer *memory_nearest(const struct vgpu_memory *memory, uint64_t address)
{
    const struct vgpu_memory *owner = window_owner(memory, address);
    struct vgpu_buffer *buffer = nearest_of(owner, address);
    bool may_access = owner == memory || memory->reach >> owner->index & 1 || (buffer && buffer->is_shared);
    return may_access ? buffer : nearest_of(memory, address);
}

static struct vgpu_buffer *holding(struct vgpu_buffer *buffer, uint64_t address, uint64_t size_bytes)
{
    if (!buffer || !buffer->bytes || address < buffer->start)
        return NULL;
    uint64_t offset = address - buffer->start;
    if (offset > buffer->size_bytes || size_bytes > buffer->size_bytes - offset)
        return NULL;
    return buffer;
}

struct vgpu_buffer *memory_find(const struct vgpu_memory *memory, uint64_t address, uint64_t size_bytes)
{
    return holding(memory_nearest(memory, address), address, size_bytes);
}

struct vgpu_buffer *memory_find_any(const struct vgpu_memory *memory, uint64_t address, uint64_t size_bytes)
{
    return holding(nearest_of(window_owner(memory, address), address), address, size_bytes);
}

void memory_for_each(struct vgpu_memory *own, void (*visit)(struct vgpu_memory *memory, struct vgpu_buffer *buffer))
{
    for (int i = 0; i < VGPU_DEVICES_MAX; i++) {
        struct vgpu_memory *memory = own->peers ? own->peers[i] : i == own->index ? own : NULL;
        for (size_t j = 0; memory && j < memory->count; j++)
            if (memory->buffers[j]->bytes)
                visit(memory, memory->buffers[j]);
    }
}

void memory_use_shadow(struct vgpu_buffer *buffer)
{
    if (buffer->all_defined)
        shadow_define(buffer->defined, 0, buffer->size_bytes);
    buffer->all_defined = false;
}

void memory_poison(const struct vgpu_memory *memory, struct vgpu_buffer *buffer, uint64_t offset, uint64_t size_bytes)
{
    uint64_t end = offset + size_bytes, at = offset;
    for (; at < end && at % 8; at++)
        buffer->bytes[at] = (uint8_t)(memory->poison >> (at % 8 * 8));
    for (; at + 8 <= end; at += 8)
        memcpy(buffer->bytes + at, &memory->poison, 8);
    for (; at < end; at++)
        buffer->bytes[at] = (uint8_t)(memory->poison >> (at % 8 * 8));
    memory_use_shadow(buffer);
    buffer->is_untouched |= size_bytes == buffer->size_bytes;
    shadow_undefine(buffer->defined, offset, size_bytes);
    memory_undefined_forget(buffer, offset, size_bytes);
}
