/* Blanks the host code of a CUDA source. */
#include "compiler/host_code.h"

#include <string.h>

#include "base/buffer.h"
#include "compiler/source/host_members.h"
#include "compiler/source/host_reach.h"
#include "compiler/source/host_token.h"
#include "compiler/source/host_words.h"

enum { MACROS_MAX = 256, GONE_MAX = 512, NAMES_SHOWN_MAX = 4, SCOPES_MAX = 64 };

/* Removed code of one kind. */
struct left_out {
    struct buffer names;
    size_t count;
};

struct stripper {
    const struct source *source;
    const struct host_code_headers *headers;
    struct arena *arena;
    char *text;                           /* being blanked */
    const char *at, *end;                 /* in text */
    struct host_token macros[MACROS_MAX]; /* macros for __device__ and similar words */
    size_t macro_count;
    int depth;  /* of namespaces and extern "C" */
    int groups; /* open brackets */
    /* names of removed functions, in the source's own text; the blanked copy has none */
    struct host_token gone[GONE_MAX];
    size_t gone_count;
    struct left_out functions, includes;
    size_t blanked; /* declarations of all kinds */
    /* what stayed, for host_reach_find() */
    struct host_reach *stayed;
    size_t stayed_count, stayed_max;
};

/* The known properties of a declaration so far. */
struct declaration {
    char *start;
    struct host_token first; /* word, after template<..> */
    struct host_token name;  /* before the first parenthesis */
    struct host_token last;  /* token */
    bool is_instance, is_device, is_host, is_constexpr, has_assignment, has_parameters, names_host;
};

static bool is_device_word(const struct stripper *stripper, struct host_token token)
{
    if (token.kind != HOST_TOKEN_NAME)
        return false;
    for (size_t i = 0; i < stripper->macro_count; i++)
        if (token.length == stripper->macros[i].length &&
            memcmp(token.text, stripper->macros[i].text, token.length) == 0)
            return true;
    return host_word_is_device(token);
}

static void note_left_out(struct left_out *list, const char *name, size_t length)
{
    if (list->count++ < NAMES_SHOWN_MAX)
        buffer_printf(&list->names, "%s%.*s", list->count > 1 ? ", " : "", (int)length, name);
}

static struct host_token next_token(struct stripper *stripper)
{
    struct host_token token =
        host_token_read(stripper->at, stripper->end, host_token_is_first(stripper->text, stripper->at));
    stripper->at += token.length;
    return token;
}

static void blank(const struct stripper *stripper, char *from, const char *to)
{
    host_token_blank(from, to, host_token_is_first(stripper->text, from));
}

/* --- directives ------------------------------------------------------------------------------- */

static void note_stayed(struct stripper *stripper, struct host_reach reach)
{
    if (!stripper->headers->asked)
        return;
    if (stripper->stayed_count == stripper->stayed_max) {
        size_t grown = stripper->stayed_max ? 2 * stripper->stayed_max : 256;
        struct host_reach *list = ARENA_ARRAY(stripper->arena, grown, struct host_reach);
        if (stripper->stayed_count)
            memcpy(list, stripper->stayed, stripper->stayed_count * sizeof *list);
        stripper->stayed = list;
        stripper->stayed_max = grown;
    }
    stripper->stayed[stripper->stayed_count++] = reach;
}

/* A macro for __device__, for a kernel, or for another such macro. */
static void look_at_define(struct stripper *stripper, const char *at, const char *end)
{
    struct host_token name = host_token_next(&at, end);
    if (name.kind == HOST_TOKEN_NAME)
        note_stayed(stripper, (struct host_reach){.start = name.text, .stop = end, .is_define = true});
    if (name.kind != HOST_TOKEN_NAME || stripper->macro_count == MACROS_MAX)
        return;
    while (at < end) {
        struct host_token token = host_token_read(at, end, false);
        at += token.length;
        if (is_device_word(stripper, token)) {
            stripper->macros[stripper->macro_count++] = name;
            return;
        }
    }
}

static bool is_host_header(const struct stripper *stripper, const char *name)
{
    return host_word_is_header(name) || !stripper->headers->is_known(stripper->headers->context, name);
}

/* include = ("<" | "\"") name (">" | "\"") */
static void look_at_include(struct stripper *stripper, struct host_token directive, const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || (*at != '<' && *at != '"'))
        return;
    const char *start = at + 1;
    const char *stop = memchr(start, *at == '<' ? '>' : '"', (size_t)(end - start));
    if (!stop || !is_host_header(stripper, arena_strndup(stripper->arena, start, (size_t)(stop - start))))
        return;
    note_left_out(&stripper->includes, start, (size_t)(stop - start));
    memset(stripper->text + (directive.text - stripper->text), ' ', (size_t)(stop + 1 - directive.text));
}

/* Skips to the #endif of the open #if. */
static void skip_branch(struct stripper *stripper)
{
    for (int depth = 1; depth > 0;) {
        struct host_token token = next_token(stripper);
        if (token.kind == HOST_TOKEN_END)
            return;
        if (token.kind != HOST_TOKEN_DIRECTIVE)
            continue;
        const char *at = token.text + 1;
        struct host_token word = host_token_next(&at, token.text + token.length);
        depth += word.length >= 2 && memcmp(word.text, "if", 2) == 0;
        depth -= host_token_is(word, "endif");
    }
}

/* If a condition is inside brackets, its first branch decides where they close. */
static void look_at_directive(struct stripper *stripper, struct host_token directive)
{
    const char *at = directive.text + 1, *end = directive.text + directive.length;
    struct host_token word = host_token_next(&at, end);
    if (host_token_is(word, "define"))
        look_at_define(stripper, at, end);
    else if (host_token_is(word, "include"))
        look_at_include(stripper, directive, at, end);
    else if (stripper->groups > 0 && (host_token_is(word, "else") || host_token_is(word, "elif")))
        skip_branch(stripper);
}

/* --- declarations ----------------------------------------------------------------------------- */

/* The next token that is no blank. Handles directives on the way. */
static struct host_token next_said(struct stripper *stripper)
{
    struct host_token token;
    while ((token = next_token(stripper)).kind == HOST_TOKEN_BLANK || token.kind == HOST_TOKEN_DIRECTIVE)
        if (token.kind == HOST_TOKEN_DIRECTIVE)
            look_at_directive(stripper, token);
    return token;
}

/* Skips past the end of the bracket that was just read. False if it has no end. */
static bool skip_group(struct stripper *stripper, struct declaration *declaration, char open, char close)
{
    stripper->groups++;
    for (int depth = 1; depth > 0;) {
        struct host_token token = next_said(stripper);
        if (token.kind == HOST_TOKEN_END)
            return false;
        if (token.kind == HOST_TOKEN_NAME) {
            declaration->names_host |= host_word_is_host(token, stripper->end);
            declaration->is_device |= open == '{' && !declaration->has_parameters && is_device_word(stripper, token);
        }
        if (token.kind == HOST_TOKEN_OTHER && token.length == 1)
            depth += (*token.text == open) - (*token.text == close);
    }
    stripper->groups--;
    return true;
}

/* parameters of a template = "<" .. ">", with possible comparisons in parentheses */
static bool skip_template(struct stripper *stripper)
{
    int angles = 0, parentheses = 0;
    do {
        struct host_token token = next_said(stripper);
        if (token.kind == HOST_TOKEN_END)
            return false;
        char c = token.kind == HOST_TOKEN_OTHER && token.length == 1 ? *token.text : ' ';
        parentheses += (c == '(') - (c == ')');
        if (parentheses == 0)
            angles += (c == '<') - (c == '>');
    } while (angles > 0);
    return true;
}

static char next_character(const struct stripper *stripper)
{
    struct stripper ahead = *stripper;
    struct host_token token;
    while ((token = next_token(&ahead)).kind == HOST_TOKEN_BLANK)
        continue;
    return token.kind == HOST_TOKEN_END ? '\0' : *token.text;
}

static bool opens_scope(const struct declaration *declaration)
{
    bool is_linkage = host_token_is(declaration->first, "extern") && declaration->last.kind == HOST_TOKEN_TEXT;
    return is_linkage || host_token_is(declaration->first, "namespace");
}

static bool is_function(const struct declaration *declaration)
{
    return declaration->has_parameters && !declaration->has_assignment;
}

static void note_gone(struct stripper *stripper, struct host_token name)
{
    note_left_out(&stripper->functions, name.text, name.length);
    name.text = stripper->source->text + (name.text - stripper->text);
    if (stripper->gone_count < GONE_MAX)
        stripper->gone[stripper->gone_count++] = name;
}

static bool is_gone(const struct stripper *stripper, struct host_token name)
{
    for (size_t i = 0; i < stripper->gone_count; i++)
        if (name.length == stripper->gone[i].length && memcmp(name.text, stripper->gone[i].text, name.length) == 0)
            return true;
    return false;
}

/* Device code decides about it later. Its host members lose their bodies. */
static bool is_structure(const struct declaration *declaration)
{
    bool is_type = host_token_is(declaration->first, "struct") || host_token_is(declaration->first, "class");
    return is_type && !is_function(declaration);
}

static bool is_host_code(const struct stripper *stripper, const struct declaration *declaration)
{
    if (declaration->is_instance)
        return is_gone(stripper, declaration->name);
    if (declaration->is_device)
        return false;
    if (declaration->is_host)
        return true;
    if (declaration->is_constexpr)
        return false;
    if (host_word_is_kept(declaration->first))
        return declaration->names_host;
    if (stripper->headers->asked && is_structure(declaration))
        return false;
    return declaration->names_host || is_function(declaration);
}

/* Decides about a declaration that has ended. */
static void finish(struct stripper *stripper, const struct declaration *declaration)
{
    if (!is_host_code(stripper, declaration)) {
        note_stayed(stripper, (struct host_reach){
                                  .start = declaration->start,
                                  .stop = stripper->at,
                                  .is_type = is_structure(declaration),
                                  .is_reached = declaration->is_device || host_token_is(declaration->first, "using"),
                              });
        return;
    }
    if (is_function(declaration) && !declaration->is_instance)
        note_gone(stripper, declaration->name);
    stripper->blanked++;
    blank(stripper, declaration->start, stripper->at);
}

static void note_word(struct stripper *stripper, struct declaration *declaration, struct host_token token)
{
    if (!declaration->first.text && !host_token_is(token, "inline") && !host_token_is(token, "static"))
        declaration->first = token;
    declaration->is_device |= is_device_word(stripper, token);
    declaration->is_host |= host_token_is(token, "__host__");
    declaration->is_constexpr |= host_token_is(token, "constexpr");
    declaration->names_host |= host_word_is_host(token, stripper->end);
    if (host_token_is(declaration->first, "using"))
        declaration->names_host |= host_token_is(token, "std"); /* using std::.., using namespace std */
}

static void note_parenthesis(struct declaration *declaration)
{
    bool is_list = declaration->last.kind == HOST_TOKEN_NAME && !host_word_is_attribute(declaration->last);
    bool is_operator = declaration->last.kind == HOST_TOKEN_OTHER && !declaration->has_parameters;
    if ((is_list || is_operator) && !declaration->has_parameters) {
        declaration->has_parameters = true;
        if (!declaration->name.text)
            declaration->name = declaration->last;
    }
}

/* A macro alone that makes a kernel: `KERNEL(float, add)`, with or without a semicolon. */
static bool is_macro_call(const struct stripper *stripper, const struct declaration *declaration)
{
    bool is_first = declaration->name.text && declaration->name.text == declaration->first.text;
    char next = next_character(stripper);
    return is_first && is_device_word(stripper, declaration->name) && next != '{' && next != ';';
}

enum step { STEP_ON, STEP_ENDED, STEP_BROKEN };

static enum step take_brace(struct stripper *stripper, struct declaration *declaration)
{
    if (opens_scope(declaration)) {
        stripper->depth++;
        return stripper->depth < SCOPES_MAX ? STEP_ENDED : STEP_BROKEN;
    }
    if (!skip_group(stripper, declaration, '{', '}'))
        return STEP_BROKEN;
    if (!is_function(declaration) || next_character(stripper) == ',' || next_character(stripper) == '{')
        /* a structure or an initialiser, which ends at a semicolon; members{..} before a body */
        return STEP_ON;
    finish(stripper, declaration);
    return STEP_ENDED;
}

static enum step take_punctuation(struct stripper *stripper, struct declaration *declaration, char c)
{
    switch (c) {
    case '(':
        note_parenthesis(declaration);
        if (!skip_group(stripper, declaration, '(', ')'))
            return STEP_BROKEN;
        return is_macro_call(stripper, declaration) ? STEP_ENDED : STEP_ON;
    case '{':
        return take_brace(stripper, declaration);
    case '<':
        if (declaration->is_instance && !declaration->name.text)
            declaration->name = declaration->last;
        return STEP_ON;
    case '=':
        declaration->has_assignment |= !host_token_is(declaration->last, "operator") && !declaration->has_parameters;
        return STEP_ON;
    case ';':
        finish(stripper, declaration);
        return STEP_ENDED;
    default:
        return STEP_ON;
    }
}

/* declaration = ["template" [parameters]] words and groups, up to ";" or a function's body */
static bool take_declaration(struct stripper *stripper, struct host_token token)
{
    struct declaration declaration = {.start = stripper->text + (token.text - stripper->text)};
    for (; token.kind != HOST_TOKEN_END; token = next_said(stripper)) {
        enum step step = STEP_ON;
        if (host_token_is(token, "template") && !declaration.first.text) {
            if (next_character(stripper) == '<' && !skip_template(stripper))
                return false;
            declaration.is_instance = stripper->at[-1] != '>';
        } else if (token.kind == HOST_TOKEN_NAME) {
            note_word(stripper, &declaration, token);
        } else if (token.kind == HOST_TOKEN_OTHER && token.length == 1) {
            step = take_punctuation(stripper, &declaration, *token.text);
        }
        if (step != STEP_ON)
            return step == STEP_ENDED;
        declaration.last = token;
    }
    return false;
}

static bool strip(struct stripper *stripper)
{
    for (;;) {
        struct host_token token = next_said(stripper);
        if (token.kind == HOST_TOKEN_END)
            return stripper->depth == 0;
        if (token.length == 1 && *token.text == ';')
            continue;
        if (token.length == 1 && *token.text == '}') {
            if (stripper->depth-- == 0)
                return false;
            continue;
        }
        if (!take_declaration(stripper, token))
            return false;
    }
}

static bool marks_device(void *context, struct host_token word)
{
    return is_device_word(context, word);
}

/*
 * Of the declarations that stayed, those that device code mentions stay. Their host members lose
 * their bodies.
 */
static void blank_unreached(struct stripper *stripper)
{
    if (!stripper->headers->asked)
        return;
    host_reach_find(stripper->stayed, stripper->stayed_count, stripper->headers->asked, stripper->arena);
    for (size_t i = 0; i < stripper->stayed_count; i++) {
        const struct host_reach *reach = &stripper->stayed[i];
        char *start = stripper->text + (reach->start - stripper->text);
        if (reach->is_reached && reach->is_type && host_members_blank(start, reach->stop, marks_device, stripper))
            stripper->blanked++;
        if (reach->is_reached || reach->is_define)
            continue;
        stripper->blanked++;
        blank(stripper, start, reach->stop);
    }
}

/* Members marked for the host become the device's. No code calls them. */
static void unmark_host_members(struct stripper *stripper)
{
    stripper->at = stripper->text;
    for (;;) {
        struct host_token token = next_token(stripper);
        if (token.kind == HOST_TOKEN_END)
            return;
        if (host_token_is(token, "__host__"))
            memset(stripper->text + (token.text - stripper->text), ' ', token.length);
    }
}

static void say_what(const struct stripper *stripper, struct diagnostics *diagnostics)
{
    const struct left_out *functions = &stripper->functions, *includes = &stripper->includes;
    const char *function_names = buffer_text(&functions->names), *header_names = buffer_text(&includes->names);
    const char *more_functions = functions->count > NAMES_SHOWN_MAX ? ", .." : "",
               *more_headers = includes->count > NAMES_SHOWN_MAX ? ", .." : "";
    if (functions->count > 0 && includes->count > 0)
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, stripper->source, (struct location){0},
                        "host functions (%s%s) and headers (%s%s) are left out: only kernels run here", function_names,
                        more_functions, header_names, more_headers);
    else if (functions->count > 0)
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, stripper->source, (struct location){0},
                        "host functions (%s%s) are left out: only kernels run here", function_names, more_functions);
    else if (includes->count > 0)
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, stripper->source, (struct location){0},
                        "headers (%s%s) are left out: only kernels run here", header_names, more_headers);
    else
        diagnostics_add(diagnostics, DIAGNOSTIC_NOTE, stripper->source, (struct location){0},
                        "host variables are left out: only kernels run here");
}

enum host_code_certainty host_code_strip(const struct source *source, const struct host_code_headers *headers,
                                         struct arena *arena, struct source *out_source,
                                         struct diagnostics *diagnostics)
{
    struct stripper stripper = {.source = source, .headers = headers, .arena = arena};
    stripper.text = arena_strndup(arena, source->text, source->size_bytes);
    stripper.at = stripper.text;
    stripper.end = stripper.text + source->size_bytes;
    bool is_read = strip(&stripper);
    if (is_read)
        blank_unreached(&stripper);
    bool stripped = is_read && stripper.blanked + stripper.includes.count > 0;
    if (stripped) {
        unmark_host_members(&stripper);
        say_what(&stripper, diagnostics);
        *out_source = (struct source){source->name, stripper.text, source->size_bytes};
    }
    buffer_done(&stripper.functions.names);
    buffer_done(&stripper.includes.names);
    bool is_certain = stripper.includes.count > 0 || memmem(source->text, source->size_bytes, "<<<", 3);
    if (!stripped)
        return HOST_CODE_NONE;
    return is_certain ? HOST_CODE_CERTAIN : HOST_CODE_LIKELY;
}
