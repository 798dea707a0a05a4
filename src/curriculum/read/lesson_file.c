/* One lesson file and the places of its members. */
#include "curriculum/read/lesson_file.h"

#include <stdarg.h>
#include <stdint.h>

#include "base/buffer.h"

struct place {
    const void *member;
    const struct yaml_node *node;
};

/*
 * A hash table with open addressing. The capacity is a power of two, and at most three quarters
 * of it are used.
 */
struct places {
    struct arena *arena;
    struct place *slots;
    size_t capacity, count;
};

enum { PLACES_FIRST_CAPACITY = 32 };

struct places *lesson_places_new(struct arena *arena)
{
    struct places *places = ARENA_NEW(arena, struct places);
    places->arena = arena;
    places->capacity = PLACES_FIRST_CAPACITY;
    places->slots = ARENA_ARRAY(arena, places->capacity, struct place);
    return places;
}

static struct place *place_slot(const struct places *places, const void *member)
{
    uint64_t hash = (uint64_t)(uintptr_t)member * UINT64_C(0x9E3779B97F4A7C15);
    size_t index = (size_t)(hash >> 32) & (places->capacity - 1);
    while (places->slots[index].member && places->slots[index].member != member)
        index = (index + 1) & (places->capacity - 1);
    return &places->slots[index];
}

static void places_grow(struct places *places)
{
    struct places larger = *places;
    larger.capacity *= 2;
    larger.slots = ARENA_ARRAY(places->arena, larger.capacity, struct place);
    for (size_t i = 0; i < places->capacity; i++)
        if (places->slots[i].member)
            *place_slot(&larger, places->slots[i].member) = places->slots[i];
    *places = larger;
}

void lesson_places_add(struct places *places, const void *member, const struct yaml_node *node)
{
    if (places->count * 4 >= places->capacity * 3)
        places_grow(places);
    struct place *slot = place_slot(places, member);
    places->count += !slot->member;
    *slot = (struct place){member, node};
}

const struct yaml_node *lesson_places_find(const struct places *places, const void *member)
{
    return place_slot(places, member)->node;
}

bool lesson_error(struct lesson_file *file, struct location location, const char *format, ...)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    file->error_count++;
    return diagnostics_add(file->diagnostics, DIAGNOSTIC_ERROR, file->source, location, "%s", buffer_text(&text));
}

void lesson_colon_hint(struct lesson_file *file)
{
    diagnostics_hint(file->diagnostics, "': ' inside a plain text begins a mapping: quote the text");
}

struct location lesson_place(const struct lesson_file *file, const void *member, struct location fallback)
{
    const struct yaml_node *node = lesson_places_find(file->places, member);
    return node ? node->location : fallback;
}

struct location lesson_whole_place(const struct lesson_file *file, const void *structure, struct location fallback)
{
    const struct yaml_node *node = lesson_places_find(file->wholes, structure);
    return node ? node->location : fallback;
}

void lesson_file_add_exercise(struct lesson_file *file, struct exercise *exercise)
{
    ARENA_ROOM(file->arena, file->exercises, file->exercise_count, file->exercise_capacity);
    file->exercises[file->exercise_count++] = exercise;
}

bool lesson_file_read(struct lesson_file *file)
{
    file->places = lesson_places_new(file->arena);
    file->wholes = lesson_places_new(file->arena);
    file->root = yaml_read(file->arena, file->source, file->diagnostics);
    if (!file->root) {
        file->error_count++;
        return false;
    }
    file->error_count += yaml_join_split_calls(file->arena, file->root, file->source, file->diagnostics);
    struct lesson *lesson = ARENA_NEW(file->arena, struct lesson);
    lesson->core = true;
    lesson->source = file->source;
    file->lesson = lesson;
    walk_mapping(file, MAPPING_lesson, file->root, lesson, false);
    return file->error_count == 0;
}
