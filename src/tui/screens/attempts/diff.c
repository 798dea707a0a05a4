/* Compares two texts line by line. */
#include "tui/screens/attempts/diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct line {
    const char *text;
    size_t size_bytes;
};

struct text_lines {
    struct line *lines;
    int count;
};

static struct text_lines split(struct arena *arena, const char *text, size_t size_bytes)
{
    size_t most = 1;
    for (size_t i = 0; i < size_bytes; i++)
        most += text[i] == '\n';
    struct text_lines result = {.lines = ARENA_ARRAY(arena, most, struct line)};
    const char *end = text + size_bytes;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        result.lines[result.count++] = (struct line){text, (size_t)(stop - text)};
        text = newline ? newline + 1 : end;
    }
    return result;
}

static bool same(const struct line *a, const struct line *b)
{
    return a->size_bytes == b->size_bytes && memcmp(a->text, b->text, a->size_bytes) == 0;
}

struct output {
    struct diff_line *lines;
    size_t count;
};

static void put(struct output *output, enum diff_kind kind, const struct line *line, int old_line, int new_line)
{
    output->lines[output->count++] = (struct diff_line){kind, line->text, line->size_bytes, old_line, new_line};
}

/* The middles, if they are too long to be compared. */
static void put_replaced(struct output *output, const struct text_lines *old, const struct text_lines *new, int start,
                         int old_end, int new_end)
{
    for (int i = start; i < old_end; i++)
        put(output, DIFF_GONE, &old->lines[i], i + 1, 0);
    for (int i = start; i < new_end; i++)
        put(output, DIFF_NEW, &new->lines[i], 0, i + 1);
}

/*
 * lengths[i][j]: the longest common subsequence after line i of the old and line j of the new
 * middle.
 */
static uint16_t *common_lengths(const struct text_lines *old, const struct text_lines *new, int start, int rows,
                                int columns)
{
    size_t width = (size_t)columns + 1;
    uint16_t *lengths = calloc(((size_t)rows + 1) * width, sizeof *lengths);
    if (!lengths)
        abort();
    for (int i = rows - 1; i >= 0; i--)
        for (int j = columns - 1; j >= 0; j--) {
            uint16_t *cell = &lengths[(size_t)i * width + (size_t)j];
            if (same(&old->lines[start + i], &new->lines[start + j]))
                *cell = (uint16_t)(cell[width + 1] + 1);
            else
                *cell = cell[width] > cell[1] ? cell[width] : cell[1];
        }
    return lengths;
}

static void put_middle(struct output *output, const struct text_lines *old, const struct text_lines *new, int start,
                       int rows, int columns)
{
    uint16_t *lengths = common_lengths(old, new, start, rows, columns);
    size_t width = (size_t)columns + 1;
    int i = 0, j = 0;
    while (i < rows || j < columns) {
        const uint16_t *cell = &lengths[(size_t)i * width + (size_t)j];
        if (i < rows && j < columns && same(&old->lines[start + i], &new->lines[start + j])) {
            put(output, DIFF_SAME, &new->lines[start + j], start + i + 1, start + j + 1);
            i++, j++;
        } else if (i < rows && (j == columns || cell[width] >= cell[1])) {
            put(output, DIFF_GONE, &old->lines[start + i], start + i + 1, 0);
            i++;
        } else {
            put(output, DIFF_NEW, &new->lines[start + j], 0, start + j + 1);
            j++;
        }
    }
    free(lengths);
}

struct diff_line *diff_make(struct arena *arena, const char *old_text, size_t old_bytes, const char *new_text,
                            size_t new_bytes, size_t *out_count)
{
    struct text_lines old = split(arena, old_text, old_bytes);
    struct text_lines new = split(arena, new_text, new_bytes);
    struct output output = {.lines = ARENA_ARRAY(arena, (size_t)old.count + (size_t) new.count + 1, struct diff_line)};
    int start = 0, tail = 0;
    while (start < old.count && start < new.count &&same(&old.lines[start], &new.lines[start])) {
        put(&output, DIFF_SAME, &new.lines[start], start + 1, start + 1);
        start++;
    }
    while (tail < old.count - start &&
           tail < new.count - start &&same(&old.lines[old.count - 1 - tail], &new.lines[new.count - 1 - tail]))
        tail++;
    int rows = old.count - start - tail, columns = new.count - start - tail;
    if (rows > DIFF_LINES_MAX || columns > DIFF_LINES_MAX)
        put_replaced(&output, &old, &new, start, start + rows, start + columns);
    else
        put_middle(&output, &old, &new, start, rows, columns);
    for (int i = tail; i > 0; i--)
        put(&output, DIFF_SAME, &new.lines[new.count - i], old.count - i + 1, new.count - i + 1);
    *out_count = output.count;
    return output.lines;
}
