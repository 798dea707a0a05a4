/* Finds places of the log in the learner's source. */
#include "compiler/log/log_place.h"

#include <ctype.h>

#include "base/identifier.h"
#include "compiler/compiler.h"
#include "compiler/options/options.h"

static bool source_line_span(const struct source *source, int line, const char **out_start, size_t *out_length)
{
    const char *at = source->text;
    const char *end = at + source->size_bytes;
    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        if (number == line) {
            *out_start = at;
            *out_length = (size_t)(stop - at);
            return true;
        }
        at = stop + 1;
    }
    return false;
}

static int last_line(const struct source *source)
{
    int lines = 0;
    const char *at = source->text, *end = source->text + source->size_bytes;
    while (at && at < end) {
        lines++;
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    return lines;
}

struct location log_place(const struct source *source, int line, int column)
{
    const char *text;
    size_t length;
    if (line < 0)
        line = last_line(source);
    if (line == 0 || !source_line_span(source, line, &text, &length))
        return (struct location){0};
    if (column < 1 || (size_t)column > length + 1) {
        column = 1;
        while ((size_t)column < length && isspace((unsigned char)text[column - 1]))
            column++;
    }
    int underline = 0;
    for (size_t i = (size_t)column - 1; i < length && identifier_has(text[i]); i++)
        underline++;
    return (struct location){line, column, underline ? underline : 1};
}

/*
 * line = {blank} "#" {blank} "include" {blank} ("<" | "\"") name ...; the name's offset, or 0
 */
static size_t parse_include(const char *text, size_t length, struct log_line *out_name)
{
    size_t at = 0;
    while (at < length && isblank((unsigned char)text[at]))
        at++;
    if (at == length || text[at++] != '#')
        return 0;
    while (at < length && isblank((unsigned char)text[at]))
        at++;
    if (length - at < 7 || memcmp(text + at, "include", 7) != 0)
        return 0;
    at += 7;
    while (at < length && isblank((unsigned char)text[at]))
        at++;
    if (at == length || (text[at] != '<' && text[at] != '"'))
        return 0;
    size_t start = ++at;
    while (at < length && text[at] != '>' && text[at] != '"')
        at++;
    *out_name = (struct log_line){text + start, at - start};
    return start;
}

struct location log_place_of_include(const struct source *source, struct log_line header)
{
    struct location last = {0};
    const char *at = source->text;
    const char *end = at + source->size_bytes;
    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        struct log_line name;
        size_t offset = parse_include(at, (size_t)(stop - at), &name);
        at = stop + 1;
        if (offset == 0 || name.length == 0)
            continue;
        last = (struct location){number, (int)offset + 1, (int)name.length};
        if (header.length > name.length && header.text[header.length - name.length - 1] == '/' &&
            memcmp(header.text + header.length - name.length, name.text, name.length) == 0)
            break;
    }
    return last;
}

/*
 * file = ".file" number "\"" path "\""; the number of the learner's file
 */
static int number_of_source(const char *ptx)
{
    struct log_line line, rest;
    int number;
    while (log_line_next(&ptx, &line)) {
        line = log_line_trim(line);
        if (log_line_starts(line, ".file") && log_line_after(line, ".file", &rest) && log_line_number(&rest, &number) &&
            log_line_find(rest, OPTIONS_SOURCE_NAME))
            return number;
    }
    return 1;
}

/* loc = ".loc" file line column */
int compiler_line_of_ptx(const char *ptx, int ptx_line)
{
    int source_number = number_of_source(ptx);
    int found = 0;
    struct log_line line, rest;
    for (int i = 1; i < ptx_line && log_line_next(&ptx, &line); i++) {
        int number, learners_line;
        line = log_line_trim(line);
        if (log_line_starts(line, ".loc") && log_line_after(line, ".loc", &rest) && log_line_number(&rest, &number) &&
            number == source_number && log_line_number(&rest, &learners_line))
            found = learners_line;
    }
    return found;
}
