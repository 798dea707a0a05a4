/* A hash table of texts, in an arena. */
#include "base/text_table.h"

#include <string.h>

#include "base/hash.h"

enum { FIRST_CAPACITY = 16 };

static struct text_slot *find_slot(const struct text_table *table, const char *key)
{
    size_t index = (size_t)hash_word(key, strlen(key)) & (table->capacity - 1);
    while (table->slots[index].key && strcmp(table->slots[index].key, key) != 0)
        index = (index + 1) & (table->capacity - 1);
    return &table->slots[index];
}

static void grow(struct text_table *table, struct arena *arena)
{
    struct text_table larger = {.capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY,
                                .count = table->count};
    larger.slots = ARENA_ARRAY(arena, larger.capacity, struct text_slot);
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slots[i].key)
            *find_slot(&larger, table->slots[i].key) = table->slots[i];
    *table = larger;
}

void *text_table_add(struct text_table *table, struct arena *arena, const char *key, void *value)
{
    if (2 * table->count >= table->capacity)
        grow(table, arena);
    struct text_slot *slot = find_slot(table, key);
    if (slot->key)
        return slot->value;
    *slot = (struct text_slot){key, value};
    table->count++;
    return value;
}

void *text_table_find(const struct text_table *table, const char *key)
{
    return table->capacity ? find_slot(table, key)->value : NULL;
}
