/* The parser's view of the words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "plan/parse/parser.h"

const struct plan_token *parser_token(const struct parser *parser, size_t ahead)
{
    size_t index = parser->at + ahead;
    return &parser->tokens[index < parser->token_count ? index : parser->token_count - 1];
}

bool parser_token_is(const struct parser *parser, const struct plan_token *token, const char *text)
{
    size_t size = strlen(text);
    return (size_t)token->size_bytes == size && size > 0 &&
           memcmp(parser->source->text + token->offset_bytes, text, size) == 0;
}

bool parser_is(const struct parser *parser, const char *text)
{
    return parser_token_is(parser, parser_token(parser, 0), text);
}

bool parser_is_kind(const struct parser *parser, enum plan_token_kind kind)
{
    return parser_token(parser, 0)->kind == kind;
}

void parser_advance(struct parser *parser)
{
    if (parser->at + 1 < parser->token_count)
        parser->at++;
}

bool parser_accept(struct parser *parser, const char *text)
{
    if (!parser_is(parser, text))
        return false;
    parser_advance(parser);
    return true;
}

void parser_skip_newlines(struct parser *parser)
{
    while (parser_is_kind(parser, PLAN_TOKEN_NEWLINE))
        parser_advance(parser);
}

struct location parser_token_location(const struct plan_token *token)
{
    return (struct location){token->line, token->column, token->size_bytes > 0 ? token->size_bytes : 1};
}

struct location parser_location(const struct parser *parser)
{
    const struct plan_token *token = parser_token(parser, 0);
    if (token->kind == PLAN_TOKEN_END && parser->token_count > 1)
        token = &parser->tokens[parser->token_count - 2];
    return parser_token_location(token);
}

char *parser_token_text(const struct parser *parser, const struct plan_token *token)
{
    return arena_strndup(parser->arena, parser->source->text + token->offset_bytes, (size_t)token->size_bytes);
}

const char *parser_describe(const struct parser *parser)
{
    const struct plan_token *token = parser_token(parser, 0);
    if (token->kind == PLAN_TOKEN_NEWLINE)
        return "the end of the line";
    if (token->kind == PLAN_TOKEN_END)
        return "the end of the plan";
    return arena_printf(parser->arena, "'%.*s'", token->size_bytes > 40 ? 40 : token->size_bytes,
                        parser->source->text + token->offset_bytes);
}

bool parser_error(struct parser *parser, struct location location, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    diagnostics_add(parser->diagnostics, DIAGNOSTIC_ERROR, parser->source, location, "%s", message);
    return false;
}

bool parser_expect(struct parser *parser, const char *text, const char *where)
{
    if (parser_accept(parser, text))
        return true;
    return parser_error(parser, parser_location(parser), "expected '%s' %s, found %s", text, where,
                        parser_describe(parser));
}

bool parser_expect_name(struct parser *parser, const char *what, struct plan_word *out_word)
{
    const struct plan_token *token = parser_token(parser, 0);
    if (token->kind != PLAN_TOKEN_NAME)
        return parser_error(parser, parser_location(parser), "expected %s, found %s", what, parser_describe(parser));
    if (token->size_bytes > PLAN_NAME_BYTES_MAX)
        return parser_error(parser, parser_token_location(token), "this name is longer than %d bytes",
                            (int)PLAN_NAME_BYTES_MAX);
    *out_word = (struct plan_word){parser_token_text(parser, token), parser_token_location(token)};
    parser_advance(parser);
    return true;
}
