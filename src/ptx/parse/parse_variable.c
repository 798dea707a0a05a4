/* Parses variables, parameters and registers. */
#include <string.h>

#include "base/told.h"
#include "ptx/parse/parser.h"

/*
 *     variables  = space [bank] {attribute} type declarator {"," declarator} ";"
 *     bank       = "[" n "]"    of .const, up to PTX 2.1
 *     attribute  = ".align" n | ".attribute" "(" ... ")"
 *     type       = [".v2" | ".v4" | ".v8"] "." word
 *     declarator = name {"[" [n] "]"} ["=" initialiser] | name "<" n ">"
 *     parameter  = (".param" | ".reg") {attribute} type [".ptr" [space] [".align" n]]
 *                  [name] {"[" [n] "]"}
 *     registers  = ".reg" type (name | name "<" n ">") {"," ...} ";"
 *
 * PTX ISA 5.3, 5.4; bank: 5.1.3.1; declarator: 5.4.6.
 */

enum {
    DIMENSIONS_MAX = 8,
    ALIGN_MAX = 1 << 20,
    CONSTANT_BANK_LAST = 10,
    CONSTANT_BANK_BYTES = 64 << 10,
    FAMILY_MAX = 4096
};

/* The part before the name. */
struct declaration {
    enum ptx_space space;
    enum ptx_type type;
    uint32_t vector;
    uint32_t align_bytes; /* 0: natural */
    bool is_managed;
    bool is_banked; /* in a numbered bank of constant memory */
};

/* "[" n "]"; the banks are one memory here, since no two variables share an address. */
bool parse_constant_bank(struct ptx_parser *parser)
{
    uint64_t bank;
    if (!legacy_is_before(parser, 2, 2))
        return parser_fail(parser, "banks of constant memory ended with PTX 2.2: write .const");
    return parser_expect(parser, '[', "'['") &&
           parse_integer(parser, CONSTANT_BANK_LAST, "a bank of constant memory", &bank) &&
           parser_expect(parser, ']', "']'");
}

/* ".attribute" "(" ".managed" | ".unified" "(" n "," n ")" {"," ...} ")"; after .attribute */
static bool parse_attributes(struct ptx_parser *parser, struct declaration *declaration)
{
    if (!parser_expect(parser, '(', "'('"))
        return false;
    for (int depth = 1; depth > 0; parser_next(parser)) {
        if (parser_at(parser, PTX_TOKEN_END) || parser_at(parser, ';'))
            return parser_fail(parser, "expected ')'");
        depth += parser_at(parser, '(') - parser_at(parser, ')');
        declaration->is_managed = declaration->is_managed || parser_at_directive(parser, "managed");
    }
    return true;
}

static bool parse_alignment(struct ptx_parser *parser, uint32_t *out_bytes)
{
    struct location where = lexer_token_location(&parser->token);
    uint64_t value;
    if (!parse_integer(parser, ALIGN_MAX, "an alignment", &value))
        return false;
    if (value == 0 || (value & (value - 1)) != 0)
        return parser_fail_at(parser, where, "an alignment must be a power of two");
    *out_bytes = (uint32_t)value;
    return true;
}

static bool is_vector_word(const struct ptx_name *word)
{
    return word->length == 2 && word->text[0] == 'v' &&
           (word->text[1] == '2' || word->text[1] == '4' || word->text[1] == '8');
}

/* {attribute} type */
static bool parse_type(struct ptx_parser *parser, struct declaration *declaration)
{
    char buffer[80];
    declaration->vector = 1;
    for (;;) {
        if (!parser_at(parser, PTX_TOKEN_DIRECTIVE))
            return parser_fail(parser, "expected a type, not %s", parser_token_text(parser, buffer, sizeof buffer));
        struct ptx_name *word = parser->token.name;
        if (parser_accept_directive(parser, "align")) {
            if (!parse_alignment(parser, &declaration->align_bytes))
                return false;
        } else if (parser_accept_directive(parser, "attribute")) {
            if (!parse_attributes(parser, declaration))
                return false;
        } else if (is_vector_word(word)) {
            declaration->vector = (uint32_t)(word->text[1] - '0');
            parser_next(parser);
        } else {
            declaration->type = ptx_type_find(word->text, word->length);
            if (declaration->type == PTX_TYPE_NONE)
                return parser_fail(parser, "unknown type '.%.60s'", word->text);
            if (declaration->vector > 1 && ptx_type_bits(declaration->type) < 8)
                return parser_fail(parser, "a vector cannot have elements of type '.%.60s'", word->text);
            parser_next(parser);
            return true;
        }
    }
}

static bool check_memory_type(struct ptx_parser *parser, const struct declaration *declaration)
{
    uint32_t bits = ptx_type_bits(declaration->type);
    if (bits >= 8 && bits <= 128)
        return true;
    return parser_fail(parser, "a variable cannot be of type '.%s'", ptx_type_name(declaration->type));
}

/* {"[" [n] "]"}; an empty first dimension is 0 */
static bool parse_dimensions(struct ptx_parser *parser, uint64_t dimensions[DIMENSIONS_MAX], uint32_t *out_count)
{
    uint32_t count = 0;
    while (parser_accept(parser, '[')) {
        if (count == DIMENSIONS_MAX)
            return parser_fail(parser, "more than %d dimensions", DIMENSIONS_MAX);
        dimensions[count] = 0;
        if (!parser_at(parser, ']') &&
            !parse_integer(parser, PTX_VARIABLE_BYTES_MAX, "an array length", &dimensions[count]))
            return false;
        count++;
        if (!parser_expect(parser, ']', "']'"))
            return false;
    }
    *out_count = count;
    return true;
}

static bool lay_out(struct ptx_parser *parser, const struct declaration *declaration, const uint64_t *dimensions,
                    uint32_t dimension_count, struct ptx_variable *variable)
{
    uint64_t element_bytes = (uint64_t)ptx_type_bits(declaration->type) / 8 * declaration->vector;
    uint64_t size_bytes = element_bytes;
    for (uint32_t i = 0; i < dimension_count; i++)
        if (__builtin_mul_overflow(size_bytes, dimensions[i], &size_bytes) || size_bytes > PTX_VARIABLE_BYTES_MAX)
            return parser_fail(parser, "'%.100s' is too large", variable->name);
    variable->space = declaration->space;
    variable->type = declaration->type;
    variable->vector = declaration->vector;
    variable->is_managed = declaration->is_managed;
    variable->is_array = dimension_count > 0;
    variable->size_bytes = size_bytes;
    variable->align_bytes = declaration->align_bytes ? declaration->align_bytes : (uint32_t)element_bytes;
    return true;
}

/*
 * Global and constant variables live as long as the module, also if a function declares them. Only
 * their names are local.
 */
static bool is_module_wide(const struct ptx_parser *parser, enum ptx_space space)
{
    return parser->scopes.depth == 0 || space == PTX_SPACE_GLOBAL || space == PTX_SPACE_CONSTANT;
}

static bool is_bound_in_module(const struct ptx_name *name)
{
    for (const struct ptx_binding *binding = name->binding; binding; binding = binding->shadowed)
        if (binding->depth == 0)
            return true;
    return false;
}

/* The module's name for a variable that a function declares: "x$static", else "x$static1".. */
static const char *static_name(struct ptx_parser *parser, struct ptx_name *name)
{
    const char *text = arena_printf(parser->scratch, "%s$static", name->text);
    struct ptx_name *candidate = names_intern_text(&parser->names, text, strlen(text));
    while (candidate->names_static || is_bound_in_module(candidate) || candidate->used_in == parser->builder.serial) {
        text = arena_printf(parser->scratch, "%s$static%u", name->text, ++name->static_copies);
        candidate = names_intern_text(&parser->names, text, strlen(text));
    }
    candidate->names_static = true;
    candidate->used_in = parser->builder.serial;
    candidate->copies = 0;
    return candidate->text;
}

/* Before PTX 1.4, kernels declared their parameters in their bodies. */
static bool is_parameter_of_kernel(struct ptx_parser *parser, enum ptx_space space)
{
    return space == PTX_SPACE_PARAMETER && legacy_is_before(parser, 1, 4) && parser->scopes.depth > 0 &&
           (*PTX_VECTOR_AT(&parser->functions, struct ptx_function *, parser->builder.function))->is_entry;
}

static void append_variable(struct ptx_parser *parser, struct ptx_variable *variable)
{
    if (is_parameter_of_kernel(parser, variable->space)) {
        variable->role = PTX_VARIABLE_PARAMETER;
        *PTX_VECTOR_PUSH(&parser->builder.parameters, struct ptx_variable *) = variable;
        return;
    }
    bool in_function = !is_module_wide(parser, variable->space);
    struct ptx_vector *table = in_function ? &parser->builder.variables : &parser->variables;
    variable->role = in_function ? PTX_VARIABLE_FUNCTION : PTX_VARIABLE_MODULE;
    variable->index = table->count;
    *PTX_VECTOR_PUSH(table, struct ptx_variable *) = variable;
}

/* A module variable that was declared .extern before is the same variable. */
static struct ptx_variable *earlier_declaration(struct ptx_parser *parser, struct ptx_name *name,
                                                const struct declaration *declaration, bool is_extern)
{
    const struct ptx_binding *binding = name->binding;
    if (parser->scopes.depth > 0 || !binding || binding->kind != PTX_BINDING_VARIABLE)
        return NULL;
    bool compatible = binding->variable->space == declaration->space && (binding->variable->is_extern || is_extern);
    return compatible ? binding->variable : NULL;
}

static struct ptx_variable *bind_variable(struct ptx_parser *parser, struct ptx_name *name,
                                          const struct declaration *declaration, bool is_extern)
{
    struct ptx_variable *variable = earlier_declaration(parser, name, declaration, is_extern);
    if (variable)
        return variable;
    struct ptx_binding *binding = scope_bind(&parser->scopes, name, PTX_BINDING_VARIABLE);
    if (!binding) {
        parser_fail(parser, "'%.100s' is declared twice", name->text);
        return NULL;
    }
    variable = ARENA_NEW(parser->arena, struct ptx_variable);
    variable->space = declaration->space;
    variable->name = parser->scopes.depth == 0                 ? name->text
                     : is_module_wide(parser, variable->space) ? static_name(parser, name)
                                                               : operand_unique_text(parser, name);
    variable->is_extern = is_extern;
    binding->variable = variable;
    append_variable(parser, variable);
    return variable;
}

static void set_linkage(struct ptx_variable *variable, struct ptx_linkage linkage)
{
    variable->is_extern = variable->is_extern && linkage.is_extern;
    variable->is_visible |= linkage.is_visible;
    variable->is_weak |= linkage.is_weak;
    variable->is_common |= linkage.is_common;
}

/*
 * Starts at name "<" n ">": the variables name0, name1... They are not arrays and not initialised.
 */
static bool parse_family(struct ptx_parser *parser, const struct declaration *declaration, struct ptx_linkage linkage)
{
    const char *stem = parser->token.name->text;
    parser_next(parser);
    parser_next(parser);
    uint64_t count = parser->token.bits;
    if (!parser_at(parser, PTX_TOKEN_INTEGER) || count > FAMILY_MAX)
        return parser_fail(parser, "expected the number of variables, at most %d", FAMILY_MAX);
    parser_next(parser);
    if (!parser_expect(parser, '>', "'>'"))
        return false;
    for (uint64_t i = 0; i < count && parser->names.count <= PTX_NAMES_MAX; i++) {
        const char *text = arena_printf(parser->scratch, "%s%u", stem, (unsigned)i);
        struct ptx_name *name = names_intern_text(&parser->names, text, strlen(text));
        struct ptx_variable *variable = bind_variable(parser, name, declaration, linkage.is_extern);
        if (!variable || !lay_out(parser, declaration, NULL, 0, variable))
            return false;
        set_linkage(variable, linkage);
    }
    return true;
}

static bool parse_declarator(struct ptx_parser *parser, const struct declaration *declaration,
                             struct ptx_linkage linkage)
{
    if (!parser_at(parser, PTX_TOKEN_NAME) || strchr(parser->token.name->text, '.'))
        return parser_fail(parser, "expected the name of a variable");
    if (lexer_peek(&parser->lexer) == '<')
        return parse_family(parser, declaration, linkage);
    struct ptx_variable *variable = bind_variable(parser, parser->token.name, declaration, linkage.is_extern);
    if (!variable)
        return false;
    parser_next(parser);
    uint64_t dimensions[DIMENSIONS_MAX];
    uint32_t dimension_count = 0;
    uint64_t known_bytes = variable->size_bytes;
    if (!parse_dimensions(parser, dimensions, &dimension_count) ||
        !lay_out(parser, declaration, dimensions, dimension_count, variable))
        return false;
    if (variable->size_bytes == 0)
        variable->size_bytes = known_bytes;
    bool is_whole_bank = variable->size_bytes == 0 && declaration->is_banked;
    set_linkage(variable, linkage);
    if (is_whole_bank) { /* an array without a length; its bytes exist without another module */
        variable->size_bytes = CONSTANT_BANK_BYTES;
        variable->is_extern = false;
    }
    if (!parser_accept(parser, '='))
        return true;
    return parse_initialiser(parser, variable, dimensions, dimension_count);
}

bool parse_variables(struct ptx_parser *parser, struct ptx_linkage linkage)
{
    struct declaration declaration = {0};
    ptx_space_find(parser->token.name->text, parser->token.name->length, &declaration.space);
    parser_next(parser);
    declaration.is_banked = declaration.space == PTX_SPACE_CONSTANT && parser_at(parser, '[');
    if ((declaration.is_banked && !parse_constant_bank(parser)) || !parse_type(parser, &declaration) ||
        !check_memory_type(parser, &declaration))
        return false;
    do {
        if (!parse_declarator(parser, &declaration, linkage))
            return false;
    } while (parser_accept(parser, ','));
    return parser_expect(parser, ';', TOLD_TEXT("',' or ';'"));
}

/* name ["<" n ">"] */
static bool parse_register(struct ptx_parser *parser, const struct declaration *declaration)
{
    struct ptx_name *name = parser->token.name;
    if (!parser_at(parser, PTX_TOKEN_NAME) || strchr(name->text, '.'))
        return parser_fail(parser, "expected the name of a register");
    struct location where = lexer_token_location(&parser->token);
    parser_next(parser);
    uint8_t vector = (uint8_t)declaration->vector;
    if (parser_accept(parser, '<')) {
        uint64_t count;
        if (!parser_at(parser, PTX_TOKEN_INTEGER))
            return parser_fail(parser, "expected the number of registers");
        count = parser->token.bits < UINT32_MAX ? parser->token.bits : UINT32_MAX;
        parser_next(parser);
        if (!scope_bind_range(&parser->scopes, name, (uint32_t)count, declaration->type, vector))
            return parser_fail_at(parser, where, "'%.100s' is declared twice", name->text);
        return parser_expect(parser, '>', "'>'");
    }
    struct ptx_binding *binding = scope_bind(&parser->scopes, name, PTX_BINDING_REGISTER);
    if (!binding)
        return parser_fail_at(parser, where, "'%.100s' is declared twice", name->text);
    binding->type = declaration->type;
    binding->vector = vector;
    return true;
}

bool parse_registers(struct ptx_parser *parser)
{
    struct declaration declaration = {.space = PTX_SPACE_REGISTER};
    if (!parse_type(parser, &declaration))
        return false;
    do {
        if (!parse_register(parser, &declaration))
            return false;
    } while (parser_accept(parser, ','));
    return parser_expect(parser, ';', TOLD_TEXT("',' or ';'"));
}

/* ".ptr" [space] [".align" n]; after .ptr */
static bool parse_pointer(struct ptx_parser *parser, struct ptx_variable *variable)
{
    variable->is_pointer = true;
    variable->pointer_align_bytes = 4;
    while (parser_at(parser, PTX_TOKEN_DIRECTIVE)) {
        struct ptx_name *word = parser->token.name;
        if (parser_accept_directive(parser, "align")) {
            if (!parse_alignment(parser, &variable->pointer_align_bytes))
                return false;
            continue;
        }
        if (!ptx_space_find(word->text, word->length, &variable->pointer_space))
            return parser_fail(parser, "unknown pointer attribute '.%.60s'", word->text);
        parser_next(parser);
    }
    return true;
}

static bool bind_register_parameter(struct ptx_parser *parser, struct ptx_name *name, struct ptx_variable *variable)
{
    struct ptx_binding *binding = scope_bind(&parser->scopes, name, PTX_BINDING_REGISTER);
    if (!binding)
        return parser_fail(parser, "'%.100s' is declared twice", name->text);
    binding->type = variable->type;
    binding->vector = (uint8_t)variable->vector;
    struct ptx_operand first_use;
    if (!operand_from_register(parser, name, &first_use))
        return false;
    variable->register_slot = binding->index;
    variable->name = name->text;
    return true;
}

static bool bind_parameter(struct ptx_parser *parser, struct ptx_name *name, struct ptx_variable *variable)
{
    if (variable->space == PTX_SPACE_REGISTER)
        return bind_register_parameter(parser, name, variable);
    struct ptx_binding *binding = scope_bind(&parser->scopes, name, PTX_BINDING_VARIABLE);
    if (!binding)
        return parser_fail(parser, "'%.100s' is declared twice", name->text);
    binding->variable = variable;
    variable->name = operand_unique_text(parser, name);
    return true;
}

bool parse_parameter(struct ptx_parser *parser, enum ptx_variable_role role, bool is_named,
                     struct ptx_variable **out_variable)
{
    struct declaration declaration = {.space = PTX_SPACE_PARAMETER};
    if (parser_at_directive(parser, "reg"))
        declaration.space = PTX_SPACE_REGISTER;
    else if (!parser_at_directive(parser, "param"))
        return parser_fail(parser, "expected .param or .reg");
    parser_next(parser);
    if (!parse_type(parser, &declaration) ||
        (declaration.space == PTX_SPACE_PARAMETER && !check_memory_type(parser, &declaration)))
        return false;
    struct ptx_variable *variable = ARENA_NEW(parser->arena, struct ptx_variable);
    variable->name = "_";
    variable->role = role;
    if (parser_accept_directive(parser, "ptr") && !parse_pointer(parser, variable))
        return false;
    struct ptx_token token = parser->token;
    if (!parser_accept(parser, PTX_TOKEN_NAME) && is_named)
        return parser_fail(parser, "expected the name of a parameter");
    uint64_t dimensions[DIMENSIONS_MAX];
    uint32_t dimension_count = 0;
    if (!parse_dimensions(parser, dimensions, &dimension_count) ||
        !lay_out(parser, &declaration, dimensions, dimension_count, variable))
        return false;
    *out_variable = variable;
    bool binds = is_named && token.kind == PTX_TOKEN_NAME && token.name != parser->sink;
    return !binds || bind_parameter(parser, token.name, variable);
}
