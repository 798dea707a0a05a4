/* The parser's view of the words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "plan/parse/parser.h"

#include "base/i18n.h"

const struct plan_token *word_at(const struct parser *parser, size_t ahead)
{
    size_t index = parser->at + ahead;
    return &parser->tokens[index < parser->token_count ? index : parser->token_count - 1];
}

bool word_token_is(const struct parser *parser, const struct plan_token *token, const char *text)
{
    size_t size = strlen(text);
    return (size_t)token->size_bytes == size && size > 0 &&
           memcmp(parser->source->text + token->offset_bytes, text, size) == 0;
}

bool word_is(const struct parser *parser, const char *text)
{
    return word_token_is(parser, word_at(parser, 0), text);
}

bool word_is_kind(const struct parser *parser, enum plan_token_kind kind)
{
    return word_at(parser, 0)->kind == kind;
}

void word_advance(struct parser *parser)
{
    if (parser->at + 1 < parser->token_count)
        parser->at++;
}

bool word_accept(struct parser *parser, const char *text)
{
    if (!word_is(parser, text))
        return false;
    word_advance(parser);
    return true;
}

void word_skip_newlines(struct parser *parser)
{
    while (word_is_kind(parser, PLAN_TOKEN_NEWLINE))
        word_advance(parser);
}

bool word_accept_comma(struct parser *parser)
{
    if (!word_accept(parser, ","))
        return false;
    word_skip_newlines(parser);
    return true;
}

struct location word_token_location(const struct plan_token *token)
{
    return (struct location){token->line, token->column, token->size_bytes > 0 ? token->size_bytes : 1};
}

struct location word_location(const struct parser *parser)
{
    const struct plan_token *token = word_at(parser, 0);
    if (token->kind == PLAN_TOKEN_END && parser->token_count > 1)
        token = &parser->tokens[parser->token_count - 2];
    return word_token_location(token);
}

char *word_token_text(const struct parser *parser, const struct plan_token *token)
{
    return arena_strndup(parser->arena, parser->source->text + token->offset_bytes, (size_t)token->size_bytes);
}

const char *word_describe(const struct parser *parser)
{
    const struct plan_token *token = word_at(parser, 0);
    if (token->kind == PLAN_TOKEN_NEWLINE)
        return _("the end of the line");
    if (token->kind == PLAN_TOKEN_END)
        return _("the end of the plan");
    return arena_printf(parser->arena, "'%.*s'", token->size_bytes > 40 ? 40 : token->size_bytes,
                        parser->source->text + token->offset_bytes);
}

bool word_error(struct parser *parser, struct location location, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, i18n_text(format), arguments);
    va_end(arguments);
    diagnostics_add(parser->diagnostics, DIAGNOSTIC_ERROR, parser->source, location, "%s", message);
    return false;
}

bool word_expect(struct parser *parser, const char *text, const char *where)
{
    if (word_accept(parser, text))
        return true;
    word_error(parser, word_location(parser), "expected '%s' %s, found %s", text, i18n_text(where),
               word_describe(parser));
    bool is_assigned = word_is(parser, ":") || word_is(parser, "==");
    if (is_assigned && strcmp(text, "=") == 0)
        diagnostics_hint(parser->diagnostics, "write = alone, as in grid=(n+255)/256 block=256");
    return false;
}

bool word_expect_name(struct parser *parser, const char *what, struct plan_word *out_word)
{
    const struct plan_token *token = word_at(parser, 0);
    if (token->kind != PLAN_TOKEN_NAME)
        return word_error(parser, word_location(parser), "expected %s, found %s", i18n_text(what),
                          word_describe(parser));
    if (token->size_bytes > PLAN_NAME_BYTES_MAX)
        return word_error(parser, word_token_location(token), "this name is longer than %d bytes",
                          (int)PLAN_NAME_BYTES_MAX);
    *out_word = (struct plan_word){word_token_text(parser, token), word_token_location(token)};
    word_advance(parser);
    return true;
}
