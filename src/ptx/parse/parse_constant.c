/* Parses and folds constant expressions. */
#include <math.h>
#include <string.h>

#include "ptx/parse/parser.h"

/*
 * Constant expressions (PTX ISA 4.5.5): 64-bit integers, signed unless an operand is unsigned, and
 * doubles.
 *
 *     expression = binary ["?" expression ":" expression]
 *     binary     = unary {operator unary}            by precedence
 *     unary      = ("+" | "-" | "!" | "~") unary | "(" (".s64" | ".u64") ")" unary | primary
 *     primary    = number | "WARP_SZ" | "(" expression ")"
 */
enum { WARP_SIZE = 32 };

static double real_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool is_real(const struct ptx_constant *constant)
{
    return constant->type == PTX_TYPE_F64 || constant->type == PTX_TYPE_F32;
}

double parse_constant_as_real(const struct ptx_constant *constant)
{
    if (constant->type == PTX_TYPE_F64)
        return real_of(constant->bits);
    if (constant->type == PTX_TYPE_F32) {
        uint32_t bits = (uint32_t)constant->bits;
        float value;
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    return constant->type == PTX_TYPE_U64 ? (double)constant->bits : (double)(int64_t)constant->bits;
}

static struct ptx_constant integer(uint64_t bits, bool is_unsigned)
{
    return (struct ptx_constant){is_unsigned ? PTX_TYPE_U64 : PTX_TYPE_S64, bits};
}

static bool parse_binary(struct ptx_parser *parser, int least, struct ptx_constant *out);
static bool parse_unary(struct ptx_parser *parser, struct ptx_constant *out);

/* "(" expression ")" or a cast before a unary */
static bool parse_parenthesis(struct ptx_parser *parser, struct ptx_constant *out)
{
    parser_next(parser);
    bool to_signed = parser_at_directive(parser, "s64");
    if (to_signed || parser_at_directive(parser, "u64")) {
        parser_next(parser);
        if (!parser_expect(parser, ')', "')'") || !parse_unary(parser, out))
            return false;
        if (is_real(out))
            return parser_fail(parser, "a cast of a floating-point constant");
        out->type = to_signed ? PTX_TYPE_S64 : PTX_TYPE_U64;
        return true;
    }
    return parse_constant(parser, out) && parser_expect(parser, ')', "')'");
}

static bool parse_primary(struct ptx_parser *parser, struct ptx_constant *out)
{
    const struct ptx_token *token = &parser->token;
    switch (token->kind) {
    case PTX_TOKEN_INTEGER:
        *out = integer(token->bits, token->is_unsigned);
        break;
    case PTX_TOKEN_FLOAT:
        *out = (struct ptx_constant){PTX_TYPE_F32, token->bits};
        break;
    case PTX_TOKEN_DOUBLE:
        *out = (struct ptx_constant){PTX_TYPE_F64, token->bits};
        break;
    case '(':
        return parse_parenthesis(parser, out);
    default: {
        char buffer[80];
        if (token->kind != PTX_TOKEN_NAME || token->name != parser->warp_size)
            return parser_fail(parser, "expected a constant, not %s", parser_token_text(parser, buffer, sizeof buffer));
        *out = integer(WARP_SIZE, false);
    }
    }
    parser_next(parser);
    return true;
}

static bool negate(struct ptx_constant *constant)
{
    if (constant->type == PTX_TYPE_F32)
        constant->bits ^= UINT64_C(1) << 31;
    else if (constant->type == PTX_TYPE_F64)
        constant->bits ^= UINT64_C(1) << 63;
    else
        constant->bits = 0 - constant->bits;
    return true;
}

static bool parse_unary(struct ptx_parser *parser, struct ptx_constant *out)
{
    int symbol = parser->token.kind;
    if (symbol != '+' && symbol != '-' && symbol != '!' && symbol != '~')
        return parse_primary(parser, out);
    if (parser->nesting >= PTX_NESTING_MAX)
        return parser_fail(parser, "constant expression nested too deeply");
    parser_next(parser);
    parser->nesting++;
    bool parsed = parse_unary(parser, out);
    parser->nesting--;
    if (!parsed)
        return false;
    if (symbol == '-')
        return negate(out);
    if (symbol != '+' && is_real(out))
        return parser_fail(parser, "this operator needs an integer");
    if (symbol == '~')
        *out = integer(~out->bits, true);
    if (symbol == '!')
        *out = integer(out->bits == 0, false);
    return true;
}

static int precedence(int symbol)
{
    static const struct {
        int symbol, precedence;
    } table[] = {{PTX_TOKEN_OR, 1},
                 {PTX_TOKEN_AND, 2},
                 {'|', 3},
                 {'^', 4},
                 {'&', 5},
                 {PTX_TOKEN_EQUAL, 6},
                 {PTX_TOKEN_NOT_EQUAL, 6},
                 {'<', 7},
                 {'>', 7},
                 {PTX_TOKEN_LESS_EQUAL, 7},
                 {PTX_TOKEN_GREATER_EQUAL, 7},
                 {PTX_TOKEN_SHIFT_LEFT, 8},
                 {PTX_TOKEN_SHIFT_RIGHT, 8},
                 {'+', 9},
                 {'-', 9},
                 {'*', 10},
                 {'/', 10},
                 {'%', 10}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].symbol == symbol)
            return table[i].precedence;
    return 0;
}

/* '%' treats its operands as unsigned, and '~' gives an unsigned number (PTX ISA 4.6.6). */
static bool divide(struct ptx_parser *parser, int symbol, struct ptx_constant *left, uint64_t right)
{
    if (right == 0)
        return parser_fail(parser, "division by zero in a constant");
    if (symbol == '%')
        left->bits %= right;
    else if (left->type == PTX_TYPE_U64)
        left->bits /= right;
    else if ((int64_t)right == -1)
        left->bits = 0 - left->bits;
    else
        left->bits = (uint64_t)((int64_t)left->bits / (int64_t)right);
    return true;
}

static bool shift(int symbol, struct ptx_constant *left, uint64_t right)
{
    bool is_signed = left->type == PTX_TYPE_S64;
    uint64_t amount = right > 63 ? 63 : right;
    if (right > 63)
        left->bits = symbol == PTX_TOKEN_SHIFT_RIGHT && is_signed ? (uint64_t)((int64_t)left->bits >> 63) : 0;
    else if (symbol == PTX_TOKEN_SHIFT_LEFT)
        left->bits <<= amount;
    else
        left->bits = is_signed ? (uint64_t)((int64_t)left->bits >> amount) : left->bits >> amount;
    return true;
}

static bool compare(int symbol, int order)
{
    switch (symbol) {
    case '<':
        return order < 0;
    case '>':
        return order > 0;
    case PTX_TOKEN_LESS_EQUAL:
        return order <= 0;
    case PTX_TOKEN_GREATER_EQUAL:
        return order >= 0;
    case PTX_TOKEN_EQUAL:
        return order == 0;
    default:
        return order != 0;
    }
}

static int order_of(const struct ptx_constant *left, const struct ptx_constant *right)
{
    if (left->type == PTX_TYPE_U64 || right->type == PTX_TYPE_U64)
        return (left->bits > right->bits) - (left->bits < right->bits);
    int64_t a = (int64_t)left->bits, b = (int64_t)right->bits;
    return (a > b) - (a < b);
}

static bool apply_integer(struct ptx_parser *parser, int symbol, struct ptx_constant *left,
                          const struct ptx_constant *right)
{
    if (precedence(symbol) == 6 || precedence(symbol) == 7) {
        *left = integer(compare(symbol, order_of(left, right)), false);
        return true;
    }
    if (symbol == PTX_TOKEN_SHIFT_LEFT || symbol == PTX_TOKEN_SHIFT_RIGHT)
        return shift(symbol, left, right->bits);
    if (right->type == PTX_TYPE_U64)
        left->type = PTX_TYPE_U64;
    switch (symbol) {
    case '+':
        left->bits += right->bits;
        return true;
    case '-':
        left->bits -= right->bits;
        return true;
    case '*':
        left->bits *= right->bits;
        return true;
    case '&':
        left->bits &= right->bits;
        return true;
    case '|':
        left->bits |= right->bits;
        return true;
    case '^':
        left->bits ^= right->bits;
        return true;
    case PTX_TOKEN_AND:
        *left = integer(left->bits && right->bits, false);
        return true;
    case PTX_TOKEN_OR:
        *left = integer(left->bits || right->bits, false);
        return true;
    default:
        return divide(parser, symbol, left, right->bits);
    }
}

static bool apply_real(struct ptx_parser *parser, int symbol, struct ptx_constant *left,
                       const struct ptx_constant *right)
{
    double a = parse_constant_as_real(left), b = parse_constant_as_real(right);
    if (precedence(symbol) == 6 || precedence(symbol) == 7) {
        bool ordered = !isnan(a) && !isnan(b);
        bool result = ordered ? compare(symbol, (a > b) - (a < b)) : symbol == PTX_TOKEN_NOT_EQUAL;
        *left = integer(result, false);
        return true;
    }
    switch (symbol) {
    case '+':
        a += b;
        break;
    case '-':
        a -= b;
        break;
    case '*':
        a *= b;
        break;
    case '/':
        a /= b;
        break;
    default:
        return parser_fail(parser, "this operator needs integers");
    }
    *left = (struct ptx_constant){PTX_TYPE_F64, bits_of(a)};
    return true;
}

/* Precedence climbing: takes operators that bind at least as tightly as `least`. */
static bool parse_binary(struct ptx_parser *parser, int least, struct ptx_constant *out)
{
    if (!parse_unary(parser, out))
        return false;
    for (;;) {
        int symbol = parser->token.kind;
        int strength = precedence(symbol);
        if (strength == 0 || strength < least)
            return true;
        parser_next(parser);
        struct ptx_constant right;
        if (!parse_binary(parser, strength + 1, &right))
            return false;
        bool applied = is_real(out) || is_real(&right) ? apply_real(parser, symbol, out, &right)
                                                       : apply_integer(parser, symbol, out, &right);
        if (!applied)
            return false;
    }
}

static bool parse_choice(struct ptx_parser *parser, struct ptx_constant *condition)
{
    struct ptx_constant yes, no;
    parser_next(parser);
    if (is_real(condition))
        return parser_fail(parser, "a condition must be an integer");
    if (!parse_constant(parser, &yes) || !parser_expect(parser, ':', "':'") || !parse_constant(parser, &no))
        return false;
    *condition = condition->bits ? yes : no;
    return true;
}

bool parse_constant(struct ptx_parser *parser, struct ptx_constant *out_constant)
{
    if (parser->nesting >= PTX_NESTING_MAX)
        return parser_fail(parser, "constant expression nested too deeply");
    parser->nesting++;
    bool parsed = parse_binary(parser, 1, out_constant);
    if (parsed && parser_at(parser, '?'))
        parsed = parse_choice(parser, out_constant);
    parser->nesting--;
    return parsed;
}

bool parse_integer(struct ptx_parser *parser, uint64_t max, const char *what, uint64_t *out_value)
{
    struct location where = lexer_token_location(&parser->token);
    struct ptx_constant constant;
    if (!parse_constant(parser, &constant))
        return false;
    if (is_real(&constant) || (constant.type == PTX_TYPE_S64 && (int64_t)constant.bits < 0) || constant.bits > max)
        return parser_fail_at(parser, where, "%s must be an integer from 0 to %llu", what, (unsigned long long)max);
    *out_value = constant.bits;
    return true;
}
