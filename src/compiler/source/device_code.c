/* Blanks the bodies of device functions in a CUDA source. */
#include "compiler/device_code.h"

#include <string.h>

#include "compiler/source/host_token.h"

enum { MACROS_MAX = 256 };

/* The words that a macro stands for. */
struct macro {
    struct host_token name;
    bool is_device, is_host;
};

/* The known properties of a declaration so far. */
struct marks {
    bool is_device, is_host, keeps_body, has_parameters, has_assignment;
};

struct blanker {
    char *text; /* being blanked */
    const char *at, *end;
    struct macro macros[MACROS_MAX];
    size_t macro_count;
};

static bool is_same(struct host_token a, struct host_token b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static void note_word(const struct blanker *blanker, struct host_token word, bool *is_device, bool *is_host)
{
    *is_device |= host_token_is(word, "__global__") || host_token_is(word, "__device__");
    *is_host |= host_token_is(word, "__host__");
    for (size_t i = 0; i < blanker->macro_count; i++)
        if (is_same(word, blanker->macros[i].name)) {
            *is_device |= blanker->macros[i].is_device;
            *is_host |= blanker->macros[i].is_host;
        }
}

static struct host_token next_token(struct blanker *blanker)
{
    struct host_token token =
        host_token_read(blanker->at, blanker->end, host_token_is_first(blanker->text, blanker->at));
    blanker->at += token.length;
    return token;
}

/* --- directives ------------------------------------------------------------------------------- */

/*
 * A macro of marks has nothing but names. One that holds a body is code of its own, and is not
 * blanked.
 */
static void look_at_define(struct blanker *blanker, const char *at, const char *end)
{
    struct macro macro = {.name = host_token_next(&at, end)};
    while (at < end) {
        struct host_token token = host_token_next(&at, end);
        if (token.kind == HOST_TOKEN_OTHER && strchr("{;", *token.text))
            return;
        note_word(blanker, token, &macro.is_device, &macro.is_host);
    }
    if ((macro.is_device || macro.is_host) && blanker->macro_count < MACROS_MAX)
        blanker->macros[blanker->macro_count++] = macro;
}

static void look_at_directive(struct blanker *blanker, struct host_token directive)
{
    const char *at = directive.text + 1, *end = directive.text + directive.length;
    if (host_token_is(host_token_next(&at, end), "define"))
        look_at_define(blanker, at, end);
}

static struct host_token directive_word(struct host_token directive)
{
    const char *at = directive.text + 1;
    return host_token_next(&at, directive.text + directive.length);
}

/* Skips to the #endif of the open #if: the first branch has decided where brackets close. */
static void skip_branch(struct blanker *blanker)
{
    for (int depth = 1; depth > 0;) {
        struct host_token token = next_token(blanker);
        if (token.kind == HOST_TOKEN_END)
            return;
        if (token.kind != HOST_TOKEN_DIRECTIVE)
            continue;
        struct host_token word = directive_word(token);
        depth += word.length >= 2 && memcmp(word.text, "if", 2) == 0;
        depth -= host_token_is(word, "endif");
    }
}

/* --- bodies ----------------------------------------------------------------------------------- */

/* Skips past the end of a bracket that was just read. */
static void skip_group(struct blanker *blanker, char open, char close)
{
    for (int depth = 1; depth > 0;) {
        struct host_token token = next_token(blanker);
        if (token.kind == HOST_TOKEN_END)
            return;
        if (token.kind == HOST_TOKEN_DIRECTIVE &&
            (host_token_is(directive_word(token), "else") || host_token_is(directive_word(token), "elif")))
            skip_branch(blanker);
        if (token.kind == HOST_TOKEN_OTHER && token.length == 1)
            depth += (*token.text == open) - (*token.text == close);
    }
}

/*
 * Directives stay, since a condition can begin in one function and end in another. A pragma is for
 * the loop after it.
 */
static void blank(struct blanker *blanker, const char *from, const char *to)
{
    char *at = blanker->text + (from - blanker->text);
    while (at < to) {
        struct host_token token = host_token_read(at, to, host_token_is_first(blanker->text, at));
        char *stop = at + token.length;
        bool stays = token.kind == HOST_TOKEN_DIRECTIVE && !host_token_is(directive_word(token), "pragma");
        for (; at < stop; at++)
            if (!stays && *at != '\n')
                *at = ' ';
    }
}

static char next_character(struct blanker blanker)
{
    struct host_token token;
    while ((token = next_token(&blanker)).kind == HOST_TOKEN_BLANK)
        continue;
    return token.kind == HOST_TOKEN_END ? '\0' : *token.text;
}

/* A body, or an initialiser of a member before it: `: x{1}, y{2} { .. }`. */
static void take_brace(struct blanker *blanker, struct marks *marks)
{
    const char *start = blanker->at;
    bool is_body =
        marks->is_device && !marks->is_host && !marks->keeps_body && marks->has_parameters && !marks->has_assignment;
    if (!is_body) {
        *marks = (struct marks){0};
        return;
    }
    skip_group(blanker, '{', '}');
    char next = next_character(*blanker);
    if (next == ',' || next == '{')
        return;
    blank(blanker, start, blanker->at - 1);
    *marks = (struct marks){0};
}

static void take_punctuation(struct blanker *blanker, struct marks *marks, char c)
{
    switch (c) {
    case '(':
        skip_group(blanker, '(', ')');
        marks->has_parameters = true;
        return;
    case '{':
        take_brace(blanker, marks);
        return;
    case '=':
        marks->has_assignment |= !marks->has_parameters;
        return;
    case ';':
    case '}':
        *marks = (struct marks){0};
        return;
    default:
        return;
    }
}

/* A word of the toolkit's compiler, which clang takes for a name before version 15. */
static void blank_noinline(struct blanker *blanker, struct host_token token)
{
    static const char word[] = "__noinline__";
    const char *at = token.text, *end = token.text + token.length;
    while ((at = memmem(at, (size_t)(end - at), word, sizeof word - 1)) != NULL)
        memset(blanker->text + (at - blanker->text), ' ', sizeof word - 1);
}

static void take(struct blanker *blanker, struct marks *marks, struct host_token token)
{
    if (token.kind == HOST_TOKEN_DIRECTIVE || token.kind == HOST_TOKEN_NAME)
        blank_noinline(blanker, token);
    if (token.kind == HOST_TOKEN_DIRECTIVE)
        look_at_directive(blanker, token);
    else if (token.kind == HOST_TOKEN_OTHER && token.length == 1 && (marks->is_device || *token.text != '('))
        take_punctuation(blanker, marks, *token.text);
    else if (token.kind == HOST_TOKEN_NAME) {
        note_word(blanker, token, &marks->is_device, &marks->is_host);
        marks->keeps_body |=
            host_token_is(token, "constexpr") || (host_token_is(token, "auto") && !marks->has_parameters);
    }
}

struct source device_code_blank(const struct source *source, struct arena *arena)
{
    struct blanker blanker = {.text = arena_strndup(arena, source->text, source->size_bytes)};
    struct marks marks = {0};
    blanker.at = blanker.text;
    blanker.end = blanker.text + source->size_bytes;
    for (;;) {
        struct host_token token = next_token(&blanker);
        if (token.kind == HOST_TOKEN_END)
            return (struct source){source->name, blanker.text, source->size_bytes};
        take(&blanker, &marks, token);
    }
}
