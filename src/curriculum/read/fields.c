/* The tables of keys, and the page that lists them. */
#include "curriculum/read/fields.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/diagnostics.h"
#include "base/text.h"
#include "curriculum/format.h"
#include "curriculum/lab.h"
#include "curriculum/model.h"

enum need { OPTIONAL = 0, REQUIRED = 1 };

/* The struct of each mapping, so rows can name members alone. */
#define MAPPING(name, structure, located, shorthand, open, words) typedef struct structure mapped_##name;
#include "curriculum/fields.def"

static const struct mapping mappings[MAPPING_COUNT] = {
#define LOCATED_0(structure) SIZE_MAX
#define LOCATED_1(structure) offsetof(struct structure, location)
#define MAPPING(name, structure, located, shorthand, open, words) \
    [MAPPING_##name] = {#name, words, sizeof(struct structure), LOCATED_##located(structure), shorthand, open},
#include "curriculum/fields.def"
};

static const char *const type_words[FIELD_TYPE_COUNT] = {
#define TYPE(id, words) [FIELD_##id] = words,
#include "curriculum/fields.def"
};

#define ROW(mapping, key, type, need, member, second, element, low, high, help) \
    {MAPPING_##mapping, key, FIELD_##type, need, offsetof(mapped_##mapping, member), second, element, low, high, help},

static const struct field fields[] = {
#define FIELD(mapping, key, member, type, need, low, high, help) \
    ROW(mapping, key, type, need, member, SIZE_MAX, MAPPING_COUNT, low, high, help)
#define FLAGGED(mapping, key, member, flag, type, need, low, high, help) \
    ROW(mapping, key, type, need, member, offsetof(mapped_##mapping, flag), MAPPING_COUNT, low, high, help)
#define LIST(mapping, key, member, count, element, need, low, high, help) \
    ROW(mapping, key, LIST, need, member, offsetof(mapped_##mapping, count), MAPPING_##element, low, high, help)
#define NESTED(mapping, key, member, element, need, help) \
    ROW(mapping, key, NESTED, need, member, SIZE_MAX, MAPPING_##element, 0, 0, help)
#define POINTED(mapping, key, member, element, need, help) \
    ROW(mapping, key, POINTED, need, member, SIZE_MAX, MAPPING_##element, 0, 0, help)
#include "curriculum/fields.def"
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

const struct mapping *mapping_get(enum mapping_id id)
{
    return &mappings[id];
}

const char *field_type_words(enum field_type type)
{
    return type_words[type];
}

const struct field *field_table(size_t *out_count)
{
    *out_count = FIELD_COUNT;
    return fields;
}

const struct field *field_rows(enum mapping_id mapping, size_t *out_count)
{
    size_t first = 0, end = FIELD_COUNT;
    while (first < end) {
        size_t middle = (first + end) / 2;
        if (fields[middle].mapping < mapping)
            first = middle + 1;
        else
            end = middle;
    }
    while (end < FIELD_COUNT && fields[end].mapping == mapping)
        end++;
    *out_count = end - first;
    return &fields[first];
}

const struct field *field_find(enum mapping_id mapping, const char *key)
{
    size_t count;
    const struct field *rows = field_rows(mapping, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].key, key) == 0)
            return &rows[i];
    return NULL;
}

const char *field_nearest(enum mapping_id mapping, const char *key)
{
    const char *candidates[FIELD_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (fields[i].mapping == mapping)
            candidates[count++] = fields[i].key;
    return diagnostics_nearest(key, candidates, count);
}

static void describe_limits(const struct field *field, struct buffer *out)
{
    switch (field->type) {
    case FIELD_INTEGER:
    case FIELD_NUMBER:
        buffer_printf(out, ", %g to %g", field->low, field->high);
        break;
    case FIELD_LINE:
    case FIELD_TEXT:
    case FIELD_CODE:
        buffer_printf(out, ", at most %g bytes", field->high);
        break;
    case FIELD_LIST:
    case FIELD_IDS:
    case FIELD_LINES:
    case FIELD_PATHS:
    case FIELD_SHAPE:
    case FIELD_QUANTITIES:
    case FIELD_NAMED:
    case FIELD_RANGE:
    case FIELD_INTEGERS:
        buffer_printf(out, ", %g to %g of them", field->low, field->high);
        break;
    default:
        break;
    }
}

enum { PAGE_COLUMNS = 98, ITEM_INDENT = 2 };

/* One list item, wrapped to the width of a page. */
static void append_item(struct buffer *out, const char *text)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    const struct text_span *lines;
    size_t count = text_wrap(arena, text, PAGE_COLUMNS - ITEM_INDENT, &lines);
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "%s%.*s\n", i ? "  " : "- ", (int)lines[i].size_bytes, lines[i].start);
}

static void describe_field(const struct field *field, struct buffer *out)
{
    struct buffer item CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_printf(&item, "`%s`%s: ", field->key, field->is_required ? " (required)" : "");
    if (field->element == MAPPING_COUNT)
        buffer_append_text(&item, type_words[field->type]);
    else
        buffer_printf(&item, "%s (`%s` below)", type_words[field->type], mappings[field->element].name);
    describe_limits(field, &item);
    buffer_printf(&item, ". %c%s.", toupper((unsigned char)field->help[0]), field->help + 1);
    append_item(out, buffer_text(&item));
}

void curriculum_describe_format(struct buffer *out)
{
    for (int mapping = 0; mapping < MAPPING_COUNT; mapping++) {
        buffer_printf(out, "### `%s`: %s\n\n", mappings[mapping].name, mappings[mapping].words);
        for (size_t i = 0; i < FIELD_COUNT; i++)
            if ((int)fields[i].mapping == mapping)
                describe_field(&fields[i], out);
        if (mapping == MAPPING_wrong)
            append_item(out, "a blank (required): The expression of a beginner.");
        else if (mappings[mapping].is_open)
            append_item(out, "a scalar (required): A number, or an expression of numbers.");
        buffer_append_char(out, '\n');
    }
}
