/* Finds the types of buffers in the source: see the header. */
#include "grader/finding/declared_unit.h"

#include <string.h>

#include "base/identifier.h"
#include "grader/finding/finding_facts.h"
#include "grader/source/source_quiet.h"

/* Words of a type. The longest word that fits decides, so `unsigned char` is a char. */
static const struct {
    const char *word;
    uint32_t bytes;
} types[] = {
    {"char", 1},          {"bool", 1},    {"uint8_t", 1}, {"int8_t", 1}, {"short", 2}, {"__half", 2},
    {"__nv_bfloat16", 2}, {"half", 2},    {"__half2", 4}, {"float", 4},  {"int", 4},   {"unsigned", 4},
    {"uint32_t", 4},      {"int32_t", 4}, {"double", 8},  {"float2", 8}, {"uint2", 8}, {"int2", 8},
    {"uint64_t", 8},      {"float4", 16}, {"uint4", 16},  {"int4", 16},
};
enum { TYPE_COUNT = sizeof types / sizeof *types };

static bool is_word(const struct source *source, size_t at, size_t end, const char *word)
{
    return end - at == strlen(word) && memcmp(source->text + at, word, end - at) == 0;
}

/* 0: the word is no type. */
static uint32_t bytes_of_word(const struct source *source, size_t at, size_t end)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (is_word(source, at, end, types[i].word))
            return types[i].bytes;
    return 0;
}

/* The type of `name` in the declaration from `at` on, up to its ';'. */
static uint32_t bytes_in_declaration(const struct source *source, size_t at, const char *name)
{
    uint32_t bytes = 0;
    while (at < source->size_bytes && !strchr(";={", source->text[at])) {
        size_t end = identifier_end(source, at);
        if (end == at) {
            at++;
            continue;
        }
        size_t open = source_quiet_blanks(source, end);
        if (is_word(source, at, end, name) && open < source->size_bytes && source->text[open] == '[')
            return bytes;
        uint32_t of_word = bytes_of_word(source, at, end);
        bytes = of_word && (!bytes || of_word < bytes) ? of_word : bytes;
        at = end;
    }
    return 0;
}

uint32_t declared_unit_of_shared(const struct source *source, const char *name)
{
    static const char keyword[] = "__shared__";
    for (size_t at = 0; at < source->size_bytes;) {
        size_t quiet = source_quiet_end(source, at), end = identifier_end(source, at);
        if (quiet == at && is_word(source, at, end, keyword)) {
            uint32_t bytes = bytes_in_declaration(source, end, name);
            if (bytes)
                return bytes;
        }
        at = quiet > at ? quiet : end > at ? end : at + 1;
    }
    return 0;
}

/* "f32[n, 2]" */
static uint32_t bytes_of_shape(const char *shape)
{
    char name[8] = "";
    size_t length = shape ? strcspn(shape, "[ ") : 0;
    enum dtype dtype;
    if (!length || length >= sizeof name)
        return 0;
    memcpy(name, shape, length);
    return dtype_parse(name, &dtype) ? (uint32_t)dtype_bytes(dtype) : 0;
}

uint32_t declared_unit_of(const struct vgpu_finding *finding, const struct finding_view *view)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    if (!finding_has_buffer(finding))
        return 0;
    if (finding->space == VGPU_FINDING_SPACE_SHARED)
        return view->source ? declared_unit_of_shared(view->source, finding->buffer) : 0;
    if (parameter)
        return (uint32_t)dtype_bytes(parameter->dtype);
    if (!view->source || finding->space != VGPU_FINDING_SPACE_GLOBAL)
        return 0;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return bytes_of_shape(source_slip_scratch(view->source, finding->buffer, arena).shape);
}
