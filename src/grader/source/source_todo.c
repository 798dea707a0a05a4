/* Finds the parts of a starter that are still open: see the header. */
#include "grader/source/source_todo.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* A line without the blanks at its ends. */
struct line {
    const char *text;
    size_t length;
    size_t next; /* where the line after it begins; its own begin at the source's end */
};

static struct line line_at(const struct source *source, size_t at)
{
    size_t end = at;
    while (end < source->size_bytes && source->text[end] != '\n')
        end++;
    size_t next = end < source->size_bytes ? end + 1 : end;
    while (at < end && isspace((unsigned char)source->text[at]))
        at++;
    while (end > at && isspace((unsigned char)source->text[end - 1]))
        end--;
    return (struct line){source->text + at, end - at, next};
}

static bool begins(const struct line *line, const char *text)
{
    size_t length = strlen(text);
    return line->length >= length && !memcmp(line->text, text, length);
}

static bool has(const struct line *line, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= line->length; i++)
        if (!memcmp(line->text + i, text, length))
            return true;
    return false;
}

static bool is_comment(const struct line *line)
{
    return begins(line, "//") && !begins(line, "//!");
}

static bool is_same(const struct line *one, const struct line *other)
{
    return one->length == other->length && !memcmp(one->text, other->text, one->length);
}

/* The first line from `at` on that is code or belongs to the plan; an empty line at the end. */
static struct line code_from(const struct source *source, size_t at)
{
    struct line line = line_at(source, at);
    while (line.next > at && (!line.length || is_comment(&line))) {
        at = line.next;
        line = line_at(source, at);
    }
    return line.length && !is_comment(&line) ? line : (struct line){"", 0, at};
}

/* A part that is left open: its line, and the code before and after it. */
struct part {
    struct line before, todo, after;
    bool is_inside; /* a function or the plan. A remark above them says nothing about one place. */
};

/* The part at the first TODO from `*at` on, which moves after it. */
static bool next_part(const struct source *source, size_t *at, int *line_number, struct line *before, struct part *out)
{
    while (*at < source->size_bytes) {
        struct line line = line_at(source, *at);
        bool is_indented = line.text > source->text + *at, is_plan = begins(&line, "//!");
        *at = line.next;
        ++*line_number;
        *out = (struct part){*before, line, code_from(source, line.next), is_indented || is_plan};
        if (line.length && !is_comment(&line))
            *before = line;
        if (has(&line, "TODO"))
            return true;
    }
    return false;
}

static bool has_part(const struct source *starter, const struct part *part)
{
    struct line before = {"", 0, 0};
    struct part other;
    int line_number = 0;
    for (size_t at = 0; next_part(starter, &at, &line_number, &before, &other);)
        if (is_same(&other.before, &part->before) && is_same(&other.todo, &part->todo) &&
            is_same(&other.after, &part->after))
            return true;
    return false;
}

struct source_todo source_todo_open(const struct source *source, const struct source *starter)
{
    struct source_todo open = {0};
    struct line before = {"", 0, 0};
    struct part part;
    int line_number = 0;
    for (size_t at = 0; next_part(source, &at, &line_number, &before, &part);) {
        if (!part.is_inside || !has_part(starter, &part))
            continue;
        open.line = open.count ? open.line : line_number;
        open.count++;
    }
    return open;
}
