/*
 * A growable array for the time of parsing. The final tables are copied into the arena. Growth
 * failure aborts, as in base/arena.h.
 */
#ifndef PTX_PARSE_VECTOR_H
#define PTX_PARSE_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct ptx_vector {
    void *items;
    uint32_t count;
    uint32_t capacity;
};

/* Adds one item of `item_bytes`, zeroed. Invalidates pointers into the vector. */
static inline void *ptx_vector_push(struct ptx_vector *vector, size_t item_bytes)
{
    if (vector->count == vector->capacity) {
        uint32_t capacity = vector->capacity ? vector->capacity * 2 : 16;
        void *items = capacity > vector->capacity ? realloc(vector->items, capacity * item_bytes) : NULL;
        if (!items)
            abort();
        vector->items = items;
        vector->capacity = capacity;
    }
    return memset((char *)vector->items + item_bytes * vector->count++, 0, item_bytes);
}

static inline void *ptx_vector_copy(const struct ptx_vector *vector, struct arena *arena, size_t item_bytes)
{
    return vector->count ? arena_memdup(arena, vector->items, item_bytes * vector->count) : NULL;
}

static inline void ptx_vector_done(struct ptx_vector *vector)
{
    free(vector->items);
    *vector = (struct ptx_vector){0};
}

#define PTX_VECTOR_PUSH(vector, type) ((type *)ptx_vector_push((vector), sizeof(type)))
#define PTX_VECTOR_AT(vector, type, index) (&((type *)(vector)->items)[index])

#endif
