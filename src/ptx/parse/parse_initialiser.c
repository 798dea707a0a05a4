/* Parses the initial values of variables. */
#include <string.h>

#include "base/told.h"
#include "ptx/parse/parser.h"

/*
 *     initialiser = element | "{" [initialiser {"," initialiser}] "}"               (PTX ISA 5.4.4)
 *     element     = constant | address | mask "(" address ")"
 *     address     = (name | "generic" "(" name ")") [("+" | "-") constant]
 */

/* A relocation. The module can declare its symbol later. */
struct ptx_late_symbol {
    struct ptx_relocation *relocation;
    /* the meaning of the name in the function that holds the initialiser, or NULL */
    const struct ptx_binding *local;
    struct ptx_name *name;
    struct location where;
};

struct filling {
    struct ptx_variable *variable;
    const uint64_t *dimensions; /* [0] can be 0: as long as needed */
    uint32_t dimension_count;
    uint32_t element_bytes;
    struct ptx_vector relocations; /* struct ptx_relocation */
    struct ptx_vector symbols;     /* struct ptx_late_symbol */
    uint8_t *bytes;
    uint64_t size_bytes, capacity_bytes;
};

static bool reserve(struct ptx_parser *parser, struct filling *filling, uint64_t end_bytes)
{
    if (end_bytes > filling->capacity_bytes) {
        uint64_t capacity = filling->capacity_bytes * 2 > end_bytes ? filling->capacity_bytes * 2 : end_bytes + 64;
        if (parser->initial_total_bytes + capacity > PTX_INITIAL_BYTES_MAX)
            return parser_give_up(parser, "the initialisers of the module are too large");
        filling->bytes = realloc(filling->bytes, capacity);
        if (!filling->bytes)
            abort();
        memset(filling->bytes + filling->capacity_bytes, 0, capacity - filling->capacity_bytes);
        filling->capacity_bytes = capacity;
    }
    if (end_bytes > filling->size_bytes)
        filling->size_bytes = end_bytes;
    return true;
}

static uint64_t encode_real(enum ptx_type type, const struct ptx_constant *constant)
{
    double value = parse_constant_as_real(constant);
    uint64_t bits = 0;
    if (type == PTX_TYPE_F64) {
        memcpy(&bits, &value, sizeof value);
    } else {
        float narrow = (float)value;
        memcpy(&bits, &narrow, sizeof narrow);
    }
    return bits;
}

/* The bits of integers in a float variable count only if they are written 0f or 0d. */
static uint64_t encode(enum ptx_type type, const struct ptx_constant *constant)
{
    bool same_bits = (type == PTX_TYPE_F32 && constant->type == PTX_TYPE_F32) ||
                     (type == PTX_TYPE_F64 && constant->type == PTX_TYPE_F64);
    if (same_bits || (type != PTX_TYPE_F32 && type != PTX_TYPE_F64))
        return constant->bits;
    return encode_real(type, constant);
}

static bool store(struct ptx_parser *parser, struct filling *filling, uint64_t offset_bytes, uint64_t bits)
{
    if (!reserve(parser, filling, offset_bytes + filling->element_bytes))
        return false;
    for (uint32_t i = 0; i < filling->element_bytes; i++)
        filling->bytes[offset_bytes + i] = i < 8 ? (uint8_t)(bits >> (8 * i)) : 0;
    return true;
}

/* After the symbol: [("+" | "-") constant] */
static bool parse_addend(struct ptx_parser *parser, struct ptx_relocation *relocation)
{
    bool minus = parser_at(parser, '-');
    if (!minus && !parser_at(parser, '+'))
        return true;
    parser_next(parser);
    struct ptx_constant constant;
    if (!parse_constant(parser, &constant))
        return false;
    uint64_t more = minus ? 0 - constant.bits : constant.bits;
    relocation->addend = (int64_t)((uint64_t)relocation->addend + more);
    return true;
}

static bool parse_address(struct ptx_parser *parser, struct ptx_relocation *relocation, struct ptx_late_symbol *symbol)
{
    if (!parser_at(parser, PTX_TOKEN_NAME))
        return parser_fail(parser, "expected the name of a variable or function");
    bool is_generic = strcmp(parser->token.name->text, "generic") == 0 && lexer_peek(&parser->lexer) == '(';
    if (is_generic) {
        relocation->is_generic = true;
        parser_next(parser);
        parser_next(parser);
    }
    symbol->name = parser->token.name;
    symbol->where = lexer_token_location(&parser->token);
    if (!parser_expect(parser, PTX_TOKEN_NAME, TOLD_TEXT("a name")) || !parse_addend(parser, relocation))
        return false;
    if (is_generic && (!parser_expect(parser, ')', "')'") || !parse_addend(parser, relocation)))
        return false;
    relocation->symbol = symbol->name->text;
    return true;
}

/* mask "(" address ")": the byte of the address that the mask covers */
static bool take_mask(struct ptx_parser *parser, uint64_t mask, struct ptx_relocation *relocation)
{
    uint32_t shift_bits = mask ? (uint32_t)__builtin_ctzll(mask) : 64;
    if (shift_bits % 8 != 0 || mask >> (shift_bits & 63) != 0xff)
        return parser_fail(parser, "a mask must cover one whole byte, as in 0xff00");
    relocation->shift_bits = shift_bits;
    return true;
}

static bool add_relocation(struct ptx_parser *parser, struct filling *filling, uint64_t offset_bytes,
                           const struct ptx_relocation *relocation, const struct ptx_late_symbol *symbol)
{
    if (filling->element_bytes > 8)
        return parser_fail(parser, "an address does not fit a variable of this type");
    struct ptx_relocation *added = PTX_VECTOR_PUSH(&filling->relocations, struct ptx_relocation);
    *added = *relocation;
    added->offset_bytes = offset_bytes;
    added->size_bytes = filling->element_bytes;
    *PTX_VECTOR_PUSH(&filling->symbols, struct ptx_late_symbol) = *symbol;
    return store(parser, filling, offset_bytes, 0);
}

static bool parse_element(struct ptx_parser *parser, struct filling *filling, uint64_t offset_bytes)
{
    struct ptx_relocation relocation = {0};
    struct ptx_late_symbol symbol = {0};
    if (parser_at(parser, PTX_TOKEN_NAME) && parser->token.name != parser->warp_size)
        return parse_address(parser, &relocation, &symbol) &&
               add_relocation(parser, filling, offset_bytes, &relocation, &symbol);
    struct ptx_constant constant;
    if (!parse_constant(parser, &constant))
        return false;
    if (!parser_at(parser, '('))
        return store(parser, filling, offset_bytes, encode(filling->variable->type, &constant));
    parser_next(parser);
    return take_mask(parser, constant.bits, &relocation) && parse_address(parser, &relocation, &symbol) &&
           parser_expect(parser, ')', "')'") && add_relocation(parser, filling, offset_bytes, &relocation, &symbol);
}

/* The elements below dimension `level`. The components of a vector type are one more dimension. */
static uint64_t elements_below(const struct filling *filling, uint32_t level)
{
    uint64_t count = filling->variable->vector;
    for (uint32_t i = level + 1; i < filling->dimension_count; i++)
        count *= filling->dimensions[i];
    return level < filling->dimension_count ? count : 1;
}

static uint64_t length_of(const struct filling *filling, uint32_t level)
{
    if (level >= filling->dimension_count)
        return level == filling->dimension_count ? filling->variable->vector : 0;
    return level == 0 && filling->dimensions[0] == 0 ? UINT64_MAX : filling->dimensions[level];
}

/*
 * Fills from element `first`. `*used` is the number of given elements of this level. Depth is that
 * of the dimensions.
 */
static bool parse_group(struct ptx_parser *parser, struct filling *filling, uint32_t level, uint64_t first,
                        uint64_t *out_used)
{
    uint64_t stride = elements_below(filling, level), end = length_of(filling, level), at = 0, limit;
    if (__builtin_mul_overflow(end, stride, &limit))
        limit = UINT64_MAX;
    parser_next(parser);
    while (!parser_at(parser, '}')) {
        if (at >= limit || at > PTX_VARIABLE_BYTES_MAX)
            return parser_fail(parser, "too many initial values");
        if (parser_at(parser, '{')) {
            uint64_t used;
            if (level >= filling->dimension_count)
                return parser_fail(parser, "a list where a value belongs");
            at = (at + stride - 1) / stride * stride;
            if (!parse_group(parser, filling, level + 1, first + at, &used))
                return false;
            at += stride;
        } else {
            if (!parse_element(parser, filling, (first + at) * filling->element_bytes))
                return false;
            at++;
        }
        if (!parser_accept(parser, ','))
            break;
    }
    *out_used = (at + stride - 1) / stride;
    return parser_expect(parser, '}', "'}'");
}

static void settle(struct ptx_parser *parser, struct filling *filling)
{
    struct ptx_variable *variable = filling->variable;
    variable->initial_bytes = filling->size_bytes;
    variable->initial =
        filling->size_bytes ? arena_memdup(parser->arena, filling->bytes, filling->size_bytes) : (const uint8_t *)"";
    parser->initial_total_bytes += filling->size_bytes;
    variable->relocation_count = filling->relocations.count;
    variable->relocations = ptx_vector_copy(&filling->relocations, parser->arena, sizeof(struct ptx_relocation));
    for (uint32_t i = 0; i < filling->symbols.count; i++) {
        struct ptx_late_symbol *late = PTX_VECTOR_PUSH(&parser->late, struct ptx_late_symbol);
        *late = *PTX_VECTOR_AT(&filling->symbols, struct ptx_late_symbol, i);
        late->relocation = &variable->relocations[i];
        late->local = parser->scopes.depth > 0 ? late->name->binding : NULL;
    }
}

static bool fill(struct ptx_parser *parser, struct filling *filling)
{
    struct ptx_variable *variable = filling->variable;
    if (!parser_at(parser, '{')) {
        if (filling->dimension_count > 0 || variable->vector > 1)
            return parser_fail(parser, "an array needs its initial values in braces");
        return parse_element(parser, filling, 0);
    }
    uint64_t used = 0;
    if (!parse_group(parser, filling, 0, 0, &used))
        return false;
    uint64_t row_bytes = elements_below(filling, 0) * filling->element_bytes;
    if (filling->dimension_count > 0 && filling->dimensions[0] == 0)
        variable->size_bytes = used * row_bytes;
    if (filling->size_bytes > variable->size_bytes)
        return parser_fail(parser, "too many initial values");
    return true;
}

bool parse_initialiser(struct ptx_parser *parser, struct ptx_variable *variable, const uint64_t *dimensions,
                       uint32_t dimension_count)
{
    if (variable->space != PTX_SPACE_GLOBAL && variable->space != PTX_SPACE_CONSTANT)
        return parser_fail(parser, "only global and constant variables can have initial values");
    for (uint32_t i = 1; i < dimension_count; i++)
        if (dimensions[i] == 0)
            return parser_fail(parser, "only the first dimension may be left open");
    struct filling filling = {.variable = variable,
                              .dimensions = dimensions,
                              .dimension_count = dimension_count,
                              .element_bytes = ptx_type_bits(variable->type) / 8};
    bool filled = fill(parser, &filling);
    if (filled)
        settle(parser, &filling);
    free(filling.bytes);
    ptx_vector_done(&filling.relocations);
    ptx_vector_done(&filling.symbols);
    return filled;
}

void initialiser_resolve_late(struct ptx_parser *parser)
{
    for (uint32_t i = 0; i < parser->late.count && !parser->gave_up; i++) {
        const struct ptx_late_symbol *late = PTX_VECTOR_AT(&parser->late, struct ptx_late_symbol, i);
        const struct ptx_binding *binding = late->local ? late->local : late->name->binding;
        if (binding && binding->kind == PTX_BINDING_VARIABLE) {
            late->relocation->variable = binding->variable;
            late->relocation->symbol = binding->variable->name;
        } else if (binding && binding->kind == PTX_BINDING_FUNCTION) {
            late->relocation->function = binding->index;
            (*PTX_VECTOR_AT(&parser->functions, struct ptx_function *, binding->index))->is_called = true;
        } else {
            parser_fail_at(parser, late->where, "undeclared name '%.100s'", late->name->text);
        }
    }
}
