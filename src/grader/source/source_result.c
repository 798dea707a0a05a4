/* Finds calls whose result is lost: see the header. */
#include "grader/source/source_result.h"

#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_text.h"

/* The place after the last byte before `at` that is no blank. */
static size_t before_blanks(const struct source *source, size_t at)
{
    while (at > 0 && strchr(" \t\n\r", source->text[at - 1]))
        at--;
    return at;
}

/* Functions that change nothing. */
static bool is_pure(const char *name)
{
    static const char *const pure[] = {"max",
                                       "min",
                                       "fmaxf",
                                       "fminf",
                                       "fmax",
                                       "fmin",
                                       "fabsf",
                                       "fabs",
                                       "sqrtf",
                                       "sqrt",
                                       "rsqrtf",
                                       "expf",
                                       "exp",
                                       "__expf",
                                       "logf",
                                       "tanhf",
                                       "erff",
                                       "powf",
                                       "floorf",
                                       "ceilf",
                                       "__shfl_sync",
                                       "__shfl_up_sync",
                                       "__shfl_down_sync",
                                       "__shfl_xor_sync"};
    for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
        if (!strcmp(name, pure[i]))
            return true;
    return false;
}

/* Whether the file defines `float name(float value)`: all that it can give back is its result. */
static bool gives_only_result(const struct source *source, const char *name)
{
    struct source_stretch part = source_text_whole(source);
    for (size_t at; (at = source_text_find_name(source, part, name)) < part.end; part.begin = at + 1) {
        size_t open = source_text_skip(source, at + strlen(name)), type_end = before_blanks(source, at);
        if (source_quiet_byte(source, open) != '(' || !type_end || !identifier_has(source->text[type_end - 1]))
            continue;
        size_t close = source_text_after_close(source, open), type = source_quiet_word_begin(source, type_end);
        bool has_body = source_quiet_byte(source, source_text_skip(source, close)) == '{';
        bool returns = !identifier_at(source, type, "void") && !identifier_at(source, type, "return");
        struct source_stretch parameters = {open, close};
        if (has_body && returns)
            return !source_text_has(source, parameters, "*") && !source_text_has(source, parameters, "&");
    }
    return false;
}

/* Whether the bracket before `close` is that of an `if` or a loop. */
static bool ends_header(const struct source *source, size_t close)
{
    static const char *const keywords[] = {"for", "while", "if"};
    size_t open = close;
    for (int depth = 0; open > 0; open--) {
        depth += source->text[open - 1] == ')' ? 1 : source->text[open - 1] == '(' ? -1 : 0;
        if (!depth)
            break;
    }
    size_t word = source_quiet_word_begin(source, before_blanks(source, open > 0 ? open - 1 : 0));
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (identifier_at(source, word, keywords[i]))
            return true;
    return false;
}

static bool begins_statement(const struct source *source, size_t at)
{
    size_t before = before_blanks(source, at);
    if (!before)
        return false;
    return source->text[before - 1] == ')' ? ends_header(source, before)
                                           : strchr(";{}", source->text[before - 1]) != NULL;
}

struct source_result source_result_dropped(const struct source *source, struct arena *arena)
{
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t end = identifier_end(source, at), open = source_text_skip(source, end);
        bool is_call = source_text_is_code(source, at) && end > at && source_quiet_byte(source, open) == '(';
        if (!is_call || !begins_statement(source, at))
            continue;
        const char *name = source_text_name(source, at, arena);
        size_t after = source_text_skip(source, source_text_after_close(source, open));
        if (source_quiet_byte(source, after) == ';' && (is_pure(name) || gives_only_result(source, name)))
            return (struct source_result){source_quiet_line(source, at), name};
    }
    return (struct source_result){0};
}

/* The bytes of a part without blanks. */
static const char *dense(const struct source *source, struct source_stretch part, struct arena *arena)
{
    char *text = arena_strndup(arena, source->text + part.begin, part.end - part.begin);
    size_t length = 0;
    for (const char *from = text; *from; from++)
        if (!strchr(" \t\n\r", *from))
            text[length++] = *from;
    text[length] = '\0';
    return text;
}

/* Whether the element is the one at the address: `c[i]` at `&c[i]`, `*p` or `p[0]` at `p`. */
static bool is_at(const char *element, const char *address, struct arena *arena)
{
    if (*address == '&')
        return !strcmp(element, address + 1);
    return !strcmp(element, arena_printf(arena, "*%s", address)) ||
           !strcmp(element, arena_printf(arena, "%s[0]", address));
}

/* The element that the statement around `at` stores to, before `=` or `+=`. */
static struct source_stretch stored_before(const struct source *source, size_t at)
{
    size_t equals = before_blanks(source, at);
    if (equals < 2 || source->text[equals - 1] != '=' || strchr("=<>!", source->text[equals - 2]))
        return (struct source_stretch){0};
    size_t end = equals - (strchr("+-", source->text[equals - 2]) ? 2 : 1), begin = end;
    for (int depth = 0; begin > 0; begin--) {
        char byte = source->text[begin - 1];
        depth += byte == ')' || byte == ']' ? 1 : byte == '(' || byte == '[' ? -1 : 0;
        if (depth < 0 || strchr(";{}", byte) || (byte == ')' && depth == 1 && before_blanks(source, end) != begin))
            break;
    }
    return source_quiet_trimmed(source, (struct source_stretch){begin, end});
}

struct source_result source_result_stored_back(const struct source *source, struct arena *arena)
{
    static const char prefix[] = "atomic";
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        size_t open = source_text_skip(source, identifier_end(source, at));
        bool is_atomic = source_text_is_code(source, at) && source_quiet_begins(source, at, prefix) &&
                         (at == 0 || !identifier_has(source->text[at - 1])) && source_quiet_byte(source, open) == '(';
        struct source_stretch stored = {0};
        if (is_atomic)
            stored = stored_before(source, at);
        if (stored.begin == stored.end)
            continue;
        size_t comma = source_text_find(source, open + 1, source->size_bytes, ",");
        const char *address = dense(source, (struct source_stretch){open + 1, comma}, arena);
        if (is_at(dense(source, stored, arena), address, arena))
            return (struct source_result){source_quiet_line(source, at), source_text_name(source, at, arena)};
    }
    return (struct source_result){0};
}
