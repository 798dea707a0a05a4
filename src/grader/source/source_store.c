/* Finds stores that reach too few elements: see the header. */
#include "grader/source/source_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_text.h"

/* Whether a statement begins at this place. */
static bool begins_statement(const struct source *source, size_t at)
{
    while (at > 0 && strchr(" \t\n\r", source->text[at - 1]))
        at--;
    return at > 0 && strchr(";{})", source->text[at - 1]);
}

/* Whether a list of parameters has the pointer: `float *c,`. A local one can begin anywhere. */
static bool is_parameter(const struct source *source, const char *pointer)
{
    struct source_stretch part = source_text_whole(source);
    for (size_t at; (at = source_text_find_name(source, part, pointer)) < part.end; part.begin = at + 1) {
        char after = source_quiet_byte(source, source_text_skip(source, at + strlen(pointer)));
        bool is_declared = at > 0 && strchr("*_ ", source->text[at - 1]) && (after == ',' || after == ')');
        if (is_declared)
            return source_text_is_pointer(source, pointer);
    }
    return false;
}

/* Whether the pointer itself gets a value: `c += i`, and not `*c = x`. */
static bool is_moved(const struct source *source, const char *pointer)
{
    for (size_t at = 1; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t next = source_text_skip(source, at + strlen(pointer));
        char first = source_quiet_byte(source, next), second = source_quiet_byte(source, next + 1);
        bool is_value = (first == '=' && second != '=') || (first && strchr("+-", first) && second == '=');
        if (source_text_is_code(source, at) && identifier_at(source, at, pointer) && source->text[at - 1] != '*' &&
            is_value)
            return true;
    }
    return false;
}

struct source_store_pointer source_store_pointer(const struct source *source, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        if (!source_text_is_code(source, at) || source->text[at] != '*' || !begins_statement(source, at))
            continue;
        size_t name = source_text_skip(source, at + 1), end = identifier_end(source, name);
        bool steps = source_quiet_begins(source, end, "++");
        size_t equals = source_text_skip(source, steps ? end + 2 : end);
        const char *pointer = source_text_name(source, name, arena);
        bool stores =
            *pointer && source_quiet_byte(source, equals) == '=' && source_quiet_byte(source, equals + 1) != '=';
        if (stores && is_parameter(source, pointer) && (steps || !is_moved(source, pointer)))
            return (struct source_store_pointer){source_quiet_line(source, at), pointer};
    }
    return (struct source_store_pointer){0};
}

/* "k" of the header `int k = 0; ..`; "": it declares nothing. */
static const char *variable_of(const struct source *source, const struct source_text_loop *loop, struct arena *arena)
{
    size_t equals = source_text_find(source, loop->header.begin, loop->header.end, "=;");
    if (equals >= loop->header.end || source->text[equals] != '=')
        return "";
    while (equals > loop->header.begin && strchr(" \t", source->text[equals - 1]))
        equals--;
    size_t begin = source_quiet_word_begin(source, equals);
    return source_text_name(source, begin, arena);
}

/* Whether a name of the part gets a value in the body, so that it can differ in each round. */
static bool changes(const struct source *source, struct source_stretch part, struct source_stretch body,
                    struct arena *arena)
{
    for (size_t at = part.begin; at < part.end;) {
        size_t end = identifier_end(source, at);
        const char *name = source_text_name(source, at, arena);
        for (size_t place = body.begin; *name && place < body.end; place = source_text_step(source, place)) {
            size_t next = source_text_skip(source, place + strlen(name));
            char first = source_quiet_byte(source, next), second = source_quiet_byte(source, next + 1);
            bool is_name = source_text_is_code(source, place) && identifier_at(source, place, name);
            bool is_changed = (first == '=' && second != '=') || (first && strchr("+-*/", first) && second == '=');
            if (is_name && is_changed)
                return true;
        }
        at = end > at ? end : at + 1;
    }
    return false;
}

/* Whether the body has the array elsewhere: it is a tile, which each round fills again. */
static bool is_read(const struct source *source, size_t store, struct source_stretch body, const char *name)
{
    size_t after = source_text_find_name(source, (struct source_stretch){store + 1, body.end}, name);
    return after < body.end || source_text_find_name(source, body, name) < store;
}

/* Whether `NAME[index] = value` at `at` stores another value of the same element in each round. */
static bool is_replaced(const struct source *source, size_t at, const struct source_text_loop *loop,
                        const char *variable, struct arena *arena)
{
    const char *name = source_text_name(source, at, arena);
    size_t open = identifier_end(source, at);
    if (!*name || source_quiet_byte(source, open) != '[' || !begins_statement(source, at) ||
        !source_text_is_pointer(source, name))
        return false;
    size_t close = source_text_after_close(source, open), equals = source_text_skip(source, close);
    struct source_stretch index = {open + 1, close - 1};
    struct source_stretch value = {equals + 1, source_text_find(source, equals + 1, loop->body.end, ";")};
    return source_quiet_byte(source, equals) == '=' && source_quiet_byte(source, equals + 1) != '=' &&
           source_text_has_name(source, value, variable) && !source_text_has_name(source, index, variable) &&
           !source_text_has_name(source, value, name) &&
           !changes(source, (struct source_stretch){at, open}, loop->body, arena) &&
           !is_read(source, at, loop->body, name) && !changes(source, index, loop->body, arena) &&
           !changes(source, value, loop->body, arena);
}

struct source_store_round source_store_round(const struct source *source, struct arena *arena)
{
    struct source_text_loop loop;
    for (size_t at = 0; source_text_next_loop(source, &at, &loop);) {
        const char *variable = variable_of(source, &loop, arena);
        for (size_t store = loop.body.begin; *variable && store < loop.body.end;) {
            size_t end = identifier_end(source, store);
            if (source_text_is_code(source, store) && is_replaced(source, store, &loop, variable, arena))
                return (struct source_store_round){source_quiet_line(source, store), source_quiet_line(source, loop.at),
                                                   source_text_name(source, store, arena)};
            store = end > store ? end : source_text_step(source, store);
        }
    }
    return (struct source_store_round){0};
}

struct source_store_round source_store_variable(const struct source *source, struct arena *arena)
{
    struct source_text_loop loop;
    for (size_t at = 0; source_text_next_loop(source, &at, &loop);) {
        const char *variable = variable_of(source, &loop, arena);
        size_t begin = source_text_skip(source, loop.body.begin), equals;
        const char *name = source_text_name(source, begin, arena);
        equals = source_text_skip(source, begin + strlen(name));
        struct source_stretch value = {equals + 1, loop.body.end};
        bool is_value = *name && *variable && source_quiet_byte(source, equals) == '=' &&
                        source_quiet_byte(source, equals + 1) != '=';
        if (is_value && strcmp(name, variable) != 0 && source_text_has_name(source, value, variable) &&
            !source_text_has_name(source, value, name))
            return (struct source_store_round){source_quiet_line(source, begin), source_quiet_line(source, loop.at),
                                               name};
    }
    return (struct source_store_round){0};
}

/* Whether the condition is true for one thread of a block: `threadIdx.x == 0`. */
static bool is_of_one_thread(const struct source *source, struct source_stretch condition)
{
    static const char *const texts[] = {"threadIdx.x == 0", "threadIdx.x==0", "!threadIdx.x",
                                        "tid == 0",         "tid==0",         "t == 0"};
    condition = source_quiet_trimmed(source, condition);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (condition.end - condition.begin == strlen(texts[i]) &&
            source_quiet_begins(source, condition.begin, texts[i]))
            return true;
    return false;
}

/*
 * Whether a store to an element reads the variable later in the function, as it is:
 * `y[i] = x * NAME;`.
 */
static bool is_stored(const struct source *source, size_t begin, const char *name)
{
    struct source_stretch part = {begin, source->size_bytes}, value;
    size_t kernel = source_text_find_name(source, part, "__global__");
    size_t function = source_text_find_name(source, part, "__device__");
    part.end = kernel < function ? kernel : function;
    if (source_text_value(source, part, name, &value))
        return false;
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t statement = at;
        while (statement > 0 && !strchr(";{}", source->text[statement - 1]))
            statement--;
        if (source_text_has(source, (struct source_stretch){statement, at}, "] ="))
            return true;
    }
    return false;
}

/* Whether the code before has `float NAME`, and not in shared memory. */
static bool is_of_thread(const struct source *source, size_t end, const char *name)
{
    struct source_stretch part = {0, end};
    static const char *const types[] = {"float", "int", "double"};
    for (size_t at; (at = source_text_find_name(source, part, name)) < end; part.begin = at + 1)
        for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
            size_t length = strlen(types[i]), type = at > length ? at - length - 1 : 0, line = type;
            while (line > 0 && source->text[line - 1] != '\n')
                line--;
            if (at > length && identifier_at(source, type, types[i]) &&
                !source_text_has(source, (struct source_stretch){line, at}, "__shared__") &&
                source_quiet_byte(source, at + strlen(name)) != '[')
                return true;
        }
    return false;
}

struct source_store_pointer source_store_single(const struct source *source, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t open = source_text_skip(source, at + strlen("if"));
        if (!source_text_is_code(source, at) || !identifier_at(source, at, "if") ||
            source_quiet_byte(source, open) != '(')
            continue;
        size_t close = source_text_after_close(source, open), begin = source_text_skip(source, close);
        bool is_block = source_quiet_byte(source, begin) == '{';
        begin = is_block ? source_text_skip(source, begin + 1) : begin;
        const char *name = source_text_name(source, begin, arena);
        size_t equals = source_text_skip(source, begin + strlen(name));
        size_t end = is_block ? source_text_after_close(source, source_text_skip(source, close))
                              : source_text_find(source, begin, source->size_bytes, ";");
        bool sets = *name && source_quiet_byte(source, equals) == '=' && source_quiet_byte(source, equals + 1) != '=';
        if (sets && is_of_one_thread(source, (struct source_stretch){open + 1, close - 1}) &&
            is_of_thread(source, at, name) && is_stored(source, end, name))
            return (struct source_store_pointer){source_quiet_line(source, begin), name};
    }
    return (struct source_store_pointer){0};
}

/* Whether an index is that many elements ahead, as in `a[i + 1]`. It needs such a condition. */
static bool is_ahead(const struct source *source, long by)
{
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t number = source_text_skip(source, at + 1), end = identifier_end(source, number);
        if (source_text_is_code(source, at) && source->text[at] == '+' && end > number &&
            strtol(source->text + number, NULL, 10) == by && source_quiet_byte(source, end) == ']')
            return true;
    }
    return false;
}

struct source_store_short source_store_short(const struct source *source, long by, struct arena *arena)
{
    if (is_ahead(source, by))
        return (struct source_store_short){0};
    for (size_t at = 1; at + 1 < source->size_bytes; at = source_text_step(source, at)) {
        bool compares = source_text_is_code(source, at) && source->text[at] == '<' &&
                        !strchr("<=", source->text[at + 1]) && source->text[at - 1] != '<';
        size_t size = source_text_skip(source, at + 1), end = identifier_end(source, size);
        size_t minus = source_text_skip(source, end), number = source_text_skip(source, minus + 1);
        size_t stop = identifier_end(source, number), begin = at;
        if (!compares || end == size || source_quiet_byte(source, minus) != '-' || stop == number ||
            strtol(source->text + number, NULL, 10) != by || !strchr(");&", source_quiet_byte(source, stop)))
            continue;
        while (begin > 0 && !strchr("(;&|", source->text[begin - 1]))
            begin--;
        begin = source_text_skip(source, begin);
        return (struct source_store_short){source_quiet_line(source, at),
                                           arena_strndup(arena, source->text + begin, stop - begin),
                                           arena_strndup(arena, source->text + begin, end - begin)};
    }
    return (struct source_store_short){0};
}
