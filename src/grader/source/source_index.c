/* Reads indices of arrays: see the header. */
#include "grader/source/source_index.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/expression.h"
#include "base/identifier.h"
#include "grader/source/source_quiet.h"
#include "grader/source/source_text.h"

/* The array's name, and no member of that name. */
static bool is_array_at(const struct source *source, size_t at, const char *array)
{
    return identifier_at(source, at, array) && (at == 0 || source->text[at - 1] != '.');
}

/* What is within the bracket at `open`. */
static struct source_stretch within(const struct source *source, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < source->size_bytes; at++) {
        depth += (source->text[at] == '[') - (source->text[at] == ']');
        if (depth == 0)
            return source_quiet_trimmed(source, (struct source_stretch){open + 1, at});
    }
    return (struct source_stretch){open, open};
}

/* Index `position` after the name at `at`. False: there are fewer. */
static bool index_after(const struct source *source, size_t at, const char *name, int position,
                        struct source_stretch *out)
{
    size_t open = at + strlen(name);
    for (int i = 0; i <= position; i++) {
        open = source_quiet_blanks(source, open);
        if (source_quiet_byte(source, open) != '[')
            return false;
        *out = within(source, open);
        while (source_quiet_byte(source, open) && open < out->end)
            open++;
        while (source_quiet_byte(source, open) && source->text[open] != ']')
            open++;
        open++;
    }
    return out->end > out->begin;
}

/* 0, 1, 2 for exactly threadIdx.x, .y, .z. */
static int axis_of(const struct source *source, struct source_stretch part)
{
    static const char word[] = "threadIdx.";
    size_t length = strlen(word);
    if (part.end - part.begin != length + 1 || !source_quiet_begins(source, part.begin, word))
        return -1;
    const char *axis = strchr("xyz", source->text[part.begin + length]);
    return axis ? (int)(axis - "xyz") : -1;
}

/* Whether the name at `at`, which ends at `end`, is changed there: "x += 32", "x++", "--x". */
static bool is_changed(const struct source *source, size_t at, size_t end)
{
    size_t next = source_quiet_blanks(source, end);
    char first = source_quiet_byte(source, next), second = source_quiet_byte(source, next + 1);
    bool is_before = at >= 2 && (!memcmp(source->text + at - 2, "++", 2) || !memcmp(source->text + at - 2, "--", 2));
    return is_before || (first && strchr("+-*/%&|^", first) && (second == '=' || second == first));
}

/* The value that the name which ends at `end` gets there. False: none. */
static bool value_after(const struct source *source, size_t end, struct source_stretch *out)
{
    size_t next = source_quiet_blanks(source, end), stop = next + 1;
    if (source_quiet_byte(source, next) != '=' || source_quiet_byte(source, stop) == '=')
        return false;
    while (source_quiet_byte(source, stop) && !strchr(",;", source->text[stop]))
        stop++;
    *out = source_quiet_trimmed(source, (struct source_stretch){next + 1, stop});
    return true;
}

bool source_index_is_moved(const struct source *source, const char *array)
{
    struct source_stretch value;
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at), after = at + strlen(array);
        if (end == at && identifier_at(source, at, array) &&
            (is_changed(source, at, after) || value_after(source, after, &value)))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* The value that the variable begins with. False: it gets another one, or none. */
static bool value_of(const struct source *source, const char *name, struct source_stretch *out)
{
    int values = 0;
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at), after = at + strlen(name);
        bool is_name = end == at && identifier_at(source, at, name);
        if (is_name && is_changed(source, at, after))
            return false;
        values += is_name && value_after(source, after, out);
        at = end > at ? end : at + 1;
    }
    return values == 1;
}

/* The same of an index that is a variable alone. */
static bool value_of_variable(const struct source *source, struct source_stretch index, struct source_stretch *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return index.end > index.begin && identifier_end(source, index.begin) == index.end &&
           value_of(source, arena_strndup(arena, source->text + index.begin, index.end - index.begin), out);
}

/* The axis of one index, which is threadIdx itself or a variable with its value. */
static int axis_of_index(const struct source *source, struct source_stretch index)
{
    struct source_stretch value;
    int axis = axis_of(source, index);
    return axis < 0 && value_of_variable(source, index, &value) ? axis_of(source, value) : axis;
}

int source_index_axis(const struct source *source, int line, const char *array, int position)
{
    int found = -1;
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        struct source_stretch index;
        if (end == at && is_array_at(source, at, array) && source_quiet_line(source, at) == line &&
            index_after(source, at, array, position, &index)) {
            int axis = axis_of_index(source, index);
            if (axis < 0 || (found >= 0 && axis != found))
                return -1;
            found = axis;
        }
        at = end > at ? end : at + 1;
    }
    return found;
}

/* --- sizes of shared arrays ------------------------------------------------------------------- */

enum { NAMES_MAX = 8 };

/* A number that the source can compute: "32", "TILE + 1". */
struct constant {
    const struct source *source;
    int depth; /* names within names */
};

/* The text after "#define NAME", without a comment. False: there is no such macro. */
static bool macro_value(const struct source *source, const char *name, struct source_stretch *out)
{
    static const char word[] = "#define";
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        size_t named = source_quiet_blanks(source, at + strlen(word)), stop = named + strlen(name);
        if (end == at && source_quiet_begins(source, at, word) && identifier_at(source, named, name)) {
            while (source_quiet_byte(source, stop) && source->text[stop] != '\n' &&
                   source_quiet_end(source, stop) == stop)
                stop++;
            *out = source_quiet_trimmed(source, (struct source_stretch){named + strlen(name), stop});
            return true;
        }
        at = end > at ? end : at + 1;
    }
    return false;
}

static bool is_constant(struct constant constant, struct source_stretch text, struct value *out);

/* A macro, or a variable with one value. */
static bool look_up_constant(void *context, const char *name, struct value *out)
{
    struct constant within = *(const struct constant *)context;
    struct source_stretch text;
    if (within.depth++ == NAMES_MAX)
        return false;
    return (macro_value(within.source, name, &text) || value_of(within.source, name, &text)) &&
           is_constant(within, text, out);
}

static bool is_constant(struct constant constant, struct source_stretch text, struct value *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct error error = {0};
    const struct expression_environment names = {.lookup = look_up_constant, .context = &constant};
    const char *close = memchr(constant.source->text + text.begin, '}', text.end - text.begin); /* of an enum */
    size_t length = close ? (size_t)(close - constant.source->text) - text.begin : text.end - text.begin;
    const struct expression *expression = expression_parse(arena, constant.source, text.begin, length, NULL, &error);
    return expression && expression_evaluate(expression, &names, out, &error) && !out->is_real;
}

/* The index that stands in dimension `position` of the `__shared__` declaration. False: none. */
static bool find_dimension(const struct source *source, const char *array, int position, struct source_stretch *out)
{
    bool is_shared = false;
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && source_quiet_begins(source, at, "__shared__"))
            is_shared = true;
        else if (end == at && source->text[at] == ';')
            is_shared = false;
        if (end == at && is_shared && is_array_at(source, at, array))
            return index_after(source, at, array, position, out);
        at = end > at ? end : at + 1;
    }
    return false;
}

unsigned long source_index_size(const struct source *source, const char *array, int position)
{
    struct source_stretch size;
    struct value value;
    bool is_known = find_dimension(source, array, position, &size) &&
                    is_constant((struct constant){.source = source}, size, &value);
    return is_known && value.integer > 0 ? (unsigned long)value.integer : 0;
}

int source_index_rank(const struct source *source, const char *array)
{
    struct source_stretch size;
    int rank = 0;
    while (find_dimension(source, array, rank, &size))
        rank++;
    return rank;
}

/* The place of the text in the part; its end: there is none. */
static size_t find_text(const struct source *source, struct source_stretch part, const char *text)
{
    const char *found = memmem(source->text + part.begin, part.end - part.begin, text, strlen(text));
    return found ? (size_t)(found - source->text) : part.end;
}

/* The next index of the array on the line from `*at` on, which moves past the name. False: none. */
static bool next_index(const struct source *source, int line, const char *array, size_t *at, struct source_stretch *out)
{
    struct source_stretch rest = source_quiet_line_part(source, line);
    rest.begin = *at > rest.begin ? *at : rest.begin;
    for (; rest.begin < rest.end; rest.begin = *at) {
        size_t begin = find_text(source, rest, array);
        *at = begin + 1;
        if (begin < rest.end && is_array_at(source, begin, array) && source_quiet_reaches(source, begin) &&
            index_after(source, begin, array, 0, out))
            return true;
    }
    return false;
}

/* The first index of the array on the line. False: there is none. */
static bool first_index(const struct source *source, int line, const char *array, struct source_stretch *out)
{
    size_t at = 0;
    return next_index(source, line, array, &at, out);
}

/* The end of the part of an index that begins at `at`: the next `separator` outside of brackets. */
static size_t part_end(const struct source *source, struct source_stretch index, size_t at, char separator)
{
    for (int depth = 0; at < index.end; at++) {
        char byte = source_quiet_byte(source, at);
        if (depth == 0 && byte == separator)
            break;
        depth += (byte == '(') - (byte == ')');
    }
    return at;
}

/* The part without blanks, if it is a name alone; NULL: it is not. */
static const char *name_of(const struct source *source, struct source_stretch part, struct arena *arena)
{
    part = source_quiet_trimmed(source, part);
    bool is_name = part.end > part.begin && identifier_end(source, part.begin) == part.end;
    return is_name ? arena_strndup(arena, source->text + part.begin, part.end - part.begin) : NULL;
}

const char *source_index_summand(const struct source *source, int line, const char *array, int number,
                                 struct arena *arena)
{
    struct source_stretch index;
    if (!first_index(source, line, array, &index))
        return NULL;
    for (size_t at = index.begin, end; at < index.end; at = end + 1) {
        end = part_end(source, index, at, '+');
        const char *name = name_of(source, (struct source_stretch){at, end}, arena);
        if (name && number-- == 0)
            return name;
    }
    return NULL;
}

/* The first index on the line, or its value if it is a variable. False: there is none. */
static bool index_value(const struct source *source, int line, const char *array, struct source_stretch *out)
{
    struct source_stretch value;
    if (!first_index(source, line, array, out))
        return false;
    if (value_of_variable(source, *out, &value))
        *out = value;
    return true;
}

/* Whether a factor of the product is this name. */
static bool has_factor(const struct source *source, struct source_stretch product, const char *name)
{
    for (size_t at = product.begin, end; at < product.end; at = end + 1) {
        end = part_end(source, product, at, '*');
        struct source_stretch factor = source_quiet_trimmed(source, (struct source_stretch){at, end});
        if (identifier_at(source, factor.begin, name) && factor.begin + strlen(name) == factor.end)
            return true;
    }
    return false;
}

const char *source_index_stray(const struct source *source, int line, const char *array, const char *width, int number,
                               struct arena *arena)
{
    struct source_stretch index;
    if (!index_value(source, line, array, &index))
        return NULL;
    for (size_t at = index.begin, end; at < index.end; at = end + 1) {
        end = part_end(source, index, at, '+');
        struct source_stretch sum = {at, end};
        if (has_factor(source, sum, width))
            continue;
        for (size_t from = at, to; from < end && part_end(source, sum, at, '*') < end; from = to + 1) {
            to = part_end(source, sum, from, '*');
            const char *name = name_of(source, (struct source_stretch){from, to}, arena);
            if (name && number-- == 0)
                return name;
        }
    }
    return NULL;
}

const char *source_index_factor(const struct source *source, int line, const char *array, int number,
                                struct arena *arena)
{
    return source_index_stray(source, line, array, "", number, arena);
}

/* --- the row and the column ------------------------------------------------------------------- */

static char *copy_of(const struct source *source, struct source_stretch part, struct arena *arena)
{
    part = source_quiet_trimmed(source, part);
    return arena_strndup(arena, source->text + part.begin, part.end - part.begin);
}

/* The part without a cast before it, and without brackets around it. */
static struct source_stretch bare(const struct source *source, struct source_stretch part)
{
    part = source_quiet_trimmed(source, part);
    while (source_quiet_byte(source, part.begin) == '(') {
        struct source_stretch rest = {part.begin + 1, part.end};
        size_t close = part_end(source, rest, rest.begin, ')');
        rest = source_quiet_trimmed(source, (struct source_stretch){close + 1, part.end});
        part = rest.begin < rest.end ? rest : (struct source_stretch){part.begin + 1, close};
    }
    return part;
}

/* Of `row * w` and `w * row` the row. False: another summand. */
static bool row_of(const struct source *source, struct source_stretch summand, const char *width,
                   struct source_stretch *out)
{
    size_t star = part_end(source, summand, summand.begin, '*');
    if (star >= summand.end || part_end(source, summand, star + 1, '*') < summand.end)
        return false;
    struct source_stretch sides[] = {bare(source, (struct source_stretch){summand.begin, star}),
                                     bare(source, (struct source_stretch){star + 1, summand.end})};
    for (int i = 0; i < 2; i++)
        if (identifier_at(source, sides[i].begin, width) && sides[i].begin + strlen(width) == sides[i].end) {
            *out = sides[1 - i];
            return true;
        }
    return false;
}

struct source_index_place source_index_place(const struct source *source, int line, const char *array,
                                             const char *width, struct arena *arena)
{
    struct source_index_place place = {0};
    struct source_stretch index, row;
    if (!index_value(source, line, array, &index))
        return place;
    for (size_t at = index.begin, end; at < index.end; at = end + 1) {
        end = part_end(source, index, at, '+');
        struct source_stretch summand = {at, end};
        if (row_of(source, summand, width, &row))
            place.row = copy_of(source, row, arena);
        else if (place.column)
            place.column = arena_printf(arena, "%s + %s", place.column, copy_of(source, summand, arena));
        else
            place.column = copy_of(source, bare(source, summand), arena);
    }
    return place;
}

const char *source_index_value(const struct source *source, int line, const char *array, struct arena *arena)
{
    struct source_stretch index;
    return index_value(source, line, array, &index) ? copy_of(source, index, arena) : NULL;
}

const char *source_index_text(const struct source *source, int line, const char *array, struct arena *arena)
{
    struct source_stretch index;
    return first_index(source, line, array, &index)
               ? arena_strndup(arena, source->text + index.begin, index.end - index.begin)
               : NULL;
}

const char *source_index_besides(const struct source *source, int line, const char *array, const char *known,
                                 struct arena *arena)
{
    struct source_stretch index;
    const char *found = NULL;
    for (size_t at = 0; next_index(source, line, array, &at, &index);) {
        const char *text = copy_of(source, index, arena);
        if (!strcmp(text, known) || (found && !strcmp(text, found)))
            continue;
        if (found)
            return NULL;
        found = text;
    }
    return found;
}

int source_index_store(const struct source *source, const char *array)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        struct source_stretch index;
        if (end == at && is_array_at(source, at, array) && index_after(source, at, array, 0, &index)) {
            size_t close = source_quiet_blanks(source, index.end);
            size_t after = source_quiet_blanks(source, close + 1);
            after += strchr("+-*/", source_quiet_byte(source, after)) ? 1 : 0;
            if (source_quiet_byte(source, after) == '=' && source_quiet_byte(source, after + 1) != '=')
                return source_quiet_line(source, at);
        }
        at = end > at ? end : at + 1;
    }
    return 0;
}

int source_index_always_first(const struct source *source, const char *array)
{
    int line = 0;
    struct source_stretch part = source_text_whole(source);
    for (size_t at; (at = source_text_find_name(source, part, array)) < part.end; part.begin = at + 1) {
        size_t open = at + strlen(array);
        bool is_first = source_quiet_begins(source, open, "[0]");
        if (source_quiet_byte(source, open) == '[' && !is_first)
            return 0;
        line = is_first && !line ? source_quiet_line(source, at) : line;
    }
    return line;
}
