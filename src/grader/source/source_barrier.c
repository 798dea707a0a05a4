/* Finds `__syncthreads()` in a source, and deletes one. */
#include "grader/source_barrier.h"

#include <stdint.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"

static const char barrier_word[] = "__syncthreads";
enum { WORD_BYTES = sizeof barrier_word - 1 };

struct span {
    size_t begin, end; /* bytes of the file */
};

/* barrier = "__syncthreads" "(" ")" , not as part of another name */
static bool is_barrier(const struct source *source, size_t at, struct span *out_span)
{
    if (!source_quiet_begins(source, at, barrier_word) || (at > 0 && identifier_has(source->text[at - 1])))
        return false;
    size_t open = source_quiet_blanks(source, at + WORD_BYTES);
    if (open >= source->size_bytes || source->text[open] != '(')
        return false;
    size_t close = source_quiet_blanks(source, open + 1);
    if (close >= source->size_bytes || source->text[close] != ')')
        return false;
    *out_span = (struct span){at, close + 1};
    return true;
}

/*
 * Finds the barrier with this number, counted from 0. False if there are fewer, with their count.
 */
static bool find_barrier(const struct source *source, size_t number, struct span *out_span, size_t *out_count)
{
    size_t count = 0;
    for (size_t at = 0; at < source->size_bytes;) {
        size_t behind = source_quiet_end(source, at);
        if (behind > at) {
            at = behind;
            continue;
        }
        if (is_barrier(source, at, out_span) && count++ == number)
            return true;
        at++;
    }
    *out_count = count;
    return false;
}

static bool choose_barrier(const struct source *source, struct span *out_span)
{
    size_t count;
    find_barrier(source, SIZE_MAX, out_span, &count);
    return count > 0 && find_barrier(source, source->size_bytes % count, out_span, &count);
}

static int line_of(const struct source *source, const struct span *span)
{
    return source_quiet_line(source, span->begin);
}

int source_barrier_line(const struct source *source)
{
    struct span span;
    return choose_barrier(source, &span) ? line_of(source, &span) : 0;
}

bool source_barrier_between(const struct source *source, int first, int last)
{
    struct span span;
    size_t count;
    for (size_t i = 0; find_barrier(source, i, &span, &count); i++)
        if (line_of(source, &span) > first && line_of(source, &span) < last)
            return true;
    return false;
}

bool source_barrier_delete(const struct source *source, struct arena *arena, struct source *out_source)
{
    static const char nothing[] = "(void)0"; /* a statement, for an `if` that has no other */
    struct span span;
    if (!choose_barrier(source, &span))
        return false;
    char *text = arena_strndup(arena, source->text, source->size_bytes);
    memset(text + span.begin, ' ', span.end - span.begin);
    memcpy(text + span.begin, nothing, sizeof nothing - 1);
    *out_source = (struct source){.name = source->name, .text = text, .size_bytes = source->size_bytes};
    return true;
}
