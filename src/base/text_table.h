/* A table of texts: finds the value of a key without comparing all keys. */
#ifndef BASE_TEXT_TABLE_H
#define BASE_TEXT_TABLE_H

#include <stddef.h>

#include "base/arena.h"

struct text_slot {
    const char *key; /* NULL: empty */
    void *value;
};

/* Open addressing. {0} is an empty table. The keys and values must live as long as the table. */
struct text_table {
    struct text_slot *slots;
    size_t capacity; /* a power of two; at most half of it is used */
    size_t count;
};

/* Returns the value of the key: an earlier one if there is one, else `value`, which is not NULL. */
void *text_table_add(struct text_table *table, struct arena *arena, const char *key, void *value);

void *text_table_find(const struct text_table *table, const char *key); /* NULL: no such key */

#endif
