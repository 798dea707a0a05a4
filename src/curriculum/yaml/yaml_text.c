/*
 * Refuses a text that libyaml would read otherwise than its author sees it, or that would cost too
 * much to read.
 */
#include "curriculum/yaml/yaml_text.h"

#include <string.h>

#include "base/text.h"
#include "curriculum/yaml/yaml.h"

static bool refuse(const struct source *source, struct diagnostics *diagnostics, size_t offset_bytes, const char *why)
{
    return diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, source_location(source, offset_bytes, 1), "%s", why);
}

/* text_step() gives U+FFFD for bytes that are not UTF-8. The text itself can hold U+FFFD too. */
static bool is_invalid_utf8(const char *text, size_t left_bytes, int32_t codepoint, size_t step_bytes)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    if (codepoint != 0xFFFD)
        return false;
    return step_bytes != 3 || left_bytes < 3 || memcmp(text, replacement, 3) != 0;
}

const char *yaml_codepoint_problem(int32_t codepoint, int32_t following)
{
    if (codepoint == 0)
        return "a NUL byte: a lesson is text";
    if (codepoint == '\t' || codepoint == '\n')
        return NULL;
    if (codepoint == '\r')
        return following == '\n' ? NULL : "a carriage return without a newline after it";
    if (codepoint < 0x20 || (codepoint >= 0x7F && codepoint < 0xA0))
        return "a control character";
    /* A line break to YAML 1.1, but not to editors, so lines would be counted otherwise. */
    if (codepoint == 0x2028 || codepoint == 0x2029)
        return "a Unicode line separator: use a newline";
    if (codepoint == 0xFEFF)
        return "a byte order mark: save the file as UTF-8 without it";
    if (codepoint == 0xFFFE || codepoint == 0xFFFF)
        return "a code point that is no character";
    return NULL;
}

struct scan {
    size_t line_start_bytes;
    int open_run; /* opening brackets in a row, with only space between them */
};

/* A line that is too long, or too many opening brackets. NULL: none. */
static const char *layout_problem(struct scan *scan, char character, size_t offset_bytes)
{
    if (character == '\n')
        scan->line_start_bytes = offset_bytes + 1;
    else if (offset_bytes - scan->line_start_bytes >= YAML_LINE_MAX_BYTES)
        return "a line of more than 4096 bytes";
    if (character == '[' || character == '{')
        scan->open_run++;
    else if (character != ' ' && character != '\n' && character != '\r')
        scan->open_run = 0;
    return scan->open_run > YAML_DEPTH_MAX ? "nested too deeply" : NULL;
}

/* NULL: none. `out_step` gets the bytes of the character. */
static const char *character_problem(const char *at, size_t left, size_t *out_step)
{
    int32_t codepoint = (unsigned char)*at;
    *out_step = 1;
    if (yaml_is_ordinary(*at))
        return NULL;
    if (codepoint >= 0x80)
        *out_step = text_step(at, left, &codepoint);
    if (is_invalid_utf8(at, left, codepoint, *out_step))
        return "a byte that is not UTF-8";
    return yaml_codepoint_problem(codepoint, left > 1 ? at[1] : 0);
}

/* The offset after characters that cannot be a problem here. Most of a text is of such ones. */
static size_t skip_ordinary(const struct scan *scan, const struct source *source, size_t offset_bytes)
{
    size_t end_bytes = scan->line_start_bytes + YAML_LINE_MAX_BYTES;
    if (end_bytes > source->size_bytes)
        end_bytes = source->size_bytes;
    const char *text = source->text;
    while (offset_bytes < end_bytes && yaml_is_ordinary(text[offset_bytes]) && text[offset_bytes] != '[' &&
           text[offset_bytes] != '{')
        offset_bytes++;
    return offset_bytes;
}

bool yaml_text_check(const struct source *source, struct diagnostics *diagnostics)
{
    if (source->size_bytes > YAML_SIZE_MAX_BYTES)
        return diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0},
                               "a lesson file may have at most %d bytes, this one has %zu", YAML_SIZE_MAX_BYTES,
                               source->size_bytes);
    struct scan scan = {0};
    for (size_t offset = 0, step; offset < source->size_bytes; offset += step) {
        if (scan.open_run == 0)
            offset = skip_ordinary(&scan, source, offset);
        if (offset == source->size_bytes)
            break;
        const char *at = source->text + offset;
        const char *problem = character_problem(at, source->size_bytes - offset, &step);
        if (!problem)
            problem = layout_problem(&scan, *at, offset);
        if (problem)
            return refuse(source, diagnostics, offset, problem);
    }
    return true;
}
