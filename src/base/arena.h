/*
 * Arena: many allocations, one release.
 *
 * Data that is loaded together lives in one arena and is freed with it: a curriculum, a parsed
 * program, a verdict. Memory is zeroed and aligned for any type. Allocation failure aborts the
 * process after a message on stderr. A program that cannot get a few kilobytes cannot report an
 * error either. The caller must check sizes that come from outside.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include "base/cleanup.h"

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* NULL is allowed */
DEFINE_CLEANUP(arena_free, struct arena *)

void *arena_alloc(struct arena *arena, size_t size_bytes);

/* Allocates `count` elements. Overflow aborts. */
void *arena_alloc_array(struct arena *arena, size_t count, size_t element_bytes);

char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length_bytes); /* adds the final NUL */
void *arena_memdup(struct arena *arena, const void *data, size_t size_bytes);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The bytes allocated so far. */
size_t arena_size_bytes(const struct arena *arena);

/*
 * Returns a place for the list and one more item. If the list is full, the place is a larger one
 * with a copy of its `count` items.
 */
void *arena_room(struct arena *arena, void *items, size_t count, size_t *capacity, size_t item_bytes);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
/* Makes room for one more item in a list of the variables `items` and `capacity`. */
#define ARENA_ROOM(arena, items, count, capacity) \
    ((items) = arena_room((arena), (items), (count), &(capacity), sizeof *(items)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_alloc_array((arena), (count), sizeof(type)))

#endif
