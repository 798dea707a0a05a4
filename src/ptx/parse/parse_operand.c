/* Parses operands. */
#include <string.h>

#include "ptx/parse/parser.h"

/*
 *     operand  = value ["|" value]
 *     value    = "_" | name [("+" | "-") constant] | "!" name | constant | "[" address "]"
 *              | "{" value {"," value} "}"
 *     address  = (name | constant) [("+" | "-") constant] ["," "{" value {"," value} "}"]
 */

void operand_refer(struct ptx_parser *parser, struct ptx_operand *operand, struct ptx_name *name, struct location where)
{
    struct ptx_reference *reference = PTX_VECTOR_PUSH(&parser->builder.references, struct ptx_reference);
    *reference = (struct ptx_reference){operand, name, where};
}

const char *operand_unique_text(struct ptx_parser *parser, struct ptx_name *name)
{
    uint32_t serial = parser->builder.serial;
    if (name->used_in != serial) {
        name->used_in = serial;
        name->copies = 0;
        return name->text;
    }
    for (;;) {
        char *text = arena_printf(parser->scratch, "%s$%u", name->text, ++name->copies);
        struct ptx_name *candidate = names_intern_text(&parser->names, text, strlen(text));
        if (candidate->used_in == serial || candidate->binding)
            continue;
        candidate->used_in = serial;
        candidate->copies = 0;
        return candidate->text;
    }
}

/* Gives the register its slots at its first use: one for each component. */
static bool take_slots(struct ptx_parser *parser, struct ptx_binding *binding)
{
    if (binding->has_slot)
        return true;
    struct ptx_vector *registers = &parser->builder.registers;
    if (registers->count + binding->vector > PTX_REGISTERS_MAX)
        return parser_give_up(parser, "the function uses too many registers");
    binding->has_slot = true;
    binding->index = registers->count;
    const char *text = operand_unique_text(parser, binding->name);
    for (uint8_t i = 0; i < binding->vector; i++) {
        struct ptx_register *entry = PTX_VECTOR_PUSH(registers, struct ptx_register);
        entry->type = binding->type;
        entry->name = binding->vector == 1 ? text : arena_printf(parser->arena, "%s$%c", text, "xyzwabcd"[i]);
    }
    return true;
}

static struct ptx_operand register_in_slot(uint32_t slot)
{
    return (struct ptx_operand){.kind = PTX_OPERAND_REGISTER, .register_slot = slot};
}

static bool use_register(struct ptx_parser *parser, struct ptx_binding *binding, struct ptx_operand *out)
{
    if (!take_slots(parser, binding))
        return false;
    *out = register_in_slot(binding->index);
    if (binding->vector == 1)
        return true;
    out->kind = PTX_OPERAND_VECTOR;
    out->element_count = binding->vector;
    out->elements = ARENA_ARRAY(parser->arena, binding->vector, struct ptx_operand);
    for (uint32_t i = 0; i < binding->vector; i++)
        out->elements[i] = register_in_slot(binding->index + i);
    return true;
}

bool operand_from_register(struct ptx_parser *parser, struct ptx_name *name, struct ptx_operand *out_operand)
{
    struct ptx_binding *binding = scope_meaning(&parser->scopes, name);
    if (!binding || binding->kind != PTX_BINDING_REGISTER)
        return parser_fail(parser, "'%.100s' is not a register", name->text);
    return use_register(parser, binding, out_operand);
}

/*
 * .b0 .. .b3, .h0, .h1 and the pairs of packed video instructions. Counts from 1 in the order of
 * the list; 0 if unknown.
 */
static uint8_t part_of(const char *word)
{
    static const char *const parts[] = {"b0",  "b1",  "b2",  "b3",  "h0",  "h1",  "h00", "h01", "h10",
                                        "h11", "h20", "h21", "h30", "h31", "h02", "h03", "h12", "h13"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i], word) == 0)
            return (uint8_t)(i + 1);
    return 0;
}

/* "v.x" of a vector register, "a.b0" of a video operand */
static bool parse_component(struct ptx_parser *parser, struct ptx_name *name, struct ptx_operand *out)
{
    struct ptx_binding *binding = scope_meaning(&parser->scopes, name->stem);
    if (!binding || binding->kind != PTX_BINDING_REGISTER)
        return parser_fail(parser, "undeclared name '%.100s'", name->text);
    if (!take_slots(parser, binding))
        return false;
    *out = register_in_slot(binding->index);
    if (binding->vector > 1 && name->component < binding->vector) {
        out->register_slot += name->component;
        return true;
    }
    out->part = binding->vector == 1 ? part_of(strchr(name->text, '.') + 1) : 0;
    return out->part != 0 || parser_fail(parser, "no such component: '%.100s'", name->text);
}

static bool take_special(struct ptx_parser *parser, const struct ptx_name *name, struct ptx_operand *out)
{
    *out = (struct ptx_operand){.kind = PTX_OPERAND_SPECIAL,
                                .special = name->special,
                                .component = name->component,
                                .bits = name->special_index};
    bool has_component = name->component != PTX_COMPONENT_ALL;
    if (name->is_dotted && (!has_component || ptx_special_register_components(name->special) == 1))
        return parser_fail(parser, "no such component: '%.100s'", name->text);
    return true;
}

static bool take_binding(struct ptx_parser *parser, struct ptx_binding *binding, struct ptx_operand *out)
{
    switch (binding->kind) {
    case PTX_BINDING_REGISTER:
        return use_register(parser, binding, out);
    case PTX_BINDING_VARIABLE:
        *out = (struct ptx_operand){.kind = PTX_OPERAND_VARIABLE, .variable = binding->variable};
        return true;
    case PTX_BINDING_FUNCTION:
        *out =
            (struct ptx_operand){.kind = PTX_OPERAND_FUNCTION, .target = binding->index, .name = binding->name->text};
        (*PTX_VECTOR_AT(&parser->functions, struct ptx_function *, binding->index))->is_called = true;
        return true;
    default:
        return parser_fail(parser, "'%.100s' cannot stand here", binding->name->text);
    }
}

/* Starts at a name and consumes it. */
static bool parse_named(struct ptx_parser *parser, struct ptx_operand *out)
{
    struct ptx_name *name = parser->token.name;
    struct ptx_binding *binding = scope_meaning(&parser->scopes, name);
    bool parsed;
    if (binding)
        parsed = take_binding(parser, binding, out);
    else if (name->special != PTX_SPECIAL_NONE)
        parsed = take_special(parser, name, out);
    else if (name->is_dotted)
        parsed = parse_component(parser, name, out);
    else
        parsed = parser_fail(parser, "undeclared name '%.100s'", name->text);
    if (parsed)
        parser_next(parser);
    return parsed;
}

static bool parse_immediate(struct ptx_parser *parser, struct ptx_operand *out)
{
    struct ptx_constant constant;
    if (!parse_constant(parser, &constant))
        return false;
    *out = (struct ptx_operand){.kind = PTX_OPERAND_IMMEDIATE, .immediate_type = constant.type, .bits = constant.bits};
    return true;
}

/* [("+" | "-") constant] */
static bool parse_offset(struct ptx_parser *parser, int64_t *out_bytes)
{
    bool minus = parser_at(parser, '-');
    if (!minus && !parser_at(parser, '+'))
        return true;
    parser_next(parser);
    struct ptx_constant constant;
    struct location where = lexer_token_location(&parser->token);
    if (!parse_constant(parser, &constant))
        return false;
    if (constant.type != PTX_TYPE_S64 && constant.type != PTX_TYPE_U64)
        return parser_fail_at(parser, where, "an offset must be an integer");
    *out_bytes = (int64_t)(minus ? 0 - constant.bits : constant.bits);
    return true;
}

bool parse_simple_operand(struct ptx_parser *parser, struct ptx_operand *out)
{
    if (parser_at(parser, PTX_TOKEN_NAME) && parser->token.name == parser->sink) {
        *out = (struct ptx_operand){.kind = PTX_OPERAND_SINK};
        parser_next(parser);
        return true;
    }
    if (!parser_at(parser, PTX_TOKEN_NAME) || parser->token.name == parser->warp_size)
        return parse_immediate(parser, out);
    if (!parse_named(parser, out))
        return false;
    return out->kind != PTX_OPERAND_VARIABLE || parse_offset(parser, &out->offset_bytes);
}

bool operand_copy_elements(struct ptx_parser *parser, uint32_t first, struct ptx_operand *operand)
{
    operand->element_count = parser->elements.count - first;
    parser->operand_total += operand->element_count;
    if (parser->operand_total > PTX_OPERANDS_TOTAL_MAX)
        return parser_give_up(parser, "the module has too many operands");
    if (operand->element_count > 0) {
        const struct ptx_operand *items = PTX_VECTOR_AT(&parser->elements, struct ptx_operand, first);
        operand->elements = arena_memdup(parser->arena, items, sizeof *items * operand->element_count);
    }
    parser->elements.count = first;
    return true;
}

/* "{" value {"," value} "}"; lists do not nest, so parser->elements holds one at a time */
bool parse_elements(struct ptx_parser *parser, int close, const char *what, struct ptx_operand *out)
{
    parser_next(parser);
    uint32_t first = parser->elements.count;
    if (!parser_at(parser, close)) {
        do {
            struct ptx_operand element;
            if (!parse_simple_operand(parser, &element)) {
                parser->elements.count = first;
                return false;
            }
            *PTX_VECTOR_PUSH(&parser->elements, struct ptx_operand) = element;
        } while (parser_accept(parser, ','));
    }
    return operand_copy_elements(parser, first, out) && parser_expect(parser, close, what);
}

static bool parse_vector(struct ptx_parser *parser, struct ptx_operand *out)
{
    struct location where = lexer_token_location(&parser->token);
    *out = (struct ptx_operand){.kind = PTX_OPERAND_VECTOR};
    if (!parse_elements(parser, '}', "'}'", out))
        return false;
    if (out->element_count == 0 || out->element_count > PTX_ELEMENTS_MAX)
        return parser_fail_at(parser, where, "a vector has 1 to %d elements", PTX_ELEMENTS_MAX);
    return true;
}

static bool parse_coordinates(struct ptx_parser *parser, struct ptx_operand *memory)
{
    char buffer[80];
    if (!parser_at(parser, '{'))
        return parser_fail(parser, "expected coordinates, not %s", parser_token_text(parser, buffer, sizeof buffer));
    struct ptx_operand coordinates;
    if (!parse_vector(parser, &coordinates))
        return false;
    memory->has_coordinates = true;
    memory->elements = coordinates.elements;
    memory->element_count = coordinates.element_count;
    return true;
}

/* "[" address "]" [".unified"] */
static bool parse_memory(struct ptx_parser *parser, struct ptx_operand *out)
{
    parser_next(parser);
    struct location where = lexer_token_location(&parser->token);
    struct ptx_operand base;
    if (!parse_simple_operand(parser, &base))
        return false;
    if (base.kind != PTX_OPERAND_REGISTER && base.kind != PTX_OPERAND_VARIABLE && base.kind != PTX_OPERAND_IMMEDIATE)
        return parser_fail_at(parser, where, "this is no address");
    *out = base;
    out->base_kind = base.kind;
    out->kind = PTX_OPERAND_MEMORY;
    if (base.kind != PTX_OPERAND_VARIABLE && !parse_offset(parser, &out->offset_bytes))
        return false;
    if (parser_accept(parser, ',') && !parse_coordinates(parser, out))
        return false;
    if (!parser_expect(parser, ']', "']'"))
        return false;
    parser_accept_directive(parser, "unified");
    return true;
}

/* "!" name; any other text after "!" is a constant */
static bool parse_negated(struct ptx_parser *parser, struct ptx_operand *out)
{
    char next = lexer_peek(&parser->lexer);
    bool is_name =
        next == '%' || next == '_' || next == '$' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
    if (!is_name)
        return parse_immediate(parser, out);
    parser_next(parser);
    if (!parser_at(parser, PTX_TOKEN_NAME) || parser->token.name == parser->warp_size)
        return parser_fail(parser, "expected a predicate after '!'");
    if (!operand_from_register(parser, parser->token.name, out))
        return false;
    out->is_negated = true;
    parser_next(parser);
    return true;
}

static bool parse_value(struct ptx_parser *parser, struct ptx_operand *out)
{
    switch (parser->token.kind) {
    case '[':
        return parse_memory(parser, out);
    case '{':
        return parse_vector(parser, out);
    case '!':
        return parse_negated(parser, out);
    default:
        return parse_simple_operand(parser, out) &&
               (out->kind != PTX_OPERAND_REGISTER || parse_offset(parser, &out->offset_bytes));
    }
}

/* Labels can come later in the scope. They stay references until its end. */
static bool parse_label(struct ptx_parser *parser, enum ptx_operand_kind kind, struct ptx_operand *out)
{
    char buffer[80];
    if (!parser_at(parser, PTX_TOKEN_NAME))
        return parser_fail(parser, "expected a label, not %s", parser_token_text(parser, buffer, sizeof buffer));
    *out = (struct ptx_operand){.kind = kind, .name = parser->token.name->text};
    operand_refer(parser, out, parser->token.name, lexer_token_location(&parser->token));
    parser_next(parser);
    return true;
}

bool parse_operand(struct ptx_parser *parser, const struct ptx_form *form, uint32_t index,
                   struct ptx_operand *out_operand)
{
    if (form->opcode == PTX_OPCODE_BRA && index == 0)
        return parse_label(parser, PTX_OPERAND_LABEL, out_operand);
    if (form->opcode == PTX_OPCODE_BRX_IDX && index == 1)
        return parse_label(parser, PTX_OPERAND_LIST, out_operand);
    if (!parse_value(parser, out_operand))
        return false;
    if (!parser_accept(parser, '|'))
        return true;
    struct ptx_operand pair;
    if (!parse_simple_operand(parser, &pair))
        return false;
    if (pair.kind != PTX_OPERAND_REGISTER && pair.kind != PTX_OPERAND_SINK)
        return parser_fail(parser, "expected a register after '|'");
    out_operand->pair = arena_memdup(parser->arena, &pair, sizeof pair);
    return true;
}
