/* Parses function bodies: scopes, labels, lists and statements. */
#include <string.h>

#include "ptx/parse/parser.h"

/*
 *     body      = {statement} "}"
 *     statement = "{" body | label ":" [list] | directive | instruction | ";"
 *     list     = (".branchtargets" | ".calltargets") name {"," name} ";" | ".callprototype" ... ";"
 */

static void resolve(const struct ptx_reference *reference, const struct ptx_binding *binding)
{
    if (binding->kind == PTX_BINDING_TARGETS) {
        reference->operand->elements = binding->elements;
        reference->operand->element_count = binding->element_count;
        return;
    }
    reference->operand->target = binding->index;
    reference->operand->name = binding->text;
}

/*
 * The innermost enclosing scope that declares the label resolves a reference. Other references go
 * to the parent.
 */
static bool satisfies(const struct ptx_reference *reference, const struct ptx_binding *binding, uint32_t depth)
{
    if (!binding || binding->depth != depth)
        return false;
    return binding->kind == (reference->operand->kind == PTX_OPERAND_LIST ? PTX_BINDING_TARGETS : PTX_BINDING_LABEL);
}

static void resolve_references(struct ptx_parser *parser, uint32_t first)
{
    struct ptx_vector *references = &parser->builder.references;
    uint32_t kept = first;
    for (uint32_t i = first; i < references->count; i++) {
        struct ptx_reference *reference = PTX_VECTOR_AT(references, struct ptx_reference, i);
        if (satisfies(reference, reference->name->binding, parser->scopes.depth))
            resolve(reference, reference->name->binding);
        else
            *PTX_VECTOR_AT(references, struct ptx_reference, kept++) = *reference;
    }
    references->count = kept;
}

static bool enter(struct ptx_parser *parser)
{
    if (!scope_enter(&parser->scopes))
        return parser_give_up(parser, "scopes nested too deeply");
    parser->scopes.stack[parser->scopes.depth].first_reference = parser->builder.references.count;
    return true;
}

static void leave(struct ptx_parser *parser)
{
    resolve_references(parser, parser->scopes.stack[parser->scopes.depth].first_reference);
    scope_leave(&parser->scopes);
}

static bool bind_label(struct ptx_parser *parser, struct ptx_name *name)
{
    struct ptx_binding *binding = scope_bind(&parser->scopes, name, PTX_BINDING_LABEL);
    if (!binding)
        return parser_fail(parser, "'%.100s' is declared twice", name->text);
    binding->index = parser->builder.instructions.count;
    binding->text = operand_unique_text(parser, name);
    *PTX_VECTOR_PUSH(&parser->builder.labels, struct ptx_label) = (struct ptx_label){binding->text, binding->index};
    return true;
}

static bool take_callee(struct ptx_parser *parser, struct ptx_operand *out)
{
    struct ptx_binding *binding = scope_meaning(&parser->scopes, parser->token.name);
    if (!binding || binding->kind != PTX_BINDING_FUNCTION)
        return parser_fail(parser, "'%.100s' is no function", parser->token.name->text);
    *out = (struct ptx_operand){.kind = PTX_OPERAND_FUNCTION, .target = binding->index, .name = binding->name->text};
    (*PTX_VECTOR_AT(&parser->functions, struct ptx_function *, binding->index))->is_called = true;
    return true;
}

/* The labels of the list are references from the list's scope. */
static bool parse_targets(struct ptx_parser *parser, struct ptx_name *name, enum ptx_binding_kind kind)
{
    parser_next(parser);
    struct ptx_vector names = {0};
    uint32_t first = parser->elements.count;
    bool parsed = true;
    do {
        struct ptx_operand element = {.kind = PTX_OPERAND_LABEL};
        parsed = parser_at(parser, PTX_TOKEN_NAME) || parser_fail(parser, "expected a name");
        if (parsed && kind == PTX_BINDING_CALLEES)
            parsed = take_callee(parser, &element);
        if (!parsed)
            break;
        *PTX_VECTOR_PUSH(&parser->elements, struct ptx_operand) = element;
        *PTX_VECTOR_PUSH(&names, struct ptx_reference) =
            (struct ptx_reference){NULL, parser->token.name, lexer_token_location(&parser->token)};
        parser_next(parser);
    } while (parser_accept(parser, ','));
    struct ptx_operand list = {0};
    struct ptx_binding *binding = parsed ? scope_bind(&parser->scopes, name, kind) : NULL;
    if (parsed && !binding)
        parsed = parser_fail(parser, "'%.100s' is declared twice", name->text);
    parsed = parsed && operand_copy_elements(parser, first, &list);
    parser->elements.count = first;
    for (uint32_t i = 0; parsed && kind == PTX_BINDING_TARGETS && i < names.count; i++) {
        const struct ptx_reference *written = PTX_VECTOR_AT(&names, struct ptx_reference, i);
        operand_refer(parser, &list.elements[i], written->name, written->where);
    }
    ptx_vector_done(&names);
    if (!parsed)
        return false;
    binding->elements = list.elements;
    binding->element_count = list.element_count;
    return parser_expect(parser, ';', "';'");
}

/* Starts at a name with a ':' after it. */
static bool parse_label(struct ptx_parser *parser)
{
    struct ptx_name *name = parser->token.name;
    if (strchr(name->text, '.'))
        return parser_fail(parser, "'%.100s' is no name for a label", name->text);
    parser_next(parser);
    parser_next(parser);
    if (parser_at_directive(parser, "branchtargets"))
        return parse_targets(parser, name, PTX_BINDING_TARGETS);
    if (parser_at_directive(parser, "calltargets"))
        return parse_targets(parser, name, PTX_BINDING_CALLEES);
    if (parser_accept_directive(parser, "callprototype"))
        return parse_prototype(parser, name);
    return bind_label(parser, name);
}

static bool parse_directive(struct ptx_parser *parser)
{
    if (parser_accept_directive(parser, "loc"))
        return parse_location(parser);
    if (parser_accept_directive(parser, "reg"))
        return parse_registers(parser);
    if (parser_accept_directive(parser, "pragma"))
        return parse_pragma(parser);
    if (parser_accept_directive(parser, "file"))
        return parse_file(parser);
    if (parser_accept_directive(parser, "section"))
        return parse_section(parser);
    struct ptx_linkage linkage = {0};
    linkage.is_extern = parser_accept_directive(parser, "extern");
    enum ptx_space space;
    if (parser_at(parser, PTX_TOKEN_DIRECTIVE) &&
        ptx_space_find(parser->token.name->text, parser->token.name->length, &space))
        return parse_variables(parser, linkage);
    char buffer[80];
    return parser_fail(parser, "unknown directive %s", parser_token_text(parser, buffer, sizeof buffer));
}

static bool parse_statement(struct ptx_parser *parser)
{
    switch (parser->token.kind) {
    case PTX_TOKEN_NAME:
        if (lexer_peek(&parser->lexer) == ':')
            return parse_label(parser);
        return parse_instruction(parser);
    case '@':
        return parse_instruction(parser);
    case PTX_TOKEN_DIRECTIVE:
        return parse_directive(parser);
    default: {
        char buffer[80];
        return parser_fail(parser, "expected a statement, not %s", parser_token_text(parser, buffer, sizeof buffer));
    }
    }
}

static void report_unresolved(struct ptx_parser *parser)
{
    for (uint32_t i = 0; i < parser->builder.references.count && !parser->gave_up; i++) {
        const struct ptx_reference *reference = PTX_VECTOR_AT(&parser->builder.references, struct ptx_reference, i);
        parser_fail_at(parser, reference->where, "undeclared label '%.100s'", reference->name->text);
    }
    parser->builder.references.count = 0;
}

/*
 * Enters scopes in a loop, not by recursion. Leaves open scopes at the end, so bindings are
 * removed.
 */
bool parse_body(struct ptx_parser *parser)
{
    uint32_t outermost = parser->scopes.depth + 1;
    if (!enter(parser))
        return false;
    while (parser->scopes.depth >= outermost && !parser_at(parser, PTX_TOKEN_END) && !parser->gave_up) {
        if (parser->names.count > PTX_NAMES_MAX)
            parser_give_up(parser, "the module has too many names");
        else if (parser_accept(parser, '{'))
            enter(parser);
        else if (parser_accept(parser, '}'))
            leave(parser);
        else if (!parse_statement(parser))
            parser_skip_statement(parser);
    }
    bool closed = parser->scopes.depth < outermost;
    while (parser->scopes.depth >= outermost)
        leave(parser);
    report_unresolved(parser);
    if (parser->gave_up)
        return false;
    return closed || parser_fail(parser, "the body of the function does not end");
}
