/* The arena: a list of chunks that grow in size. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    CHUNK_BYTES = 64 * 1024,
    HUGE_BYTES = 2 * 1024 * 1024,  /* a huge page of most machines */
    HUGE_AFTER_BYTES = 1024 * 1024 /* an arena that has grown so far gets huge chunks */
};

struct chunk {
    struct chunk *next;
    size_t used_bytes;
    size_t capacity_bytes;
    alignas(max_align_t) unsigned char data[];
};

struct arena {
    struct chunk *chunks; /* the first one is being filled */
    size_t size_bytes;
};

static void *checked(void *pointer)
{
    if (pointer)
        return pointer;
    fputs("warpschool: out of memory\n", stderr);
    abort();
}

/* Most arenas are small and short. So memory is cleared when it is handed out, not by the chunk. */
static struct chunk *chunk_new(void)
{
    struct chunk *chunk = checked(malloc(sizeof *chunk + CHUNK_BYTES));
    *chunk = (struct chunk){.capacity_bytes = CHUNK_BYTES};
    return chunk;
}

/* One huge page costs one page fault instead of 512. The advice can fail, which does no harm. */
static struct chunk *chunk_new_huge(void)
{
    struct chunk *chunk = checked(aligned_alloc(HUGE_BYTES, HUGE_BYTES));
    madvise(chunk, HUGE_BYTES, MADV_HUGEPAGE);
    *chunk = (struct chunk){.capacity_bytes = HUGE_BYTES - sizeof *chunk};
    return chunk;
}

struct arena *arena_new(void)
{
    struct arena *arena = checked(calloc(1, sizeof *arena));
    arena->chunks = chunk_new();
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

/*
 * A large allocation gets a chunk of its own. It goes into the list after the chunk being filled.
 */
static void *alloc_large(struct arena *arena, size_t size_bytes, bool is_cleared)
{
    if (size_bytes > SIZE_MAX - sizeof(struct chunk))
        checked(NULL);
    size_t chunk_bytes = sizeof(struct chunk) + size_bytes;
    struct chunk *chunk = checked(is_cleared ? calloc(1, chunk_bytes) : malloc(chunk_bytes));
    chunk->used_bytes = chunk->capacity_bytes = size_bytes;
    chunk->next = arena->chunks->next;
    arena->chunks->next = chunk;
    return chunk->data;
}

static void *alloc(struct arena *arena, size_t size_bytes, bool is_cleared)
{
    size_t alignment = alignof(max_align_t);
    if (size_bytes > SIZE_MAX - alignment)
        checked(NULL);
    size_t rounded_bytes = (size_bytes + alignment - 1) / alignment * alignment;
    arena->size_bytes += rounded_bytes;
    if (rounded_bytes > CHUNK_BYTES / 4)
        return alloc_large(arena, rounded_bytes, is_cleared);
    struct chunk *chunk = arena->chunks;
    if (chunk->capacity_bytes - chunk->used_bytes < rounded_bytes) {
        chunk = arena->size_bytes > HUGE_AFTER_BYTES ? chunk_new_huge() : chunk_new();
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *memory = chunk->data + chunk->used_bytes;
    chunk->used_bytes += rounded_bytes;
    return is_cleared ? memset(memory, 0, rounded_bytes) : memory;
}

void *arena_alloc(struct arena *arena, size_t size_bytes)
{
    return alloc(arena, size_bytes, true);
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t element_bytes)
{
    size_t size_bytes;
    if (__builtin_mul_overflow(count, element_bytes, &size_bytes))
        checked(NULL);
    return arena_alloc(arena, size_bytes);
}

void *arena_room(struct arena *arena, void *items, size_t count, size_t *capacity, size_t item_bytes)
{
    enum { FIRST_CAPACITY = 16 };
    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : FIRST_CAPACITY;
    void *larger = arena_alloc_array(arena, *capacity, item_bytes);
    if (count)
        memcpy(larger, items, count * item_bytes);
    return larger;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_strndup(struct arena *arena, const char *text, size_t length_bytes)
{
    char *copy = alloc(arena, length_bytes + 1, false);
    if (length_bytes)
        memcpy(copy, text, length_bytes);
    copy[length_bytes] = '\0';
    return copy;
}

void *arena_memdup(struct arena *arena, const void *data, size_t size_bytes)
{
    void *copy = alloc(arena, size_bytes, false);
    if (size_bytes)
        memcpy(copy, data, size_bytes);
    return copy;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = arena_alloc(arena, (size_t)(length < 0 ? 0 : length) + 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

size_t arena_size_bytes(const struct arena *arena)
{
    return arena->size_bytes;
}
