/* Finds the plan lines of a CUDA file. */
#include "plan/parse/lines.h"

#include <ctype.h>
#include <string.h>

/* The part of C++'s lexical rules that shows whether a line begins inside a comment or text. */
struct scan {
    const char *text;
    size_t size;
    size_t at;
    bool continued; /* the line before ended with a backslash */
};

static char peek(const struct scan *scan, size_t ahead)
{
    return scan->at + ahead < scan->size ? scan->text[scan->at + ahead] : '\0';
}

static bool at_line_end(const struct scan *scan)
{
    return scan->at >= scan->size || scan->text[scan->at] == '\n';
}

static void skip_block_comment(struct scan *scan)
{
    const char *end = memmem(scan->text + scan->at, scan->size - scan->at, "*/", 2);
    scan->at = end ? (size_t)(end - scan->text) + 2 : scan->size;
}

/* R"delimiter( ... )delimiter" ; `at` is on the quote. C++ allows 16 characters of delimiter. */
static void skip_raw_string(struct scan *scan)
{
    char closing[20] = ")";
    size_t length = 1;
    scan->at++;
    while (length < 17 && !at_line_end(scan) && peek(scan, 0) != '(')
        closing[length++] = scan->text[scan->at++];
    if (peek(scan, 0) != '(')
        return;
    closing[length++] = '"';
    const char *end = memmem(scan->text + scan->at, scan->size - scan->at, closing, length);
    scan->at = end ? (size_t)(end - scan->text) + length : scan->size;
}

/* Ends at the quote, or at the end of a line that no backslash continues. */
static void skip_quoted(struct scan *scan, char quote)
{
    scan->at++;
    while (!at_line_end(scan)) {
        char c = scan->text[scan->at++];
        if (c == quote)
            return;
        if (c == '\\' && !at_line_end(scan))
            scan->at++;
    }
}

/*
 * Whether the quote at `at` separates the digits of a number, as in 1'000. Looks back at most 64
 * characters.
 */
static bool parts_digits(const struct scan *scan)
{
    size_t start = scan->at;
    while (start > 0 && scan->at - start < 64 &&
           (isalnum((unsigned char)scan->text[start - 1]) || scan->text[start - 1] == '\''))
        start--;
    return start < scan->at && isdigit((unsigned char)scan->text[start]);
}

static bool begins_raw_string(const struct scan *scan)
{
    return scan->at > 0 && scan->text[scan->at - 1] == 'R';
}

static bool line_is_continued(const struct scan *scan)
{
    size_t last = scan->at;
    if (last > 0 && scan->text[last - 1] == '\r')
        last--;
    return last > 0 && scan->text[last - 1] == '\\';
}

static void skip_to_line_end(struct scan *scan)
{
    const char *end = memchr(scan->text + scan->at, '\n', scan->size - scan->at);
    scan->at = end ? (size_t)(end - scan->text) : scan->size;
}

/*
 * Moves over the code of one line. A comment or raw string can span more lines. Stops on the
 * newline.
 */
static void skip_code(struct scan *scan)
{
    while (!at_line_end(scan)) {
        char c = peek(scan, 0);
        if (c == '/' && peek(scan, 1) == '/') {
            skip_to_line_end(scan);
        } else if (c == '/' && peek(scan, 1) == '*') {
            scan->at += 2;
            skip_block_comment(scan);
        } else if (c == '"' && begins_raw_string(scan)) {
            skip_raw_string(scan);
        } else if (c == '"' || (c == '\'' && !parts_digits(scan))) {
            skip_quoted(scan, c);
        } else {
            scan->at++;
        }
    }
}

static bool begins_plan_line(const struct scan *scan)
{
    return !scan->continued && scan->size - scan->at >= 3 && memcmp(scan->text + scan->at, "//!", 3) == 0;
}

/* Counts newlines between two offsets. */
static int newlines_between(const char *text, size_t from, size_t to)
{
    int count = 0;
    for (const char *at = text + from; (at = memchr(at, '\n', (size_t)(text + to - at))); at++)
        count++;
    return count;
}

static struct plan_line plan_line_here(const struct scan *scan, size_t line_start, int line)
{
    size_t start = scan->at + 3;
    const char *end = memchr(scan->text + start, '\n', scan->size - start);
    size_t stop = end ? (size_t)(end - scan->text) : scan->size;
    while (stop > start && scan->text[stop - 1] == '\r')
        stop--;
    return (struct plan_line){start, stop - start, line, (int)(start - line_start) + 1};
}

struct line_list {
    struct arena *arena;
    struct plan_line *lines;
    size_t count, capacity;
};

static void line_list_add(struct line_list *list, struct plan_line line)
{
    ARENA_ROOM(list->arena, list->lines, list->count, list->capacity);
    list->lines[list->count++] = line;
}

size_t lines_find(struct arena *arena, const struct source *source, const struct plan_line **out_lines)
{
    struct scan scan = {.text = source->text, .size = source->size_bytes, .at = source_start(source)};
    struct line_list list = {.arena = arena};
    int line = 1;
    while (scan.at < scan.size) {
        size_t line_start = line == 1 ? 0 : scan.at;
        while (peek(&scan, 0) == ' ' || peek(&scan, 0) == '\t')
            scan.at++;
        if (begins_plan_line(&scan)) {
            line_list_add(&list, plan_line_here(&scan, line_start, line));
            skip_to_line_end(&scan);
            /* a plan line can end with a backslash: the next one continues it */
            scan.continued = false;
        } else {
            skip_code(&scan);
            scan.continued = line_is_continued(&scan);
        }
        line += newlines_between(scan.text, line_start, scan.at) + 1;
        scan.at++;
    }
    *out_lines = list.lines;
    return list.count;
}
