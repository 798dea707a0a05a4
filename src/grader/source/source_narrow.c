/* Finds indices of a narrow type: see the header. */
#include "grader/source/source_narrow.h"

#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"

static size_t count_of(const struct source *source, struct source_stretch inside, const char *text)
{
    size_t count = 0;
    for (size_t at = inside.begin; at + strlen(text) <= inside.end; at++)
        count += source_quiet_begins(source, at, text);
    return count;
}

static const struct {
    const char *type;
    int most;
} narrow_types[] = {{"unsigned char", 255}, {"unsigned short", 65535}, {"char", 127},
                    {"short", 32767},       {"uint8_t", 255},          {"uint16_t", 65535},
                    {"int8_t", 127},        {"int16_t", 32767},        {"float", 16777216}};

/* A sum of products of these numbers. Others may be positions: `0.5f * threadIdx.x`. */
static bool is_index_of_threads(const struct source *source, struct source_stretch statement)
{
    size_t numbers = count_of(source, statement, "Idx.") + count_of(source, statement, "Dim.");
    return count_of(source, statement, "threadIdx.") > 0 && !count_of(source, statement, "/") &&
           !count_of(source, statement, "[") && count_of(source, statement, ".") == numbers;
}

/* Whether the variable that is declared from `at` on is made from the number of a block. */
static bool holds_block_index(const struct source *source, size_t at, bool is_float)
{
    struct source_stretch statement = {at, at};
    size_t name = source_quiet_blanks(source, at), after = source_quiet_blanks(source, identifier_end(source, name));
    if (source_quiet_byte(source, after) != '=')
        return false; /* a parameter, or an address */
    while (statement.end < source->size_bytes && source->text[statement.end] != ';')
        statement.end++;
    return count_of(source, statement, "=") == 1 && !count_of(source, statement, "*)") &&
           count_of(source, statement, "blockIdx.") > 0 && (!is_float || is_index_of_threads(source, statement));
}

struct source_narrow source_narrow_find(const struct source *source)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        for (size_t i = 0; end == at && i < sizeof narrow_types / sizeof *narrow_types; i++) {
            size_t after = at + strlen(narrow_types[i].type);
            bool is_float = !strcmp(narrow_types[i].type, "float");
            if (identifier_at(source, at, narrow_types[i].type) && source_quiet_byte(source, after) == ' ' &&
                holds_block_index(source, after, is_float))
                return (struct source_narrow){source_quiet_line(source, at), narrow_types[i].type, narrow_types[i].most,
                                              is_float};
        }
        at = end > at ? end : at + 1;
    }
    return (struct source_narrow){0};
}
