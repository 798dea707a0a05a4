/* Reads sums and extremes of loops: see the header. */
#include "grader/source/source_fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_index.h"
#include "grader/source/source_quiet.h"
#include "grader/source/source_text.h"

enum { NAMES_MAX = 12 };

static bool is_zero(const struct source *source, struct source_stretch part)
{
    static const char *const zeros[] = {"0", "0.0f", "0.f", "0.0", "0.0F"};
    part = source_quiet_trimmed(source, part);
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        if (part.end - part.begin == strlen(zeros[i]) && source_quiet_begins(source, part.begin, zeros[i]))
            return true;
    return false;
}

/* `threadIdx.x / 32` is the same in all lanes of a warp. */
static bool has_thread(const struct source *source, struct source_stretch part, bool is_one)
{
    return source_text_has(source, part, "threadIdx") && !(is_one && source_text_has(source, part, "/"));
}

/* Whether the part has the number of a thread, or a variable that begins with one. */
static bool is_of_thread(const struct source *source, struct source_stretch part, bool is_one, struct arena *arena)
{
    struct source_stretch value, all = source_text_whole(source);
    bool is_found = has_thread(source, part, is_one);
    for (size_t at = part.begin; at < part.end && !is_found;) {
        size_t end = identifier_end(source, at);
        is_found = end > at && source_text_value(source, all, source_text_name(source, at, arena), &value) &&
                   has_thread(source, value, is_one);
        at = end > at ? end : at + 1;
    }
    return is_found;
}

/* The body of the function around a place. */
static struct source_stretch function_around(const struct source *source, size_t place)
{
    for (size_t at = 0; at < source->size_bytes;) {
        bool is_open = source_text_is_code(source, at) && source->text[at] == '{';
        size_t end = is_open ? source_text_after_close(source, at) : source_text_step(source, at);
        if (is_open && at < place && place < end)
            return (struct source_stretch){at, end};
        at = end;
    }
    return source_text_whole(source);
}

/* --- loops ------------------------------------------------------------------------------------ */

/* "i += blockDim.x", "+= 32", "+= step" with such a value: threads side by side go on together. */
static bool steps_over_threads(const struct source *source, struct source_stretch step, struct arena *arena)
{
    const char *plus = memmem(source->text + step.begin, step.end - step.begin, "+=", strlen("+="));
    size_t at = plus ? source_text_skip(source, (size_t)(plus - source->text) + strlen("+=")) : step.end;
    struct source_stretch value = {at, step.end};
    const char *name = source_text_name(source, at, arena);
    if (at >= step.end || source_text_has(source, value, "Dim."))
        return at < step.end;
    if (identifier_end(source, at) < step.end || !*name)
        return false;
    if (strspn(name, "0123456789") == strlen(name))
        return atol(name) >= 32;
    return !strpbrk(name, "abcdefghijklmnopqrstuvwxyz") ||
           (source_text_value(source, source_text_whole(source), name, &value) &&
            source_text_has(source, value, "Dim."));
}

/* Each thread takes other elements: `int i = threadIdx.x; ..; i += blockDim.x`. */
static bool is_shared_out(const struct source *source, const struct source_text_loop *loop, struct arena *arena)
{
    struct source_stretch header = loop->header;
    size_t first = source_text_find(source, header.begin, header.end, ";");
    size_t second = first < header.end ? source_text_find(source, first + 1, header.end, ";") : first;
    return second < header.end && is_of_thread(source, (struct source_stretch){header.begin, first}, false, arena) &&
           steps_over_threads(source, (struct source_stretch){second, header.end}, arena);
}

static bool is_extreme(const struct source *source, size_t at, bool is_largest)
{
    static const char *const names[2][3] = {{"fminf", "min", "fmin"}, {"fmaxf", "max", "fmax"}};
    for (size_t i = 0; i < sizeof names[0] / sizeof *names[0]; i++)
        if (identifier_at(source, at, names[is_largest][i]))
            return true;
    return false;
}

/* Whether the name at `at` is built up there: "sum += ..", "most = fmaxf(most, ..)". */
static bool is_fold_at(const struct source *source, size_t at, const char *name)
{
    size_t next = source_text_skip(source, at + strlen(name));
    if (source_quiet_begins(source, next, "+="))
        return source_quiet_byte(source, source_text_find(source, next, source->size_bytes, ";")) == ';';
    if (source_quiet_byte(source, next) != '=')
        return false;
    size_t function = source_text_skip(source, next + 1);
    struct source_stretch call = {function, source_text_find(source, function, source->size_bytes, ";")};
    return (is_extreme(source, function, true) || is_extreme(source, function, false)) &&
           source_text_has_name(source, call, name);
}

/* --- parts that no line joins ----------------------------------------------------------------- */

struct names {
    const char *items[NAMES_MAX];
    size_t count;
};

struct tracing {
    const struct source *source;
    struct arena *arena;
    struct names names; /* variables that have only the part of a thread */
    const char *variable;
    int line; /* of its first use */
    bool is_used, is_joined;
};

static bool has_any(const struct tracing *tracing, struct source_stretch part)
{
    for (size_t i = 0; i < tracing->names.count; i++)
        if (source_text_has_name(tracing->source, part, tracing->names.items[i]))
            return true;
    return false;
}

static bool is_any(const struct tracing *tracing, struct source_stretch part)
{
    part = source_quiet_trimmed(tracing->source, part);
    return identifier_end(tracing->source, part.begin) == part.end && has_any(tracing, part);
}

/* Functions of numbers, casts and keywords join nothing. */
static bool is_of_numbers(const struct source *source, size_t at)
{
    static const char *const names[] = {
        "if",    "for",    "while",  "expf",      "exp",  "logf",   "log",   "sqrtf", "sqrt",      "rsqrtf",
        "rsqrt", "fabsf",  "fmaxf",  "fminf",     "max",  "min",    "float", "int",   "powf",      "tanhf",
        "erff",  "log1pf", "__expf", "__frcp_rn", "fmaf", "double", "log2f", "exp2f", "__fdividef"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (identifier_at(source, at, names[i]))
            return true;
    return false;
}

/* Any of them can join the threads in each round. */
static bool has_other_call(const struct source *source, struct source_stretch part)
{
    for (size_t at = part.begin; at < part.end;) {
        size_t end = identifier_end(source, at);
        if (end > at && source_quiet_byte(source, source_text_skip(source, end)) == '(' && !is_of_numbers(source, at))
            return true;
        at = end > at ? end : source_text_step(source, at);
    }
    return false;
}

/* Whether the statement passes one of the names to another function. */
static bool has_call(const struct tracing *tracing, struct source_stretch statement)
{
    const struct source *source = tracing->source;
    for (size_t at = statement.begin; at < statement.end;) {
        size_t end = identifier_end(source, at), open = source_text_skip(source, end);
        if (end > at && source_quiet_byte(source, open) == '(' && !is_of_numbers(source, at) &&
            has_any(tracing, (struct source_stretch){open, source_text_after_close(source, open)}))
            return true;
        at = end > at ? end : source_text_step(source, at);
    }
    return source_text_has_name(source, statement, "asm");
}

/* `out[i] = .. sum ..` uses a part. `parts[t] = sum` hands it on, and so does a shared array. */
static void take_element(struct tracing *tracing, size_t begin, size_t equals, struct source_stretch value)
{
    const struct source *source = tracing->source;
    size_t end = identifier_end(source, begin);
    struct source_stretch index = {end, equals};
    bool is_handed_on = is_any(tracing, value) && is_of_thread(source, index, true, tracing->arena);
    if (end == begin || is_handed_on ||
        !source_text_is_pointer(source, source_text_name(source, begin, tracing->arena)))
        tracing->is_joined = true;
    else
        tracing->is_used = true;
}

/* Where the left side begins: after a condition, a type or `*`. */
static size_t left_side(const struct source *source, struct source_stretch statement)
{
    size_t at = source_text_skip(source, statement.begin);
    while (identifier_at(source, at, "if") || identifier_at(source, at, "for") || identifier_at(source, at, "while") ||
           identifier_at(source, at, "else")) {
        size_t open = source_text_skip(source, identifier_end(source, at));
        at = source_quiet_byte(source, open) == '(' ? source_text_skip(source, source_text_after_close(source, open))
                                                    : open;
    }
    for (size_t next; at < statement.end; at = next) {
        next = source_text_skip(source, identifier_end(source, at));
        bool is_type = next > at && next < statement.end && identifier_end(source, next) > next;
        if (!is_type)
            break;
    }
    return at;
}

static void take_statement(struct tracing *tracing, struct source_stretch statement)
{
    const struct source *source = tracing->source;
    if (!has_any(tracing, statement))
        return;
    if (!tracing->line && source_text_has_name(source, statement, tracing->variable))
        tracing->line = source_quiet_line(source, source_text_find_name(source, statement, tracing->variable));
    tracing->is_joined |= has_call(tracing, statement);
    size_t begin = left_side(source, statement), equals = source_text_find(source, begin, statement.end, "=");
    struct source_stretch value = {equals + 1, statement.end};
    if (equals >= statement.end || !has_any(tracing, value))
        return;
    size_t end = equals;
    while (end > begin && strchr(" \t+-*/", source->text[end - 1]))
        end--;
    if (identifier_end(source, begin) < end) {
        take_element(tracing, begin, end, value);
        return;
    }
    /* A term of another sum: `sum += expf(x[i] - largest)` */
    if (source->text[equals - 1] == '+' && !is_any(tracing, value))
        tracing->is_used = true;
    else if (tracing->names.count < NAMES_MAX)
        tracing->names.items[tracing->names.count++] = source_text_name(source, begin, tracing->arena);
}

static struct source_fold_part follow(const struct source *source, const struct source_text_loop *loop,
                                      const char *variable, int line, struct arena *arena)
{
    struct tracing tracing = {
        .source = source, .arena = arena, .variable = variable, .names = {.items = {variable}, .count = 1}};
    size_t last = function_around(source, loop->at).end;
    for (size_t at = loop->body.end; at < last && !tracing.is_joined && !tracing.is_used;) {
        size_t end = at;
        /* the header of a loop has no statement of its own */
        while (end < last && !(source_text_is_code(source, end) && strchr(";{}", source->text[end])))
            end = source_text_is_code(source, end) && source->text[end] == '(' ? source_text_after_close(source, end)
                                                                               : source_text_step(source, end);
        take_statement(&tracing, (struct source_stretch){at, end});
        at = end + 1;
    }
    bool is_found = !tracing.is_joined && tracing.is_used;
    return is_found ? (struct source_fold_part){tracing.line, line, variable} : (struct source_fold_part){0};
}

struct source_fold_part source_fold_part(const struct source *source, struct arena *arena)
{
    struct source_text_loop loop;
    for (size_t at = 0; source_text_next_loop(source, &at, &loop);) {
        struct source_stretch before = {function_around(source, loop.at).begin, loop.at};
        if (!is_shared_out(source, &loop, arena) || has_other_call(source, loop.body))
            continue;
        for (size_t name = loop.body.begin; name < loop.body.end;) {
            size_t end = identifier_end(source, name);
            const char *variable =
                end > name && source_text_is_code(source, name) ? source_text_name(source, name, arena) : "";
            struct source_fold_part found = {0};
            if (*variable && is_fold_at(source, name, variable) && source_text_has_name(source, before, variable))
                found = follow(source, &loop, variable, source_quiet_line(source, name), arena);
            if (found.line)
                return found;
            name = end > name ? end : source_text_step(source, name);
        }
    }
    return (struct source_fold_part){0};
}

/* --- differences from a mean ------------------------------------------------------------------ */

/* The mean in `x - mean`, or in a variable with such a value; NULL: other text. */
static const char *mean_of(const struct source *source, struct source_stretch part, struct arena *arena)
{
    struct source_stretch value;
    part = source_quiet_trimmed(source, part);
    while (source_quiet_byte(source, part.begin) == '(' && source_text_after_close(source, part.begin) == part.end)
        part = source_quiet_trimmed(source, (struct source_stretch){part.begin + 1, part.end - 1});
    if (identifier_end(source, part.begin) == part.end && part.end > part.begin) {
        if (!source_text_value(source, source_text_whole(source), source_text_name(source, part.begin, arena), &part))
            return NULL;
    }
    size_t minus = source_text_find(source, part.begin, part.end, "-+*/?");
    size_t name = source_text_skip(source, minus + 1), end = identifier_end(source, name);
    if (minus >= part.end || source->text[minus] != '-' || end == name || source_text_skip(source, end) < part.end)
        return NULL;
    const char *mean = source_text_name(source, name, arena);
    return source_text_value(source, source_text_whole(source), mean, &value) && source_text_has(source, value, "/")
               ? mean
               : NULL;
}

struct source_fold_deviation source_fold_deviation(const struct source *source, struct arena *arena)
{
    struct source_text_loop loop;
    for (size_t at = 0; source_text_next_loop(source, &at, &loop);)
        for (size_t plus = loop.body.begin; plus + 1 < loop.body.end; plus = source_text_step(source, plus)) {
            if (!source_text_is_code(source, plus) || !source_quiet_begins(source, plus, "+="))
                continue;
            size_t end = source_text_find(source, plus + 2, loop.body.end, ",;");
            const char *mean = mean_of(source, (struct source_stretch){plus + 2, end}, arena);
            if (mean)
                return (struct source_fold_deviation){source_quiet_line(source, plus), mean};
        }
    return (struct source_fold_deviation){0};
}

/* --- extremes that begin with 0 --------------------------------------------------------------- */

/* Whether a search at `at` goes on with the name: "fmaxf(most, ..)", "fmaxf(tile[t], ..)". */
static const char *searched_at(const struct source *source, size_t at, bool is_largest, struct arena *arena)
{
    if (!is_extreme(source, at, is_largest))
        return NULL;
    size_t equals = at;
    while (equals > 0 && strchr(" \t", source->text[equals - 1]))
        equals--;
    if (!equals || source->text[equals - 1] != '=')
        return NULL;
    size_t begin = equals - 1;
    while (begin > 0 && !strchr(";{})\n", source->text[begin - 1]))
        begin--;
    begin = left_side(source, (struct source_stretch){begin, equals});
    const char *name = source_text_name(source, begin, arena);
    struct source_stretch call = {at, source_text_find(source, at, source->size_bytes, ";")};
    return *name && source_text_has_name(source, call, name) ? name : NULL;
}

/* The line of `NAME = 0`, `NAME[..] = 0` or `NAME[..] = .. : 0`; 0: none. */
static int line_from_zero(const struct source *source, struct source_stretch part, const char *name)
{
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t equals = source_text_skip(source, at + strlen(name));
        if (source_quiet_byte(source, equals) == '[')
            equals = source_text_skip(source, source_text_after_close(source, equals));
        if (source_quiet_byte(source, equals) != '=' || source_quiet_byte(source, equals + 1) == '=')
            continue;
        size_t end = source_text_find(source, equals + 1, source->size_bytes, ",;");
        size_t colon = source_text_find(source, equals + 1, end, ":");
        if (is_zero(source, (struct source_stretch){colon < end ? colon + 1 : equals + 1, end}))
            return source_quiet_line(source, at);
    }
    return 0;
}

int source_fold_from_zero(const struct source *source, bool is_largest, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        const char *name = source_text_is_code(source, at) ? searched_at(source, at, is_largest, arena) : NULL;
        if (!name)
            continue;
        struct source_stretch function = function_around(source, at);
        bool is_magnitude = source_text_has(source, function, "abs"); /* none is below 0 */
        int line = is_magnitude ? 0 : line_from_zero(source, function, name);
        if (line)
            return line;
    }
    return 0;
}

int source_fold_atomic(const struct source *source, bool is_largest, const char *buffer)
{
    const char *function = is_largest ? "atomicMax" : "atomicMin";
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t open = at + strlen(function), name = source_text_skip(source, open + 1);
        if (!source_text_is_code(source, at) || !identifier_at(source, at, function) ||
            source_quiet_byte(source, open) != '(')
            continue;
        name += source_quiet_byte(source, name) == '&';
        if (identifier_at(source, name, buffer))
            return source_quiet_line(source, at);
    }
    return 0;
}

/* --- trees and means -------------------------------------------------------------------------- */

/* The number after `before` in a part, if it ends there or before a ';'; -1: another text. */
static long number_after(const struct source *source, struct source_stretch part, const char *before)
{
    const char *found = memmem(source->text + part.begin, part.end - part.begin, before, strlen(before));
    size_t at = found ? source_text_skip(source, (size_t)(found - source->text) + strlen(before)) : part.end;
    char *end = NULL;
    long number = at < part.end ? strtol(source->text + at, &end, 10) : -1;
    bool is_alone =
        end && end > source->text + at && source_text_skip(source, (size_t)(end - source->text)) >= part.end;
    return is_alone ? number : -1;
}

/* The array of `array[t + step]` in a part; "": there is none. */
static const char *partner_array(const struct source *source, struct source_stretch part, const char *step,
                                 struct arena *arena)
{
    for (size_t at = part.begin; at < part.end; at = source_text_step(source, at)) {
        if (!source_text_is_code(source, at) || source->text[at] != '[')
            continue;
        struct source_stretch index = {at + 1, source_text_after_close(source, at) - 1};
        size_t begin = source_quiet_word_begin(source, at);
        if (index.end > index.begin && source_text_has(source, index, "+") && source_text_has_name(source, index, step))
            return source_text_name(source, begin, arena);
    }
    return "";
}

static struct source_fold_tree tree_of(const struct source *source, const struct source_text_loop *loop,
                                       struct arena *arena)
{
    struct source_stretch header = loop->header;
    size_t first = source_text_find(source, header.begin, header.end, ";");
    size_t second = first < header.end ? source_text_find(source, first + 1, header.end, ";") : first;
    struct source_stretch begin = {header.begin, first}, condition = {first + 1, second}, step = {second, header.end};
    bool halves =
        second < header.end && (source_text_has(source, step, "/= 2") || source_text_has(source, step, ">>= 1"));
    if (!halves)
        return (struct source_fold_tree){0};
    const char *name = source_text_name(source, source_text_skip(source, condition.begin), arena);
    const char *array = *name ? partner_array(source, loop->body, name, arena) : "";
    long above = number_after(source, condition, ">"), from = number_after(source, condition, ">=");
    bool stops_early = above > 0 || from > 1;
    long steps = number_after(source, begin, "=");
    unsigned long size = *array ? source_index_size(source, array, 0) : 0;
    bool begins_late = steps > 0 && (unsigned long)steps * 2 < size;
    if (!*array || !(stops_early || begins_late))
        return (struct source_fold_tree){0};
    return (struct source_fold_tree){source_quiet_line(source, loop->at), array, steps, stops_early ? 0 : size};
}

struct source_fold_tree source_fold_tree(const struct source *source, struct arena *arena)
{
    struct source_text_loop loop;
    struct source_fold_tree found = {0};
    for (size_t at = 0; !found.line && source_text_next_loop(source, &at, &loop);)
        found = tree_of(source, &loop, arena);
    return found;
}

/* Whether the source declares this name as a float or as a vector of floats. */
static bool is_float(const struct source *source, const char *name)
{
    static const char *const types[] = {"float", "float2", "float4"};
    struct source_stretch part = source_text_whole(source);
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t type = source_quiet_word_begin(source, at > 0 ? at - 1 : 0);
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (at > 0 && source->text[at - 1] == ' ' && identifier_at(source, type, types[i]))
                return true;
    }
    return false;
}

static bool has_float(const struct source *source, struct source_stretch part)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (size_t at = part.begin; at < part.end;) {
        size_t end = identifier_end(source, at);
        if (end > at && is_float(source, source_text_name(source, at, arena)))
            return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* Whether a call, a float, or a bracket with one ends at this place. */
static bool is_float_before(const struct source *source, size_t end)
{
    while (end > 0 && strchr(" \t", source->text[end - 1]))
        end--;
    size_t begin = source_quiet_word_begin(source, end);
    if (begin < end)
        return has_float(source, (struct source_stretch){begin, end});
    for (int depth = 0; begin > 0; begin--) {
        depth += (source->text[begin - 1] == ')') - (source->text[begin - 1] == '(');
        if (depth == 0)
            break;
    }
    return begin > 1 &&
           (identifier_has(source->text[begin - 2]) || has_float(source, (struct source_stretch){begin, end}));
}

int source_fold_divisor(const struct source *source)
{
    for (size_t at = 1; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t next = source_text_skip(source, at + 1);
        if (!source_text_is_code(source, at) || source->text[at] != '/' || source->text[at - 1] == '/')
            continue;
        next += source_quiet_begins(source, next, "(float)") ? strlen("(float)") : 0;
        if (source_quiet_begins(source, next, "blockDim.") && is_float_before(source, at))
            return source_quiet_line(source, at);
    }
    return 0;
}
