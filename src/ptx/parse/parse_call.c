/* Parses calls. */
#include <string.h>

#include "ptx/parse/parser.h"

/* After the callee: a prototype or a list of callees. */
static bool parse_call_signature(struct ptx_parser *parser, struct ptx_operand *out)
{
    char buffer[80];
    struct ptx_name *name = parser->token.name;
    if (!parser_at(parser, PTX_TOKEN_NAME))
        return parser_fail(parser, "expected a prototype, not %s", parser_token_text(parser, buffer, sizeof buffer));
    struct ptx_binding *binding = scope_meaning(&parser->scopes, name);
    if (!binding || (binding->kind != PTX_BINDING_PROTOTYPE && binding->kind != PTX_BINDING_CALLEES))
        return parser_fail(parser, "'%.100s' is no prototype", name->text);
    *out = (struct ptx_operand){.kind = PTX_OPERAND_PROTOTYPE,
                                .name = name->text,
                                .target = binding->index,
                                .elements = binding->elements,
                                .element_count = binding->element_count};
    if (binding->kind == PTX_BINDING_CALLEES)
        out->kind = PTX_OPERAND_LIST;
    parser_next(parser);
    return true;
}

/* The callee, as far as the call names it. */
struct callee {
    struct ptx_variable *const *parameters, *const *results;
    uint32_t parameter_count, result_count;
};

static struct callee callee_of_function(const struct ptx_parser *parser, uint32_t index)
{
    const struct ptx_function *function = *PTX_VECTOR_AT(&parser->functions, struct ptx_function *, index);
    return (struct callee){function->parameters, function->results, function->parameter_count, function->result_count};
}

/* False if the call does not name it. Functions of a list all have the parameters of the first. */
static bool find_callee(const struct ptx_parser *parser, const struct ptx_operand operands[4], struct callee *out)
{
    if (operands[1].kind == PTX_OPERAND_FUNCTION) {
        *out = callee_of_function(parser, operands[1].target);
    } else if (operands[3].kind == PTX_OPERAND_LIST && operands[3].element_count > 0) {
        *out = callee_of_function(parser, operands[3].elements[0].target);
    } else if (operands[3].kind == PTX_OPERAND_PROTOTYPE) {
        const struct ptx_prototype *prototype =
            PTX_VECTOR_AT(&parser->prototypes, struct ptx_prototype, operands[3].target);
        *out = (struct callee){prototype->parameters, prototype->results, prototype->parameter_count,
                               prototype->result_count};
    } else {
        return false;
    }
    return true;
}

/* A vector register stands for a vector of the same elements, or for bytes of a .param variable. */
static bool vector_fits(const struct ptx_parser *parser, const struct ptx_operand *value,
                        const struct ptx_variable *parameter)
{
    uint32_t count = parameter->space == PTX_SPACE_REGISTER ? parameter->vector : 1;
    if (value->kind != PTX_OPERAND_VECTOR)
        return count == 1 || value->kind == PTX_OPERAND_VARIABLE || value->kind == PTX_OPERAND_SINK;
    const struct ptx_register *first =
        PTX_VECTOR_AT(&parser->builder.registers, struct ptx_register, value->elements[0].register_slot);
    return value->element_count == count && ptx_type_bits(first->type) == ptx_type_bits(parameter->type);
}

static bool check_vectors(struct ptx_parser *parser, struct location where, const struct ptx_operand *values,
                          struct ptx_variable *const *parameters, uint32_t count)
{
    for (uint32_t i = 0; i < values->element_count && i < count; i++)
        if (!vector_fits(parser, &values->elements[i], parameters[i]))
            return parser_fail_at(parser, where, "the call and the function have vectors of other elements");
    return true;
}

/*
 * A call must give as many values as the callee takes. An open array takes any number (PTX ISA
 * 7.2).
 */
static bool check_arity(struct ptx_parser *parser, struct location where, const struct ptx_operand operands[4])
{
    struct callee callee;
    if (!find_callee(parser, operands, &callee))
        return true;
    bool is_open = callee.parameter_count > 0 && callee.parameters[callee.parameter_count - 1]->size_bytes == 0;
    if (operands[2].element_count != callee.parameter_count && !is_open)
        return parser_fail_at(parser, where, "the call has %u arguments, the function takes %u",
                              operands[2].element_count, callee.parameter_count);
    if (operands[0].element_count != callee.result_count)
        return parser_fail_at(parser, where, "the call takes %u results, the function returns %u",
                              operands[0].element_count, callee.result_count);
    return check_vectors(parser, where, &operands[0], callee.results, callee.result_count) &&
           check_vectors(parser, where, &operands[2], callee.parameters, callee.parameter_count);
}

/* call = ["(" value ")" ","] callee ["," "(" [value {"," value}] ")"] ["," prototype] */
static bool parse_call(struct ptx_parser *parser, struct ptx_operand operands[4], struct location *where)
{
    if (parser_at(parser, '(') &&
        (!parse_elements(parser, ')', "')'", &operands[0]) || !parser_expect(parser, ',', "',' and the function")))
        return false;
    *where = lexer_token_location(&parser->token);
    if (!parse_simple_operand(parser, &operands[1]))
        return false;
    if (operands[1].kind != PTX_OPERAND_FUNCTION && operands[1].kind != PTX_OPERAND_REGISTER)
        return parser_fail_at(parser, *where, "only a function or a register can be called");
    if (!parser_accept(parser, ','))
        return true;
    if (parser_at(parser, '(')) {
        if (!parse_elements(parser, ')', "')'", &operands[2]))
            return false;
        if (!parser_accept(parser, ','))
            return true;
    }
    return parse_call_signature(parser, &operands[3]);
}

bool parse_call_operands(struct ptx_parser *parser, struct ptx_operand operands[4])
{
    memset(operands, 0, sizeof *operands * 4);
    operands[0].kind = operands[2].kind = PTX_OPERAND_LIST;
    struct location where;
    return parse_call(parser, operands, &where) && check_arity(parser, where, operands);
}
