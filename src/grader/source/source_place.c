/* Reads sums of blockIdx and threadIdx: see the header. */
#include "grader/source/source_place.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_text.h"

/* A longer sum is nobody's index. The limit bounds the time, and how deep brackets go. */
enum { SUM_BYTES_MAX = 256 };

/* A sum that is read so far. */
struct sum {
    struct source_place place;
    bool has_block, has_thread, is_other; /* is_other: it has a part of another kind */
    const char *of_block, *of_thread;     /* their factors; "": none */
    struct arena *arena;
};

/* --- parts of an expression ------------------------------------------------------------------- */

static bool is_blank(char byte)
{
    return isspace((unsigned char)byte);
}

static char *trimmed(struct arena *arena, const char *begin, const char *end)
{
    while (begin < end && is_blank(*begin))
        begin++;
    while (end > begin && is_blank(end[-1]))
        end--;
    return arena_strndup(arena, begin, (size_t)(end - begin));
}

/* The bracket that closes the one at `open`; the end of the text: none. */
static const char *close_of(const char *open)
{
    int depth = 0;
    const char *at = open;
    for (; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            break;
    }
    return at;
}

static bool is_type(const char *text)
{
    static const char *const types[] = {"int", "unsigned", "unsigned int", "size_t", "long", "long long", "uint32_t"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(text, types[i]))
            return true;
    return false;
}

/* Without a cast before it, and without brackets around it. */
static const char *bare(struct arena *arena, const char *text)
{
    while (*text == '(') {
        const char *close = close_of(text), *inner = trimmed(arena, text + 1, close);
        if (!*close)
            return text;
        if (is_type(inner))
            text = trimmed(arena, close + 1, close + strlen(close));
        else if (!close[1])
            text = inner;
        else
            return text;
    }
    return text;
}

/* The next of the bytes outside of brackets; the end of the text: none. */
static const char *next_of(const char *text, const char *bytes)
{
    int depth = 0;
    for (; *text; text++) {
        if (depth == 0 && strchr(bytes, *text))
            break;
        depth += (*text == '(') - (*text == ')');
    }
    return text;
}

static bool is_axis(const char *text, const char *word, char *out_axis)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0 || !text[length] || text[length + 1])
        return false;
    *out_axis = text[length];
    return true;
}

/* "(blockIdx.x - 1)" */
static bool is_block_from_one(const char *text, char *out_axis)
{
    char name[16] = "";
    size_t length = strlen("blockIdx.x");
    if (strncmp(text, "blockIdx.", strlen("blockIdx.")) != 0 || strlen(text) <= length)
        return false;
    memcpy(name, text, length);
    const char *rest = text + length;
    rest += strspn(rest, " ");
    bool is_one =
        (*rest == '-' || *rest == '+') && rest[1 + strspn(rest + 1, " ")] == '1' && !rest[2 + strspn(rest + 1, " ")];
    return is_one && is_axis(name, "blockIdx.", out_axis);
}

/* --- one sum ---------------------------------------------------------------------------------- */

static void take_axis(struct sum *sum, char axis)
{
    const char *name = arena_strndup(sum->arena, &axis, 1);
    sum->is_other |= sum->place.axis && strcmp(sum->place.axis, name) != 0;
    sum->place.axis = name;
}

/* "blockIdx.x * blockDim.x" */
static void take_product(struct sum *sum, const char *term, bool is_negative)
{
    const char *star = next_of(term, "*/%"), *factor = "";
    const char *first = bare(sum->arena, trimmed(sum->arena, term, star));
    if (*star == '*')
        factor = bare(sum->arena, trimmed(sum->arena, star + 1, star + strlen(star)));
    bool is_long = *star == '/' || *star == '%' || *next_of(factor, "*/%") || (*star && !*factor);
    char axis = 0;
    if (*factor && (!strncmp(factor, "blockIdx.", 9) || !strncmp(factor, "threadIdx.", 10))) {
        const char *other = first;
        first = factor, factor = other;
    }
    bool is_from_one = is_block_from_one(first, &axis), is_block = is_from_one || is_axis(first, "blockIdx.", &axis);
    bool is_thread = !is_block && is_axis(first, "threadIdx.", &axis);
    sum->is_other |= is_long || is_negative || (is_block && sum->has_block) || (is_thread && sum->has_thread);
    if (!is_block && !is_thread) {
        sum->is_other = true;
        return;
    }
    take_axis(sum, axis);
    sum->has_block |= is_block;
    sum->has_thread |= is_thread;
    *(is_block ? &sum->of_block : &sum->of_thread) = factor;
    if (is_from_one && !is_long)
        sum->place.slip = SOURCE_PLACE_FROM_ONE;
}

static void take_sum(struct sum *sum, const char *text)
{
    bool is_negative = false;
    for (const char *at = text; *at;) {
        const char *end = next_of(at, "+-");
        const char *term = bare(sum->arena, trimmed(sum->arena, at, end));
        char *rest;
        long long number = strtoll(term, &rest, 10);
        if (*term && !*rest)
            sum->place.shift += is_negative ? -number : number;
        else if (*next_of(term, "+-") && !is_negative)
            take_sum(sum, term);
        else
            take_product(sum, term, is_negative);
        is_negative = *end == '-';
        at = *end ? end + 1 : end;
    }
}

static enum source_place_slip slip_of(const struct sum *sum)
{
    const struct source_place *place = &sum->place;
    const char *own = place->axis ? arena_printf(sum->arena, "blockDim.%s", place->axis) : "";
    bool is_sized = !strcmp(sum->of_block, own);
    if (sum->is_other || !sum->has_block || !sum->has_thread)
        return SOURCE_PLACE_NONE;
    if (place->slip == SOURCE_PLACE_FROM_ONE)
        return is_sized && !*sum->of_thread ? SOURCE_PLACE_FROM_ONE : SOURCE_PLACE_NONE;
    if (!*sum->of_block && !strcmp(sum->of_thread, own))
        return SOURCE_PLACE_EXCHANGED;
    if (*sum->of_thread)
        return SOURCE_PLACE_NONE;
    bool is_other_size = !strncmp(sum->of_block, "gridDim.", 8) || !strncmp(sum->of_block, "blockDim.", 9);
    if (is_other_size && !is_sized)
        return SOURCE_PLACE_OTHER_SIZE;
    if (!*sum->of_block)
        return SOURCE_PLACE_NO_SIZE;
    bool is_number = strspn(sum->of_block, "0123456789") == strlen(sum->of_block);
    if ((is_sized || is_number) && place->shift)
        return SOURCE_PLACE_SHIFTED;
    return is_number ? SOURCE_PLACE_NUMBER : SOURCE_PLACE_NONE;
}

/* --- the source ------------------------------------------------------------------------------- */

/* The sum around a name: up to an operator or bracket outside it. Empty: it is too long. */
static struct source_stretch sum_around(const struct source *source, size_t at)
{
    static const char ends[] = "=,;[]{}<>!&|?:\"";
    struct source_stretch part = {at, at};
    for (int depth = 0; part.begin > 0 && at - part.begin < SUM_BYTES_MAX; part.begin--) {
        char byte = source->text[part.begin - 1];
        depth += (byte == ')') - (byte == '(');
        if (depth < 0 || strchr(ends, byte))
            break;
    }
    for (int depth = 0; part.end < source->size_bytes && part.end - at < SUM_BYTES_MAX; part.end++) {
        char byte = source->text[part.end];
        depth += (byte == '(') - (byte == ')');
        if (depth < 0 || strchr(ends, byte))
            break;
    }
    if (part.end - part.begin >= SUM_BYTES_MAX)
        return (struct source_stretch){at, at};
    return source_quiet_trimmed(source, part);
}

/* "i" of `int i = ` before the sum; "": there is none. */
static const char *variable_before(const struct source *source, size_t begin, struct arena *arena)
{
    while (begin > 0 && is_blank(source->text[begin - 1]))
        begin--;
    if (begin < 2 || source->text[begin - 1] != '=' || strchr("=<>!+-*/", source->text[begin - 2]))
        return "";
    size_t end = begin - 1;
    while (end > 0 && is_blank(source->text[end - 1]))
        end--;
    begin = source_quiet_word_begin(source, end);
    return arena_strndup(arena, source->text + begin, end - begin);
}

static struct source_place place_at(const struct source *source, size_t at, struct arena *arena)
{
    struct source_stretch part = sum_around(source, at);
    struct sum sum = {.of_block = "", .of_thread = "", .arena = arena};
    sum.place.written = arena_strndup(arena, source->text + part.begin, part.end - part.begin);
    take_sum(&sum, sum.place.written);
    sum.place.slip = slip_of(&sum);
    sum.place.line = source_quiet_line(source, part.begin);
    sum.place.variable = variable_before(source, part.begin, arena);
    sum.place.size = sum.of_block;
    return sum.place;
}

/* The first sum with one of these slips. */
static struct source_place find(const struct source *source, enum source_place_slip first, enum source_place_slip last,
                                struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes;) {
        size_t end = source_quiet_end(source, at);
        if (end == at && source_quiet_begins(source, at, "threadIdx.")) {
            struct source_place place = place_at(source, at, arena);
            if (place.slip >= first && place.slip <= last)
                return place;
        }
        at = end > at ? end : at + 1;
    }
    return (struct source_place){0};
}

struct source_place source_place_certain(const struct source *source, struct arena *arena)
{
    return find(source, SOURCE_PLACE_OTHER_SIZE, SOURCE_PLACE_FROM_ONE, arena);
}

struct source_place source_place_possible(const struct source *source, struct arena *arena)
{
    struct source_place place = find(source, SOURCE_PLACE_NO_SIZE, SOURCE_PLACE_SHIFTED, arena);
    return place.slip && *place.variable ? place : (struct source_place){0};
}

struct source_place source_place_number(const struct source *source, struct arena *arena)
{
    return find(source, SOURCE_PLACE_NUMBER, SOURCE_PLACE_NUMBER, arena);
}

/* --- steps ----------------------------------------------------------------------------------- */

static bool is_text(const struct source *source, struct source_stretch part, const char *text)
{
    return part.end - part.begin == strlen(text) && source_quiet_begins(source, part.begin, text);
}

/* The last value that the code before `end` gives the name. False: none. */
static bool last_value(const struct source *source, size_t end, const char *name, struct source_stretch *out)
{
    struct source_stretch part = {0, end}, value;
    bool has_value = false;
    while (source_text_value(source, part, name, &value)) {
        *out = value;
        has_value = true;
        part.begin = value.begin;
    }
    return has_value;
}

/* The part, or its value if it is a variable with one. */
static struct source_stretch value_of(const struct source *source, struct source_stretch part, struct arena *arena)
{
    struct source_stretch value;
    const char *name = source_text_name(source, part.begin, arena);
    bool is_name = *name && is_text(source, part, name);
    return is_name && last_value(source, part.begin, name, &value) ? value : part;
}

/* Whether the value is blockIdx.x * blockDim.x + threadIdx.x, with its parts in any order. */
static bool is_number_in_grid(const struct source *source, struct source_stretch value)
{
    static const char *const products[] = {"blockIdx.x*blockDim.x", "blockDim.x*blockIdx.x", "blockIdx.x * blockDim.x",
                                           "blockDim.x * blockIdx.x"};
    bool has_product = false;
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        has_product |= source_text_has(source, value, products[i]);
    return has_product && source_text_has(source, value, "threadIdx.x") && !source_text_has(source, value, "/") &&
           !source_text_has(source, value, "?");
}

/* "i" of `i += blockDim.x` at `at`, and its step, if i begins as a number in the grid. */
static struct source_place_step step_at(const struct source *source, size_t at, struct arena *arena)
{
    static const char *const parts[] = {"blockDim.x", "gridDim.x"};
    const char *variable = source_text_name(source, at, arena);
    size_t sign = source_text_skip(source, at + strlen(variable));
    struct source_stretch begin = {0};
    if (!*variable || !source_quiet_begins(source, sign, "+=") || !last_value(source, at, variable, &begin) ||
        !is_number_in_grid(source, value_of(source, begin, arena)))
        return (struct source_place_step){0};
    size_t end = source_text_find(source, sign + 2, source->size_bytes, ",;");
    struct source_stretch step = source_quiet_trimmed(source, (struct source_stretch){sign + 2, end});
    step = value_of(source, step, arena);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_text(source, step, parts[i]))
            return (struct source_place_step){source_quiet_line(source, at), variable, parts[i]};
    return (struct source_place_step){0};
}

/* One block is a whole grid. */
static bool launches_one_block(const struct source *source)
{
    struct source_stretch whole = source_text_whole(source);
    return source_text_has(source, whole, "grid=1 ") || source_text_has(source, whole, "grid=1\n");
}

struct source_place_step source_place_short_step(const struct source *source, struct arena *arena)
{
    if (launches_one_block(source))
        return (struct source_place_step){0};
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        bool begins = source_text_is_code(source, at) && (at == 0 || !identifier_has(source->text[at - 1]));
        struct source_place_step found = {0};
        if (begins && identifier_has(source->text[at]))
            found = step_at(source, at, arena);
        if (found.line)
            return found;
    }
    return (struct source_place_step){0};
}
