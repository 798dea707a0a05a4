/* Parses functions and prototypes. */
#include <string.h>

#include "base/told.h"
#include "ptx/parse/control_flow.h"
#include "ptx/parse/parser.h"

/*
 *     function   = (".entry" | ".func" [results]) name [parameters] {attribute} ([";"] | "{" body)
 *     results    = "(" [parameter {"," parameter}] ")"        parameters: the same
 *     attribute  = ".maxntid" n ["," n ["," n]] | ".reqntid" ... | ".minnctapersm" n
 *                | ".pragma" string ";" | ...
 *     prototype  = [results] "_" [parameters] {attribute} ";"
 */

struct signature {
    struct ptx_variable **parameters, **results;
    uint32_t parameter_count, result_count;
    uint64_t parameter_bytes;
};

/* Places each parameter at the next multiple of its alignment, as the C ABI lays out a struct. */
static bool lay_out(struct ptx_parser *parser, struct ptx_variable **variables, uint32_t count, uint64_t *out_bytes)
{
    uint64_t offset_bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct ptx_variable *variable = variables[i];
        variable->index = i;
        if (variable->space == PTX_SPACE_REGISTER)
            continue;
        uint64_t align_bytes = variable->align_bytes;
        offset_bytes = (offset_bytes + align_bytes - 1) / align_bytes * align_bytes;
        variable->offset_bytes = offset_bytes;
        offset_bytes += variable->size_bytes;
        if (offset_bytes > PTX_VARIABLE_BYTES_MAX)
            return parser_fail(parser, "the parameters are too large");
    }
    *out_bytes = offset_bytes;
    return true;
}

static bool parse_parameter_list(struct ptx_parser *parser, enum ptx_variable_role role, bool is_named,
                                 struct ptx_variable ***out_variables, uint32_t *out_count, uint64_t *out_bytes)
{
    struct ptx_vector list = {0};
    bool parsed = true;
    parser_next(parser);
    if (!parser_at(parser, ')')) {
        do {
            struct ptx_variable *variable = NULL;
            parsed = parse_parameter(parser, role, is_named, &variable);
            if (parsed)
                *PTX_VECTOR_PUSH(&list, struct ptx_variable *) = variable;
        } while (parsed && parser_accept(parser, ','));
    }
    *out_variables = ptx_vector_copy(&list, parser->arena, sizeof(struct ptx_variable *));
    *out_count = list.count;
    ptx_vector_done(&list);
    return parsed && lay_out(parser, *out_variables, *out_count, out_bytes) &&
           parser_expect(parser, ')', TOLD_TEXT("',' or ')'"));
}

static bool parse_results(struct ptx_parser *parser, bool is_named, struct signature *signature)
{
    if (!parser_at(parser, '('))
        return true;
    uint64_t size_bytes;
    return parse_parameter_list(parser, PTX_VARIABLE_RESULT, is_named, &signature->results, &signature->result_count,
                                &size_bytes);
}

static bool parse_parameters(struct ptx_parser *parser, bool is_named, struct signature *signature)
{
    if (!parser_at(parser, '('))
        return true;
    return parse_parameter_list(parser, PTX_VARIABLE_PARAMETER, is_named, &signature->parameters,
                                &signature->parameter_count, &signature->parameter_bytes);
}

/* n ["," n ["," n]]; omitted ones are 1 */
static bool parse_extent(struct ptx_parser *parser, uint32_t extent[3])
{
    uint64_t value[3] = {1, 1, 1};
    int count = 0;
    do {
        if (!parse_integer(parser, INT32_MAX, "an extent", &value[count]))
            return false;
    } while (++count < 3 && parser_accept(parser, ','));
    for (int i = 0; i < 3; i++)
        extent[i] = (uint32_t)value[i];
    return true;
}

static uint32_t volume(const uint32_t extent[3])
{
    uint64_t product = (uint64_t)extent[0] * extent[1];
    return product > UINT32_MAX || product * extent[2] > UINT32_MAX ? UINT32_MAX : (uint32_t)(product * extent[2]);
}

static bool parse_count(struct ptx_parser *parser, uint32_t *out_count)
{
    uint64_t value;
    if (!parse_integer(parser, UINT32_MAX, "a count", &value))
        return false;
    *out_count = (uint32_t)value;
    return true;
}

/* One performance or calling directive. Returns false with *out_known false if the word is none. */
static bool parse_attribute(struct ptx_parser *parser, struct ptx_function *function, bool *out_known)
{
    uint32_t ignored;
    *out_known = true;
    if (parser_accept_directive(parser, "maxntid")) {
        bool parsed = parse_extent(parser, function->max_threads);
        function->max_threads_per_block = volume(function->max_threads);
        return parsed;
    }
    if (parser_accept_directive(parser, "reqntid")) {
        bool parsed = parse_extent(parser, function->required_threads);
        function->max_threads_per_block = volume(function->required_threads);
        return parsed;
    }
    if (parser_accept_directive(parser, "reqnctapercluster"))
        return parse_extent(parser, function->cluster_blocks);
    if (parser_accept_directive(parser, "maxclusterrank"))
        return parse_count(parser, &function->max_cluster_blocks);
    if (parser_accept_directive(parser, "minnctapersm"))
        return parse_count(parser, &function->min_blocks_per_sm);
    if (parser_accept_directive(parser, "maxnreg"))
        return parse_count(parser, &function->max_registers);
    if (parser_accept_directive(parser, "maxnctapersm") || parser_accept_directive(parser, "abi_preserve") ||
        parser_accept_directive(parser, "abi_preserve_control"))
        return parse_count(parser, &ignored);
    if (parser_accept_directive(parser, "explicitcluster"))
        return function->is_explicit_cluster = true;
    if (parser_accept_directive(parser, "noreturn"))
        return function->is_noreturn = true;
    if (parser_accept_directive(parser, "blocksareclusters") || parser_accept_directive(parser, "unique"))
        return true;
    if (parser_accept_directive(parser, "pragma"))
        return parse_pragma(parser);
    *out_known = false;
    return false;
}

/* ".attribute" "(" ... ")" before the name; the parser ignores its content */
static bool skip_attribute(struct ptx_parser *parser)
{
    if (!parser_accept_directive(parser, "attribute"))
        return true;
    while (!parser_at(parser, ')') && !parser_at(parser, ';') && !parser_at(parser, PTX_TOKEN_END))
        parser_next(parser);
    return parser_expect(parser, ')', "')'");
}

/* A declaration of a function can lack its ';'. The next one begins with one of these. */
static bool at_declaration(const struct ptx_parser *parser)
{
    static const char *const words[] = {"func",   "entry", "extern", "visible", "weak", "common",
                                        "global", "const", "shared", "alias",   "file", "section"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parser_at_directive(parser, words[i]))
            return true;
    return false;
}

static bool parse_attributes(struct ptx_parser *parser, struct ptx_function *function)
{
    while (parser_at(parser, PTX_TOKEN_DIRECTIVE) && !at_declaration(parser)) {
        bool known;
        char buffer[80];
        if (!parse_attribute(parser, function, &known))
            return known
                       ? false
                       : parser_fail(parser, "unknown directive %s", parser_token_text(parser, buffer, sizeof buffer));
    }
    return true;
}

struct ptx_function *parse_function_of(struct ptx_parser *parser, struct ptx_name *name)
{
    struct ptx_binding *binding = name->binding;
    if (!binding) {
        binding = scope_bind_at(&parser->scopes, 0, name, PTX_BINDING_FUNCTION);
        binding->index = parser->functions.count;
        struct ptx_function *function = ARENA_NEW(parser->arena, struct ptx_function);
        function->name = name->text;
        function->index = binding->index;
        function->is_extern = true;
        *PTX_VECTOR_PUSH(&parser->functions, struct ptx_function *) = function;
    }
    if (binding->kind != PTX_BINDING_FUNCTION || binding->depth != 0)
        return NULL;
    return *PTX_VECTOR_AT(&parser->functions, struct ptx_function *, binding->index);
}

static void start_builder(struct ptx_parser *parser)
{
    struct ptx_builder *builder = &parser->builder;
    struct ptx_vector *vectors[] = {&builder->registers, &builder->variables,  &builder->instructions,
                                    &builder->labels,    &builder->references, &builder->parameters};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        vectors[i]->count = 0;
    builder->serial++;
    builder->location = NULL;
}

/* Whether control can run past the last instruction. If so, a `ret` is added at the end. */
static bool runs_out(const struct ptx_builder *builder)
{
    uint32_t count = builder->instructions.count;
    if (count == 0)
        return true;
    for (uint32_t i = builder->labels.count; i-- > 0;)
        if (PTX_VECTOR_AT(&builder->labels, struct ptx_label, i)->instruction == count)
            return true;
    const struct ptx_instruction *last = PTX_VECTOR_AT(&builder->instructions, struct ptx_instruction, count - 1);
    return last->is_guarded || !control_flow_ends_block(last->opcode) || last->opcode == PTX_OPCODE_TRAP;
}

static void append_return(struct ptx_parser *parser, int line)
{
    static const uint8_t no_types[PTX_TYPES_MAX] = {PTX_TYPE_NONE};
    static const uint16_t no_modifiers[PTX_MODIFIERS_MAX] = {PTX_MODIFIER_NONE};
    *PTX_VECTOR_PUSH(&parser->builder.instructions, struct ptx_instruction) =
        (struct ptx_instruction){.opcode = PTX_OPCODE_RET,
                                 .vector = 1,
                                 .modifiers = no_modifiers,
                                 .types = no_types,
                                 .mnemonic = "ret",
                                 .ptx_line = line};
}

/* Parameters declared in the body come after those of the list. */
static bool add_parameters_of_body(struct ptx_parser *parser, struct ptx_function *function)
{
    struct ptx_vector *added = &parser->builder.parameters, all = {0};
    if (added->count == 0 || diagnostics_error_count(parser->diagnostics) > parser->errors_before)
        return true; /* an incorrect one has no size */
    for (uint32_t i = 0; i < function->parameter_count; i++)
        *PTX_VECTOR_PUSH(&all, struct ptx_variable *) = function->parameters[i];
    for (uint32_t i = 0; i < added->count; i++)
        *PTX_VECTOR_PUSH(&all, struct ptx_variable *) = *PTX_VECTOR_AT(added, struct ptx_variable *, i);
    function->parameter_count = all.count;
    function->parameters = ptx_vector_copy(&all, parser->arena, sizeof(struct ptx_variable *));
    ptx_vector_done(&all);
    return lay_out(parser, function->parameters, function->parameter_count, &function->parameter_bytes);
}

/* Copies the body's tables into the arena and finds its blocks. */
static bool finish(struct ptx_parser *parser, struct ptx_function *function)
{
    const struct ptx_builder *builder = &parser->builder;
    struct arena *arena = parser->arena;
    if (!add_parameters_of_body(parser, function))
        return false;
    if (runs_out(builder))
        append_return(parser, parser->token.line);
    function->has_body = true;
    function->is_extern = false;
    function->register_count = builder->registers.count;
    function->registers = ptx_vector_copy(&builder->registers, arena, sizeof(struct ptx_register));
    function->variable_count = builder->variables.count;
    function->variables = ptx_vector_copy(&builder->variables, arena, sizeof(struct ptx_variable *));
    function->label_count = builder->labels.count;
    function->labels = ptx_vector_copy(&builder->labels, arena, sizeof(struct ptx_label));
    function->instruction_count = builder->instructions.count;
    function->instructions = ptx_vector_copy(&builder->instructions, arena, sizeof(struct ptx_instruction));
    if (diagnostics_error_count(parser->diagnostics) > parser->errors_before)
        return true; /* references can be unresolved: no graph */
    if (control_flow_build(arena, function, &parser->edge_total, PTX_EDGES_MAX))
        return true;
    return parser_give_up(parser, "the module has too many branch targets");
}

static void set_signature(struct ptx_function *function, const struct signature *signature)
{
    function->parameters = signature->parameters;
    function->parameter_count = signature->parameter_count;
    function->parameter_bytes = signature->parameter_bytes;
    function->results = signature->results;
    function->result_count = signature->result_count;
}

/* After the name: the rest of the header, and the body if there is one. */
static bool parse_rest(struct ptx_parser *parser, struct ptx_function *function, struct signature *signature)
{
    if (!parse_parameters(parser, true, signature))
        return false;
    set_signature(function, signature);
    if (!parse_attributes(parser, function))
        return false;
    if (parser_accept(parser, ';') || at_declaration(parser))
        return true;
    if (function->has_body)
        return parser_fail(parser, "'%.100s' is defined twice", function->name);
    if (!parser_expect(parser, '{', TOLD_TEXT("'{' or ';'")))
        return false;
    return parse_body(parser) && finish(parser, function);
}

static bool parse_named_function(struct ptx_parser *parser, bool is_entry, struct ptx_linkage linkage,
                                 struct signature *signature)
{
    if (!parser_at(parser, PTX_TOKEN_NAME) || strchr(parser->token.name->text, '.'))
        return parser_fail(parser, "expected the name of a function");
    struct ptx_function *function = parse_function_of(parser, parser->token.name);
    if (!function)
        return parser_fail(parser, "'%.100s' is declared twice", parser->token.name->text);
    if (function->has_body && function->is_entry != is_entry)
        return parser_fail(parser, "'%.100s' is declared twice", function->name);
    parser->builder.function = function->index;
    function->is_entry = is_entry;
    function->is_visible |= linkage.is_visible;
    function->is_weak |= linkage.is_weak;
    parser_next(parser);
    return parse_rest(parser, function, signature);
}

bool parse_function(struct ptx_parser *parser, struct ptx_linkage linkage)
{
    bool is_entry = parser_at_directive(parser, "entry");
    struct signature signature = {0};
    parser_next(parser);
    start_builder(parser);
    if (!scope_enter(&parser->scopes))
        return parser_give_up(parser, "scopes nested too deeply");
    bool parsed = skip_attribute(parser) && (is_entry || parse_results(parser, true, &signature)) &&
                  parse_named_function(parser, is_entry, linkage, &signature);
    scope_leave(&parser->scopes);
    return parsed;
}

bool parse_prototype(struct ptx_parser *parser, struct ptx_name *name)
{
    struct signature signature = {0};
    struct ptx_function attributes = {0};
    if (!parse_results(parser, false, &signature) || !parser_expect(parser, PTX_TOKEN_NAME, "'_'") ||
        !parse_parameters(parser, false, &signature) || !parse_attributes(parser, &attributes) ||
        !parser_expect(parser, ';', "';'"))
        return false;
    struct ptx_binding *binding = scope_bind(&parser->scopes, name, PTX_BINDING_PROTOTYPE);
    if (!binding)
        return parser_fail(parser, "'%.100s' is declared twice", name->text);
    binding->index = parser->prototypes.count;
    *PTX_VECTOR_PUSH(&parser->prototypes, struct ptx_prototype) =
        (struct ptx_prototype){.name = operand_unique_text(parser, name),
                               .function = parser->builder.function,
                               .parameters = signature.parameters,
                               .results = signature.results,
                               .parameter_count = signature.parameter_count,
                               .result_count = signature.result_count,
                               .is_noreturn = attributes.is_noreturn};
    return true;
}
