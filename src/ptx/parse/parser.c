/* The parser's tokens, errors and start. */
#include "ptx/parse/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/told.h"

void parser_next(struct ptx_parser *parser)
{
    do
        lexer_next(&parser->lexer, &parser->token);
    while (parser->token.kind == PTX_TOKEN_BAD && diagnostics_error_count(parser->diagnostics) < DIAGNOSTICS_MAX);
    if (parser->token.kind == PTX_TOKEN_BAD)
        parser->token.kind = PTX_TOKEN_END;
}

bool parser_at(const struct ptx_parser *parser, int kind)
{
    return parser->token.kind == kind;
}

bool parser_accept(struct ptx_parser *parser, int kind)
{
    if (!parser_at(parser, kind))
        return false;
    parser_next(parser);
    return true;
}

const char *parser_token_text(const struct ptx_parser *parser, char *buffer, size_t size_bytes)
{
    const struct ptx_token *token = &parser->token;
    if (token->kind == PTX_TOKEN_END)
        return TOLD_TEXT("the end of the text");
    enum { SHOWN_MAX = 60 };
    int shown = token->length < SHOWN_MAX ? (int)token->length : SHOWN_MAX;
    snprintf(buffer, size_bytes, "'%.*s'", shown, parser->source->text + token->offset);
    return buffer;
}

bool parser_expect(struct ptx_parser *parser, int kind, const char *what)
{
    if (parser_accept(parser, kind))
        return true;
    char buffer[80];
    return parser_fail(parser, "expected %s, not %s", what, parser_token_text(parser, buffer, sizeof buffer));
}

bool parser_at_directive(const struct ptx_parser *parser, const char *word)
{
    return parser->token.kind == PTX_TOKEN_DIRECTIVE && strcmp(parser->token.name->text, word) == 0;
}

bool parser_accept_directive(struct ptx_parser *parser, const char *word)
{
    if (!parser_at_directive(parser, word))
        return false;
    parser_next(parser);
    return true;
}

static bool fail(struct ptx_parser *parser, struct location where, const char *format, va_list arguments)
{
    diagnostics_add_list(parser->diagnostics, DIAGNOSTIC_ERROR, parser->source, where, format, arguments);
    if (diagnostics_error_count(parser->diagnostics) >= DIAGNOSTICS_MAX)
        parser->gave_up = true;
    return false;
}

bool parser_fail(struct ptx_parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(parser, lexer_token_location(&parser->token), format, arguments);
    va_end(arguments);
    return false;
}

bool parser_fail_at(struct ptx_parser *parser, struct location where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(parser, where, format, arguments);
    va_end(arguments);
    return false;
}

bool parser_give_up(struct ptx_parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail(parser, lexer_token_location(&parser->token), format, arguments);
    va_end(arguments);
    parser->gave_up = true;
    return false;
}

void parser_skip_statement(struct ptx_parser *parser)
{
    int depth = 0;
    while (!parser_at(parser, PTX_TOKEN_END)) {
        if (depth == 0 && parser_at(parser, '}'))
            return;
        depth += parser_at(parser, '{') - parser_at(parser, '}');
        bool ends = depth <= 0 && parser_at(parser, ';');
        parser_next(parser);
        if (ends)
            return;
    }
}

static void collect_tables(struct ptx_parser *parser)
{
    struct ptx_program *program = parser->program;
    struct arena *arena = parser->arena;
    program->variable_count = parser->variables.count;
    program->variables = ptx_vector_copy(&parser->variables, arena, sizeof(struct ptx_variable *));
    program->prototype_count = parser->prototypes.count;
    program->prototypes = ptx_vector_copy(&parser->prototypes, arena, sizeof(struct ptx_prototype));
    program->file_count = parser->files.count;
    program->files = ptx_vector_copy(&parser->files, arena, sizeof(char *));
    program->function_count = parser->functions.count;
    program->functions = ARENA_ARRAY(arena, parser->functions.count, struct ptx_function);
    for (uint32_t i = 0; i < parser->functions.count; i++)
        program->functions[i] = **PTX_VECTOR_AT(&parser->functions, struct ptx_function *, i);
}

static void parser_done(struct ptx_parser *parser)
{
    struct ptx_builder *builder = &parser->builder;
    struct ptx_vector *vectors[] = {&parser->variables,  &parser->functions,   &parser->prototypes,
                                    &parser->files,      &parser->elements,    &parser->late,
                                    &builder->registers, &builder->variables,  &builder->instructions,
                                    &builder->labels,    &builder->references, &builder->parameters};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        ptx_vector_done(vectors[i]);
    lexer_done(&parser->lexer);
    names_done(&parser->names);
    arena_free(parser->scratch);
    free(parser);
}

/* `text` is a copy of the source with a final NUL. */
static struct ptx_parser *parser_new(struct arena *arena, const char *text, const struct source *source,
                                     struct diagnostics *diagnostics)
{
    struct ptx_parser *parser = calloc(1, sizeof *parser);
    if (!parser)
        abort();
    parser->arena = arena;
    parser->scratch = arena_new();
    parser->source = source;
    parser->diagnostics = diagnostics;
    parser->errors_before = diagnostics_error_count(diagnostics);
    parser->program = ARENA_NEW(arena, struct ptx_program);
    parser->program->address_bits = 64;
    names_init(&parser->names, arena);
    scopes_init(&parser->scopes, parser->scratch, &parser->names);
    parser->warp_size = names_intern_text(&parser->names, "WARP_SZ", 7);
    parser->sink = names_intern_text(&parser->names, "_", 1);
    size_t size_bytes = source->size_bytes;
    while (size_bytes > 0 && source->text[size_bytes - 1] == '\0')
        size_bytes--;
    lexer_init(&parser->lexer, text, size_bytes, &parser->names, source, diagnostics);
    parser_next(parser);
    return parser;
}

/* Ends the text with two NULs, since the lexer looks two bytes ahead. */
static char *copy_text(const struct source *source)
{
    char *text = malloc(source->size_bytes + 4);
    if (!text)
        abort();
    if (source->size_bytes > 0)
        memcpy(text, source->text, source->size_bytes);
    memset(text + source->size_bytes, 0, 4);
    return text;
}

static struct ptx_program *parse(struct arena *arena, const struct source *source, bool is_source,
                                 struct diagnostics *diagnostics)
{
    if (source->size_bytes > PTX_SOURCE_MAX) {
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0}, "the text is larger than %d MiB",
                        PTX_SOURCE_MAX >> 20);
        return NULL;
    }
    char *text = copy_text(source);
    struct ptx_parser *parser = parser_new(arena, text, source, diagnostics);
    parser->is_source = is_source;
    parse_module(parser);
    initialiser_resolve_late(parser);
    collect_tables(parser);
    bool parsed = diagnostics_error_count(diagnostics) == parser->errors_before;
    struct ptx_program *program = parsed ? parser->program : NULL;
    parser_done(parser);
    free(text);
    return program;
}

struct ptx_program *ptx_parse(struct arena *arena, const struct source *source, struct diagnostics *diagnostics)
{
    return parse(arena, source, false, diagnostics);
}

struct ptx_program *ptx_parse_source(struct arena *arena, const struct source *source, struct diagnostics *diagnostics)
{
    return parse(arena, source, true, diagnostics);
}
