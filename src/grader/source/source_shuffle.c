/* Finds loops of shuffles with wrong offsets: see the header. */
#include "grader/source/source_shuffle.h"

#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_quiet.h"
#include "grader/source/source_text.h"

/* The end of the statement or block at `at`, which is a loop's head and body. */
static size_t end_of_loop(const struct source *source, size_t at)
{
    int round = 0, curly = 0;
    while (at < source->size_bytes) {
        size_t end = source_quiet_end(source, at);
        char byte = source->text[at];
        bool is_quiet = end > at;
        at = is_quiet ? end : at + 1;
        if (is_quiet)
            continue;
        round += (byte == '(') - (byte == ')');
        curly += (byte == '{') - (byte == '}');
        if (round == 0 && curly <= 0 && (byte == ';' || byte == '}'))
            return at;
    }
    return at;
}

/* The width of a shuffle whose variable ends at `at`; 0: it is no number. */
static int width_after(const struct source *source, size_t at)
{
    at = source_quiet_blanks(source, at);
    if (source_quiet_byte(source, at) == ')')
        return SOURCE_SHUFFLE_WARP;
    return source_quiet_byte(source, at) == ',' ? atoi(source->text + source_quiet_blanks(source, at + 1)) : 0;
}

/* The lanes that a shuffle there joins with the variable as its offset; 0: there is none. */
static int shuffle_width(const struct source *source, size_t at, size_t end, struct source_stretch name)
{
    size_t length = name.end - name.begin;
    for (bool is_shuffle = false; at < end; at++) {
        is_shuffle |= identifier_at(source, at, "__shfl_xor_sync") || identifier_at(source, at, "__shfl_down_sync");
        size_t last = is_shuffle && source->text[at] == ',' ? source_quiet_blanks(source, at + 1) : 0;
        if (last && identifier_end(source, last) - last == length &&
            !memcmp(source->text + last, source->text + name.begin, length))
            return width_after(source, last + length);
    }
    return 0;
}

/*
 * The number that the loop at `at` begins with, its variable, and where its condition begins; 0: it
 * begins in another way.
 */
static int first_number(const struct source *source, size_t at, struct source_stretch *out_name, size_t *out_condition)
{
    at = source_quiet_blanks(source, at + strlen("for"));
    size_t type = source_quiet_blanks(source, at + 1),
           begin = source_quiet_blanks(source, identifier_end(source, type));
    size_t end = identifier_end(source, begin), equals = source_quiet_blanks(source, end);
    if (source_quiet_byte(source, at) != '(' || end == begin || source_quiet_byte(source, equals) != '=')
        return 0;
    *out_name = (struct source_stretch){begin, end};
    size_t number = source_quiet_blanks(source, equals + 1), after = identifier_end(source, number);
    size_t semicolon = source_quiet_blanks(source, after);
    *out_condition = source_quiet_blanks(source, semicolon + 1);
    return source_quiet_byte(source, semicolon) == ';' ? atoi(source->text + number) : 0;
}

/* Whether the condition is `offset > 1`, or of a larger number. */
static bool excludes_one(const struct source *source, size_t at, struct source_stretch name)
{
    size_t length = name.end - name.begin;
    if (identifier_end(source, at) - at != length || memcmp(source->text + at, source->text + name.begin, length) != 0)
        return false;
    at = source_quiet_blanks(source, at + length);
    bool is_above = source_quiet_byte(source, at) == '>';
    bool is_equal_too = is_above && source_quiet_byte(source, at + 1) == '=';
    size_t number = source_quiet_blanks(source, at + 1 + is_equal_too), after = identifier_end(source, number);
    return is_above && source_quiet_byte(source, source_quiet_blanks(source, after)) == ';' &&
           atoi(source->text + number) > is_equal_too;
}

struct source_shuffle source_shuffle_offset(const struct source *source)
{
    enum { HALF_TOO_FEW = 8, HALF = 16, TWICE_TOO_MANY = 32 };
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at), condition = 0;
        struct source_stretch name;
        int offset = end == at && identifier_at(source, at, "for") ? first_number(source, at, &name, &condition) : 0;
        int width = offset ? shuffle_width(source, at, end_of_loop(source, at), name) : 0;
        bool stops_early = offset == HALF && excludes_one(source, condition, name);
        bool is_short = offset == HALF_TOO_FEW || stops_early || offset == TWICE_TOO_MANY;
        if (width == SOURCE_SHUFFLE_WARP ? is_short : width > 1 && offset >= width)
            return (struct source_shuffle){source_quiet_line(source, at), offset, stops_early, width};
        at = end > at ? end : at + 1;
    }
    return (struct source_shuffle){0};
}

/* --- the step of the loop --------------------------------------------------------------------- */

static size_t count_names(const struct source *source, struct source_stretch part, const char *name)
{
    size_t count = 0;
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1)
        count++;
    return count;
}

/* Uses as an argument alone: `o`, and not `2 * o` or `o / 2`. */
static size_t count_arguments(const struct source *source, struct source_stretch part, const char *name)
{
    size_t count = 0;
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t before = at;
        while (before > 0 && source->text[before - 1] == ' ')
            before--;
        char after = source_quiet_byte(source, source_quiet_blanks(source, at + strlen(name)));
        count += source->text[before - 1] == ',' && (after == ')' || after == ',');
    }
    return count;
}

static size_t count_shuffles(const struct source *source, struct source_stretch part)
{
    static const char *const names[] = {"__shfl_xor_sync", "__shfl_down_sync"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        count += count_names(source, part, names[i]);
    return count;
}

/* `offset /= 4`, `offset -= 4` and their like. A step that is no number is unknown. */
static bool changes_otherwise(const struct source *source, struct source_stretch step, struct source_stretch name)
{
    size_t sign = source_quiet_blanks(source, step.begin + (name.end - name.begin));
    bool divides = source_quiet_begins(source, sign, "/="), shifts = source_quiet_begins(source, sign, ">>="),
         subtracts = source_quiet_begins(source, sign, "-=");
    size_t number = source_quiet_blanks(source, sign + strlen(shifts ? ">>=" : "/="));
    int by = atoi(source->text + number);
    return (divides && by > 2) || (shifts && by > 1) || (subtracts && by > 0) ||
           source_quiet_begins(source, sign, "--");
}

static bool doubles_or_halves(const struct source *source, struct source_stretch step)
{
    static const char *const signs[] = {"/=", ">>=", "*=", "<<="};
    bool found = false;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        found |= source_text_has(source, step, signs[i]);
    return found;
}

/* The part of the header after its last `;`. */
static struct source_stretch step_of(const struct source *source, struct source_stretch header)
{
    size_t begin = header.end;
    while (begin > header.begin && source->text[begin - 1] != ';')
        begin--;
    return source_quiet_trimmed(source, (struct source_stretch){begin, header.end});
}

struct source_shuffle_step source_shuffle_step(const struct source *source, struct arena *arena)
{
    struct source_text_loop loop;
    for (size_t at = 0; source_text_next_loop(source, &at, &loop);) {
        struct source_stretch name, step = step_of(source, loop.header);
        size_t condition, shuffles = count_shuffles(source, loop.body);
        if (!shuffles || !first_number(source, loop.at, &name, &condition))
            continue;
        const char *variable = arena_strndup(arena, source->text + name.begin, name.end - name.begin);
        size_t used = count_names(source, loop.body, variable);
        bool is_unused = !used && doubles_or_halves(source, step);
        bool is_other = used == shuffles && count_arguments(source, loop.body, variable) == used &&
                        shuffle_width(source, loop.at, loop.body.end, name) &&
                        identifier_at(source, step.begin, variable) && changes_otherwise(source, step, name);
        if (is_unused || is_other)
            return (struct source_shuffle_step){
                source_quiet_line(source, loop.at), variable,
                is_unused ? NULL : arena_strndup(arena, source->text + step.begin, step.end - step.begin)};
    }
    return (struct source_shuffle_step){0};
}
