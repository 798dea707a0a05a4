/* Finds loops past the end of an array: see the header. */
#include "grader/source/source_overrun.h"

#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"

/* A part of the source, without blanks at its ends. */
struct part {
    const char *text;
    size_t length;
};

static struct part trimmed(const struct source *source, size_t begin, size_t end)
{
    struct source_stretch part = source_quiet_trimmed(source, (struct source_stretch){begin, end});
    return (struct part){source->text + part.begin, part.end - part.begin};
}

static bool is_same(struct part one, struct part other)
{
    return one.length == other.length && memcmp(one.text, other.text, one.length) == 0;
}

static bool is_word(struct part part)
{
    for (size_t i = 0; i < part.length; i++)
        if (!identifier_has(part.text[i]))
            return false;
    return part.length > 0;
}

/* The next of these bytes outside of comments, literals and inner brackets; the end: none. */
static size_t find_outside(const struct source *source, size_t at, const char *bytes)
{
    for (int depth = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        char byte = source->text[at];
        if (end == at && depth == 0 && strchr(bytes, byte))
            return at;
        if (end == at)
            depth += (byte == '(' || byte == '{' || byte == '[') - (byte == ')' || byte == '}' || byte == ']');
        if (depth < 0)
            break;
        at = end > at ? end : at + 1;
    }
    return source->size_bytes;
}

/* A loop whose variable reaches its bound. */
struct loop {
    struct part variable, bound;
    size_t body, end;
};

/* "r <= 8" */
static bool read_condition(struct part condition, struct loop *loop)
{
    const char *sign = memmem(condition.text, condition.length, "<=", 2);
    if (!sign)
        return false;
    size_t left = (size_t)(sign - condition.text);
    struct source whole = {.text = condition.text, .size_bytes = condition.length};
    loop->variable = trimmed(&whole, 0, left);
    loop->bound = trimmed(&whole, left + 2, condition.length);
    return is_word(loop->variable) && is_word(loop->bound);
}

static size_t body_end(const struct source *source, size_t body)
{
    if (source->text[body] == '{')
        return find_outside(source, body + 1, "}");
    return find_outside(source, body, ";");
}

static bool read_loop(const struct source *source, size_t at, struct loop *loop)
{
    size_t open = source_quiet_blanks(source, at + strlen("for"));
    if (!identifier_at(source, at, "for") || open >= source->size_bytes || source->text[open] != '(')
        return false;
    size_t first = find_outside(source, open + 1, ";"), second = find_outside(source, first + 1, ";");
    size_t close = find_outside(source, second + 1, ")");
    if (close >= source->size_bytes || !read_condition(trimmed(source, first + 1, second), loop))
        return false;
    loop->body = close + 1;
    while (loop->body < source->size_bytes && isspace((unsigned char)source->text[loop->body]))
        loop->body++;
    if (loop->body >= source->size_bytes)
        return false;
    loop->end = body_end(source, loop->body);
    return loop->end < source->size_bytes;
}

/* Whether the variable at `at` is compared. That may keep its last value away from the array. */
static bool is_compared(const struct source *source, size_t at, struct part variable)
{
    bool is_variable =
        at + variable.length < source->size_bytes && memcmp(source->text + at, variable.text, variable.length) == 0 &&
        (at == 0 || !identifier_has(source->text[at - 1])) && !identifier_has(source->text[at + variable.length]);
    size_t sign = is_variable ? source_quiet_blanks(source, at + variable.length) : source->size_bytes;
    return sign < source->size_bytes && strchr("<>=!&", source->text[sign]) != NULL;
}

static bool has_condition(const struct source *source, const struct loop *loop)
{
    for (size_t at = loop->body; at < loop->end;) {
        size_t end = source_quiet_end(source, at);
        bool is_jump = identifier_at(source, at, "break") || identifier_at(source, at, "continue") ||
                       identifier_at(source, at, "return") || identifier_at(source, at, "switch");
        if (end == at && (is_jump || is_compared(source, at, loop->variable)))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* The array that `open` indexes, and which of its indices that is. */
static struct part array_before(const struct source *source, size_t open, int *out_position)
{
    *out_position = 0;
    while (open > 0 && source->text[open - 1] == ']') {
        do
            open--;
        while (open > 0 && source->text[open] != '[');
        (*out_position)++;
    }
    size_t begin = source_quiet_word_begin(source, open);
    return (struct part){source->text + begin, open - begin};
}

/* Whether `at` is among the arguments of a call, or the parameters of a function. */
static bool is_in_brackets(const struct source *source, size_t at)
{
    int depth = 0;
    while (at-- > 0 && source->text[at] != ';')
        depth += (source->text[at] == '(') - (source->text[at] == ')');
    return depth > 0;
}

/* Whether a type, or its list, has "name[..][bound]" at `at`, with the bound at this position. */
static bool declares(const struct source *source, size_t at, struct part array, int position, struct part bound)
{
    size_t open = at + array.length, before = at;
    while (before > 0 && isspace((unsigned char)source->text[before - 1]))
        before--;
    bool is_after_type = before > 0 && before < at && identifier_has(source->text[before - 1]);
    bool is_in_list = before > 0 && strchr(",*", source->text[before - 1]) && !is_in_brackets(source, at);
    for (int i = 0; (is_after_type || is_in_list) && open < source->size_bytes && source->text[open] == '['; i++) {
        size_t close = find_outside(source, open + 1, "]");
        if (close >= source->size_bytes)
            return false;
        if (i == position)
            return is_same(trimmed(source, open + 1, close), bound);
        open = close + 1;
    }
    return false;
}

static bool is_declared(const struct source *source, struct part array, int position, struct part bound)
{
    for (size_t at = 0; at + array.length < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        bool is_named = end == at && memcmp(source->text + at, array.text, array.length) == 0 &&
                        (at == 0 || !identifier_has(source->text[at - 1])) && source->text[at + array.length] == '[';
        if (is_named && declares(source, at, array, position, bound))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* The array that the loop's variable indexes beyond its end. */
static struct part find_array(const struct source *source, const struct loop *loop)
{
    for (size_t at = loop->body; at < loop->end;) {
        size_t end = source_quiet_end(source, at), close;
        if (end == at && source->text[at] == '[' && (close = find_outside(source, at + 1, "]")) < loop->end &&
            is_same(trimmed(source, at + 1, close), loop->variable)) {
            int position;
            struct part array = array_before(source, at, &position);
            if (array.length && is_declared(source, array, position, loop->bound))
                return array;
        }
        at = end > at ? end : at + 1;
    }
    return (struct part){0};
}

struct source_overrun source_overrun_find(const struct source *source, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        struct loop loop;
        if (end == at && read_loop(source, at, &loop) && !has_condition(source, &loop)) {
            struct part array = find_array(source, &loop);
            if (array.length)
                return (struct source_overrun){source_quiet_line(source, at),
                                               arena_strndup(arena, loop.variable.text, loop.variable.length),
                                               arena_strndup(arena, loop.bound.text, loop.bound.length),
                                               arena_strndup(arena, array.text, array.length)};
        }
        at = end > at ? end : at + 1;
    }
    return (struct source_overrun){0};
}
