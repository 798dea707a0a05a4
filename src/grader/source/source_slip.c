/* Finds slips in a source: see the header. */
#include "grader/source/source_slip.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_text.h"

static bool begins_word(const struct source *source, size_t at)
{
    return at == 0 || !identifier_has(source->text[at - 1]);
}

/* The byte after the bracket that closes the one at `open`. */
static size_t close_of(const struct source *source, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        char byte = source->text[at];
        at = end > at ? end : at + 1;
        depth += byte == '(' ? 1 : byte == ')' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return source->size_bytes;
}

/* The ';' that ends the `if` at `at` without a statement; 0: there is a statement, or no `if`. */
static size_t empty_statement(const struct source *source, size_t at)
{
    if (!source_quiet_begins(source, at, "if") || !begins_word(source, at))
        return 0;
    size_t open = source_quiet_blanks(source, at + strlen("if"));
    if (source_quiet_byte(source, open) != '(')
        return 0;
    size_t end = source_quiet_blanks(source, close_of(source, open));
    return source_quiet_byte(source, end) == ';' ? end : 0;
}

int source_slip_empty_branch(const struct source *source)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at), statement = end > at ? 0 : empty_statement(source, at);
        if (statement)
            return source_quiet_line(source, statement);
        at = end > at ? end : at + 1;
    }
    return 0;
}

/* The end of the whole number at `at`; `at` itself if there is none, or a float. */
static size_t whole_number(const struct source *source, size_t at, unsigned long *out_value)
{
    size_t end = at;
    while (isdigit((unsigned char)source_quiet_byte(source, end)))
        end++;
    if (end == at || identifier_has(source_quiet_byte(source, end)) || source_quiet_byte(source, end) == '.')
        return at;
    *out_value = strtoul(source->text + at, NULL, 10);
    return end;
}

/*
 * Whether the number at `at` is the first factor of its product. In `x * 2 / 3` and `(float)2 / 3`
 * the division is not of whole numbers.
 */
static bool is_first_factor(const struct source *source, size_t at)
{
    while (at > 0 && strchr(" \t\n", source->text[at - 1]))
        at--;
    return at > 0 && !strchr("*/%).", source->text[at - 1]);
}

/* Whether a name is used as a number alone, and declared `int name` or `unsigned name`. */
static bool is_whole_variable(const struct source *source, size_t begin, size_t end)
{
    static const char *const types[] = {"int", "unsigned"};
    size_t next = source_quiet_blanks(source, end), length = end - begin;
    if (end == begin || isdigit((unsigned char)source->text[begin]) || strchr("([.-", source_quiet_byte(source, next)))
        return false;
    for (size_t at = 0; at + length <= source->size_bytes; at++)
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            size_t name = source_quiet_blanks(source, at + strlen(types[i]));
            if (identifier_at(source, at, types[i]) && name + length <= source->size_bytes &&
                !memcmp(source->text + name, source->text + begin, length) &&
                identifier_end(source, name) == name + length)
                return true;
        }
    return false;
}

static bool division_at(const struct source *source, size_t at, struct arena *arena, struct source_slip_division *out)
{
    unsigned long left, right;
    if (!begins_word(source, at) || !is_first_factor(source, at))
        return false;
    size_t end = whole_number(source, at, &left), slash = source_quiet_blanks(source, end);
    if (end == at || source_quiet_byte(source, slash) != '/')
        return false;
    size_t begin = source_quiet_blanks(source, slash + 1), name_end = identifier_end(source, begin);
    if (left == 1 && is_whole_variable(source, begin, name_end)) {
        *out = (struct source_slip_division){
            source_quiet_line(source, at),
            arena_printf(arena, "1 / %.*s", (int)(name_end - begin), source->text + begin), 0};
        return true;
    }
    if (whole_number(source, begin, &right) == begin || right == 0 || left % right == 0)
        return false;
    *out = (struct source_slip_division){source_quiet_line(source, at), arena_printf(arena, "%lu / %lu", left, right),
                                         left / right};
    return true;
}

struct source_slip_division source_slip_division(const struct source *source, struct arena *arena)
{
    struct source_slip_division found = {0};
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && division_at(source, at, arena, &found))
            return found;
        at = end > at ? end : at + 1;
    }
    return found;
}

static bool is_exponential_at(const struct source *source, size_t at)
{
    static const char *const names[] = {"exp", "expf", "__expf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (source_quiet_begins(source, at, names[i]) && source_quiet_byte(source, at + strlen(names[i])) == '(')
            return begins_word(source, at);
    return false;
}

bool source_slip_has_exponential(const struct source *source)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && is_exponential_at(source, at))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* extern __shared__ [__align__(16)] type name [ */
static bool is_extern_at(const struct source *source, size_t at, const char *name)
{
    size_t qualifier = source_quiet_blanks(source, at + strlen("extern"));
    if (!source_quiet_begins(source, at, "extern") || !source_quiet_begins(source, qualifier, "__shared__"))
        return false;
    for (; at < source->size_bytes && source->text[at] != ';'; at++) {
        size_t end = at + strlen(name);
        if (begins_word(source, at) && source_quiet_begins(source, at, name) &&
            !identifier_has(source_quiet_byte(source, end)) &&
            source_quiet_byte(source, source_quiet_blanks(source, end)) == '[')
            return true;
    }
    return false;
}

bool source_slip_is_extern(const struct source *source, const char *name)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && is_extern_at(source, at, name))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

bool source_slip_has_word(const struct source *source, const char *word)
{
    for (size_t at = 0; at < source->size_bytes;) {
        bool is_plan = source_quiet_begins(source, at, "//!");
        size_t end = is_plan ? at : source_quiet_end(source, at);
        if (end == at && begins_word(source, at) && source_quiet_begins(source, at, word) &&
            !identifier_has(source_quiet_byte(source, at + strlen(word))))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

bool source_slip_lacks_thread(const struct source *source)
{
    static const char *const words[] = {"threadIdx", "thread_rank", "thread_index", "asm"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (source_slip_has_word(source, words[i]))
            return false;
    return true;
}

bool source_slip_lacks_block(const struct source *source)
{
    static const char *const words[] = {"blockIdx", "block_rank", "block_index", "group_index", "this_grid", "asm"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (source_slip_has_word(source, words[i]))
            return false;
    return true;
}

bool source_slip_has_double_pointer(const struct source *source)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && begins_word(source, at) && source_quiet_begins(source, at, "double") &&
            source_quiet_byte(source, source_quiet_blanks(source, at + strlen("double"))) == '*')
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* Whether a plan line has symbol(name), which a copy writes to. */
static bool is_filled(const struct source *source, const char *name)
{
    static const char keyword[] = "symbol(";
    bool is_plan = false;
    for (size_t at = 0; at < source->size_bytes; at++) {
        bool begins_line = !at || source->text[at - 1] == '\n';
        is_plan = begins_line ? source_quiet_begins(source, at, "//!") : is_plan;
        size_t begin = at + strlen(keyword), end = begin + strlen(name);
        if (is_plan && source_quiet_begins(source, at, keyword) && source_quiet_begins(source, begin, name) &&
            !identifier_has(source_quiet_byte(source, end)))
            return true;
    }
    return false;
}

/* The name of `__constant__ float name[33];` at `at`. NULL: other text, or it has values. */
static const char *unfilled_at(const struct source *source, size_t at, struct arena *arena)
{
    if (!source_quiet_begins(source, at, "__constant__"))
        return NULL;
    for (at += strlen("__constant__"); !strchr("[=;{", source_quiet_byte(source, at)); at++)
        ;
    size_t end = at;
    while (end > 0 && strchr(" \t", source->text[end - 1]))
        end--;
    size_t begin = source_quiet_word_begin(source, end);
    while (source_quiet_byte(source, at) && !strchr("=;{", source->text[at]))
        at++;
    return source_quiet_byte(source, at) == ';' ? arena_printf(arena, "%.*s", (int)(end - begin), source->text + begin)
                                                : NULL;
}

struct source_slip_unfilled source_slip_unfilled(const struct source *source, struct arena *arena)
{
    if (source_slip_has_word(source, "cudaMemcpyToSymbol"))
        return (struct source_slip_unfilled){0};
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        const char *name = end == at && begins_word(source, at) ? unfilled_at(source, at, arena) : NULL;
        if (name && *name && !is_filled(source, name))
            return (struct source_slip_unfilled){source_quiet_line(source, at), name};
        at = end > at ? end : at + 1;
    }
    return (struct source_slip_unfilled){0};
}

struct source_slip_unfilled source_slip_shared_pointer(const struct source *source, struct arena *arena)
{
    static const char word[] = "__shared__";
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at), stop = at;
        bool is_shared = end == at && identifier_at(source, at, word);
        while (is_shared && source_quiet_byte(source, stop) && !strchr("*;[=", source->text[stop]))
            stop++;
        size_t name = source_quiet_blanks(source, stop + 1), after = identifier_end(source, name);
        if (is_shared && source_quiet_byte(source, stop) == '*' && source_quiet_byte(source, after) == ';')
            return (struct source_slip_unfilled){source_quiet_line(source, at),
                                                 arena_strndup(arena, source->text + name, after - name)};
        at = end > at ? end : at + 1;
    }
    return (struct source_slip_unfilled){0};
}

/* The length of "f32[n, 2]" at `at`; 0: there is no such thing. */
static size_t shape_length(const struct source *source, size_t at)
{
    size_t end = at;
    while (end < source->size_bytes && source->text[end] != ']' && source->text[end] != '\n')
        end++;
    return end < source->size_bytes && source->text[end] == ']' ? end + 1 - at : 0;
}

struct source_slip_scratch source_slip_scratch(const struct source *source, const char *name, struct arena *arena)
{
    static const char keyword[] = "scratch ";
    for (size_t at = 0; at < source->size_bytes; at++) {
        bool is_plan = (!at || source->text[at - 1] == '\n') && source_quiet_begins(source, at, "//!");
        size_t begin = is_plan ? source_quiet_blanks(source, at + strlen("//!")) : at;
        if (!is_plan || !source_quiet_begins(source, begin, keyword))
            continue;
        begin = source_quiet_blanks(source, begin + strlen(keyword));
        size_t shape = source_quiet_blanks(source, begin + strlen(name)), length;
        if (shape < source->size_bytes && source_quiet_begins(source, begin, name) && shape > begin + strlen(name) &&
            (length = shape_length(source, shape)))
            return (struct source_slip_scratch){source_quiet_line(source, at),
                                                arena_strndup(arena, source->text + shape, length)};
    }
    return (struct source_slip_scratch){0};
}

/* --- tables of addresses ---------------------------------------------------------------------- */

/* The end of the part of a list that begins at `at`: its comma, its closing bracket or the end. */
static size_t end_of_part(const struct source *source, size_t at)
{
    for (int depth = 0; at < source->size_bytes; at++) {
        char byte = source->text[at];
        if (!depth && (byte == ',' || byte == ')'))
            break;
        depth += (byte == '(') - (byte == ')');
    }
    return at;
}

/* The begin of part `position` of the list that begins at `at`; the end of the source: none. */
static size_t find_part(const struct source *source, size_t at, int position)
{
    for (; position > 0 && at < source->size_bytes; position--) {
        at = end_of_part(source, at);
        at = at < source->size_bytes && source->text[at] == ',' ? at + 1 : source->size_bytes;
    }
    return at;
}

/* Parameter `position` of a kernel; empty: none is known. */
static struct source_stretch parameter_of(const struct source *source, const char *kernel, int position)
{
    size_t length = strlen(kernel);
    for (size_t at = 0; at + length < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        bool is_named = end == at && at > 0 && source->text[at - 1] == ' ' && source_quiet_begins(source, at, kernel) &&
                        source->text[at + length] == '(';
        if (is_named) {
            size_t part = find_part(source, at + length + 1, position);
            return (struct source_stretch){part, end_of_part(source, part)};
        }
        at = end > at ? end : at + 1;
    }
    return (struct source_stretch){0};
}

static int count_stars(const struct source *source, struct source_stretch part)
{
    int stars = 0;
    for (size_t at = part.begin; at < part.end; at++)
        stars += source->text[at] == '*';
    return stars;
}

/* A pointer to pointers. */
static bool takes_table(const struct source *source, const char *kernel, int position)
{
    return count_stars(source, parameter_of(source, kernel, position)) == 2;
}

/* The first argument from `at` on that is one buffer and goes to a table. */
static struct source_slip_table find_plain_table(const struct source *source, size_t at, const char *kernel)
{
    size_t begin = at;
    for (int position = 0; begin < source->size_bytes; position++) {
        begin = source_quiet_blanks(source, find_part(source, at, position));
        size_t end = end_of_part(source, begin);
        if (begin < end && !source_quiet_begins(source, begin, "peers(") && takes_table(source, kernel, position))
            return (struct source_slip_table){source_quiet_line(source, begin), source->text + begin, end - begin};
    }
    return (struct source_slip_table){0};
}

struct source_slip_table source_slip_table(const struct source *source, const char *kernel)
{
    static const char keyword[] = "launch ";
    struct source_slip_table found = {0};
    for (size_t at = 0; at < source->size_bytes && !found.line; at++) {
        bool is_plan = (!at || source->text[at - 1] == '\n') && source_quiet_begins(source, at, "//!");
        size_t name = is_plan ? source_quiet_blanks(source, at + strlen("//!")) : at;
        if (!is_plan || !source_quiet_begins(source, name, keyword))
            continue;
        name += strlen(keyword);
        size_t list = name + strlen(kernel);
        if (source_quiet_begins(source, name, kernel) && list < source->size_bytes && source->text[list] == '(')
            found = find_plain_table(source, list + 1, kernel);
    }
    return found;
}

struct source_slip_unfilled source_slip_pointer_size(const struct source *source, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        if (!source_text_is_code(source, at) || !identifier_at(source, at, "sizeof"))
            continue;
        size_t begin = at + strlen("sizeof");
        while (source_quiet_byte(source, begin) == '(' || source_quiet_byte(source, begin) == ' ')
            begin++;
        const char *name = source_text_name(source, begin, arena);
        char after = source_quiet_byte(source, begin + strlen(name));
        if (*name && after != '[' && source_text_is_pointer(source, name))
            return (struct source_slip_unfilled){source_quiet_line(source, at), name};
    }
    return (struct source_slip_unfilled){0};
}

/* --- quotients of the plan -------------------------------------------------------------------- */

/* Where `word` stands after the //! of the plan line at `at`; 0: no such line. */
static size_t after_plan_word(const struct source *source, size_t at, const char *word)
{
    bool is_plan = (!at || source->text[at - 1] == '\n') && source_quiet_begins(source, at, "//!");
    size_t begin = is_plan ? source_quiet_blanks(source, at + strlen("//!")) : 0;
    return is_plan && source_quiet_begins(source, begin, word) ? begin + strlen(word) : 0;
}

/* Whether the launch whose kernel is named at `at` passes `name` for a floating-point number. */
static bool passes_as_real(const struct source *source, size_t at, const char *name, struct arena *arena)
{
    const char *kernel = source_text_name(source, at, arena);
    size_t list = at + strlen(kernel);
    while (list < source->size_bytes && source->text[list] != '(' && source->text[list] != '\n')
        list++;
    for (int position = 0; list < source->size_bytes && source->text[list] == '('; position++) {
        size_t begin = find_part(source, list + 1, position);
        if (begin >= source->size_bytes)
            return false;
        struct source_stretch argument = {begin, end_of_part(source, begin)}, part;
        argument = source_quiet_trimmed(source, argument);
        if (argument.end - argument.begin != strlen(name) || !source_quiet_begins(source, argument.begin, name))
            continue;
        part = source_quiet_trimmed(source, parameter_of(source, kernel, position));
        bool is_real =
            source_quiet_begins(source, part.begin, "float ") || source_quiet_begins(source, part.begin, "double ");
        return is_real && !count_stars(source, part);
    }
    return false;
}

struct source_slip_unfilled source_slip_plan_division(const struct source *source, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes; at++) {
        size_t begin = after_plan_word(source, at, "let ");
        const char *name = begin ? source_text_name(source, begin, arena) : "";
        size_t value = begin ? source_quiet_blanks(source, begin + strlen(name)) : 0, end;
        if (!*name || source_quiet_byte(source, value) != '=')
            continue;
        unsigned long number;
        value = source_quiet_blanks(source, value + 1);
        size_t slash = source_quiet_blanks(source, whole_number(source, value, &number));
        for (end = value; end < source->size_bytes && source->text[end] != '\n'; end++)
            if (source_quiet_begins(source, end, "//"))
                break;
        bool divides = slash > value && source_quiet_byte(source, slash) == '/' && slash < end;
        if (!divides || memchr(source->text + value, '.', end - value))
            continue;
        struct source_stretch text = source_quiet_trimmed(source, (struct source_stretch){value, end});
        for (size_t launch = 0; launch < source->size_bytes; launch++) {
            size_t kernel = after_plan_word(source, launch, "launch ");
            if (kernel && passes_as_real(source, kernel, name, arena))
                return (struct source_slip_unfilled){
                    source_quiet_line(source, value),
                    arena_strndup(arena, source->text + text.begin, text.end - text.begin)};
        }
    }
    return (struct source_slip_unfilled){0};
}
