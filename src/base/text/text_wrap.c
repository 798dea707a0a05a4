/* Breaks text into lines. */
#include "base/text.h"

#include <stdbool.h>
#include <string.h>

struct span_list {
    struct arena *arena;
    struct text_span *spans;
    size_t count;
    size_t capacity;
};

static void add_span(struct span_list *list, const char *start, size_t size_bytes)
{
    ARENA_ROOM(list->arena, list->spans, list->count, list->capacity);
    list->spans[list->count++] = (struct text_span){start, size_bytes};
}

static size_t without_trailing_spaces(const char *start, size_t size_bytes)
{
    while (size_bytes && start[size_bytes - 1] == ' ')
        size_bytes--;
    return size_bytes;
}

static bool begins_with_one(const char *text, size_t size_bytes, const char *const *characters, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(characters[i]);
        if (size_bytes >= length && memcmp(text, characters[i], length) == 0)
            return true;
    }
    return false;
}

/*
 * Chinese and Japanese text can break anywhere except before a closing character and after an
 * opening one (W3C, Requirements for Chinese Text Layout, 3.1.3).
 */
static bool begins_with_closer(const char *text, size_t size_bytes)
{
    static const char *const closers[] = {"。", "，", "、", "：", "；", "？", "！", "）", "】", "」",
                                          "』", "》", "”",  ",",  ".",  ":",  ";",  "?",  "!",  ")"};
    return begins_with_one(text, size_bytes, closers, sizeof closers / sizeof closers[0]);
}

static bool begins_with_opener(const char *text, size_t size_bytes)
{
    static const char *const openers[] = {"（", "【", "「", "『", "《", "“"};
    return begins_with_one(text, size_bytes, openers, sizeof openers / sizeof openers[0]);
}

/* A number and its percent sign stay together: "42 %". */
static bool is_before_percent(const char *text, size_t at, size_t size_bytes)
{
    return at && at + 1 < size_bytes && text[at + 1] == '%' && text[at - 1] >= '0' && text[at - 1] <= '9';
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* A long number stays together: "268 435 456". A group has three digits. */
static bool is_within_number(const char *text, size_t at, size_t size_bytes)
{
    if (!at || at + 3 >= size_bytes || !is_digit(text[at - 1]))
        return false;
    bool is_group = is_digit(text[at + 1]) && is_digit(text[at + 2]) && is_digit(text[at + 3]);
    return is_group && (at + 4 == size_bytes || !is_digit(text[at + 4]));
}

/*
 * Where to break a run that does not fit: after the last space or wide character that fits, else
 * when the line is full.
 */
static size_t break_at(const char *text, size_t size_bytes, int columns)
{
    size_t at = 0;
    size_t best = 0;
    int used = 0;
    bool follows_opener = false;
    while (at < size_bytes) {
        int width;
        size_t step = text_step_cluster(text + at, size_bytes - at, &width);
        bool is_space = text[at] == ' ' && step == 1 && /* not one that carries an accent */
                        !is_before_percent(text, at, size_bytes) && !is_within_number(text, at, size_bytes);
        if (width > columns - used && !is_space)
            break;
        if (width == 2 && at && !follows_opener && !begins_with_closer(text + at, size_bytes - at))
            best = at;
        follows_opener = begins_with_opener(text + at, size_bytes - at);
        at += step;
        used += width;
        if (is_space || (width == 2 && !follows_opener && !begins_with_closer(text + at, size_bytes - at)))
            best = at;
        if (is_space && used > columns)
            return at;
    }
    if (at == size_bytes)
        return at;
    int width;
    size_t first = text_step_cluster(text, size_bytes, &width);
    if (best)
        return best;
    return at ? at : first;
}

static void wrap_line(struct span_list *list, const char *line, size_t size_bytes, int columns)
{
    do {
        size_t taken = break_at(line, size_bytes, columns);
        add_span(list, line, without_trailing_spaces(line, taken));
        line += taken;
        size_bytes -= taken;
        while (size_bytes && *line == ' ' && taken) { /* spaces at a break belong to neither line */
            line++;
            size_bytes--;
        }
    } while (size_bytes);
}

size_t text_wrap(struct arena *arena, const char *text, int columns, const struct text_span **out_lines)
{
    struct span_list list = {.arena = arena};
    if (columns < 1)
        columns = 1;
    for (;;) {
        const char *newline = strchr(text, '\n');
        size_t size_bytes = newline ? (size_t)(newline - text) : strlen(text);
        wrap_line(&list, text, size_bytes, columns);
        if (!newline)
            break;
        text = newline + 1;
    }
    *out_lines = list.spans;
    return list.count;
}

void text_append_wrapped(struct buffer *out, const char *text, int columns)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct text_span *lines;
    size_t count = text_wrap(arena, text, columns, &lines);
    for (size_t i = 0; i < count; i++) {
        buffer_append(out, lines[i].start, lines[i].size_bytes);
        buffer_append_char(out, '\n');
    }
}
