/* Parses expressions. The grammar is in base/expression.h. */
#include "base/expression/expression.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_NAME, TOKEN_SYMBOL, TOKEN_INVALID };

struct token {
    enum token_kind kind;
    size_t offset;
    size_t length;
};

struct parser {
    struct arena *arena;
    const struct source *source;
    size_t start; /* of the expression within the source */
    size_t end;
    size_t at; /* after the current token */
    struct token token;
    int depth;
    bool failed;
    struct diagnostics *diagnostics;
    struct error *error;
};

struct binary_operator {
    const char *symbol;
    int precedence;
    enum operation operation;
};

static const struct binary_operator binary_operators[] = {
    {"||", 1, OPERATION_OR},         {"&&", 2, OPERATION_AND},        {"<", 3, OPERATION_LESS},
    {"<=", 3, OPERATION_LESS_EQUAL}, {">", 3, OPERATION_GREATER},     {">=", 3, OPERATION_GREATER_EQUAL},
    {"==", 3, OPERATION_EQUAL},      {"!=", 3, OPERATION_NOT_EQUAL},  {"+", 4, OPERATION_ADD},
    {"-", 4, OPERATION_SUBTRACT},    {"*", 5, OPERATION_MULTIPLY},    {"/", 5, OPERATION_DIVIDE},
    {"%", 5, OPERATION_REMAINDER},   {"<<", 5, OPERATION_SHIFT_LEFT}, {">>", 5, OPERATION_SHIFT_RIGHT},
};

static const struct node *parse_ternary(struct parser *parser);

/* Reports the first mistake only. The mistakes after it are mostly noise. */
__attribute__((format(printf, 3, 4))) static const struct node *fail(struct parser *parser, struct token token,
                                                                     const char *format, ...)
{
    if (parser->failed)
        return NULL;
    parser->failed = true;
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, i18n_text(format), arguments);
    va_end(arguments);
    struct location location = source_location(parser->source, token.offset, token.length);
    if (parser->diagnostics)
        diagnostics_add(parser->diagnostics, DIAGNOSTIC_ERROR, parser->source, location, "%s", message);
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    size_t length = parser->end - parser->start;
    text_sanitise_line(&shown, parser->source->text + parser->start, length > 80 ? 80 : length);
    error_set(parser->error, ERROR_SYNTAX, "in expression '%s': %s", buffer_text(&shown), message);
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name_part(char c)
{
    return is_name_start(c) || is_digit(c);
}

/*
 * number = digit or ".", then letters, digits, points, and a sign after an exponent's "e".
 * The conversion checks it.
 */
static size_t number_length(const char *text, size_t size_bytes)
{
    bool is_hex = size_bytes > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    size_t length = 1;
    while (length < size_bytes) {
        char c = text[length];
        bool exponent_sign = (c == '+' || c == '-') && !is_hex && (text[length - 1] == 'e' || text[length - 1] == 'E');
        if (!is_name_part(c) && c != '.' && !exponent_sign)
            break;
        length++;
    }
    return length;
}

static size_t symbol_length(const char *text, size_t size_bytes)
{
    static const char *const doubles[] = {"||", "&&", "<=", ">=", "==", "!=", "<<", ">>"};
    for (size_t i = 0; size_bytes > 1 && i < sizeof doubles / sizeof doubles[0]; i++)
        if (!memcmp(text, doubles[i], 2))
            return 2;
    return *text && strchr("+-*/%<>!?:(),", *text) ? 1 : 0;
}

static void advance(struct parser *parser)
{
    const char *text = parser->source->text;
    while (parser->at < parser->end && (text[parser->at] == ' ' || text[parser->at] == '\t'))
        parser->at++;
    size_t left = parser->end - parser->at;
    const char *here = text + parser->at;
    struct token token = {TOKEN_END, parser->at, 0};
    if (left && (is_digit(*here) || (*here == '.' && left > 1 && is_digit(here[1])))) {
        token.kind = TOKEN_NUMBER;
        token.length = number_length(here, left);
    } else if (left && is_name_start(*here)) {
        token.kind = TOKEN_NAME;
        while (token.length < left && is_name_part(here[token.length]))
            token.length++;
    } else if (left) {
        token.length = symbol_length(here, left);
        token.kind = token.length ? TOKEN_SYMBOL : TOKEN_INVALID;
        int32_t codepoint;
        if (!token.length)
            token.length = text_step(here, left, &codepoint);
    }
    parser->at += token.length;
    parser->token = token;
}

static bool token_is(const struct parser *parser, const char *symbol)
{
    const struct token *token = &parser->token;
    return token->kind == TOKEN_SYMBOL && token->length == strlen(symbol) &&
           !memcmp(parser->source->text + token->offset, symbol, token->length);
}

static bool accept(struct parser *parser, const char *symbol)
{
    if (!token_is(parser, symbol))
        return false;
    advance(parser);
    return true;
}

static const struct node *fail_at_token(struct parser *parser, const char *expected)
{
    struct token token = parser->token;
    if (token.kind == TOKEN_END)
        return fail(parser, token, "expected %s at the end", i18n_text(expected));
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    text_sanitise_line(&shown, parser->source->text + token.offset, token.length > 40 ? 40 : token.length);
    return fail(parser, token, "expected %s, found '%s'", i18n_text(expected), buffer_text(&shown));
}

static struct node *node_new(struct parser *parser, enum node_kind kind, int operand_count)
{
    struct node *node = ARENA_NEW(parser->arena, struct node);
    node->kind = kind;
    node->operand_count = operand_count;
    node->operands = ARENA_ARRAY(parser->arena, (size_t)operand_count, const struct node *);
    return node;
}

/*
 * integer = decimal digits | "0x" hex digits. decimal = digits and ".", with an optional exponent.
 */
static const struct node *parse_number(struct parser *parser)
{
    struct token token = parser->token;
    char digits[64];
    if (token.length >= sizeof digits)
        return fail(parser, token, "number too long");
    memcpy(digits, parser->source->text + token.offset, token.length);
    digits[token.length] = '\0';
    bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    bool is_real = !is_hex && strpbrk(digits, ".eE");
    struct node *node = node_new(parser, NODE_CONSTANT, 0);
    char *end;
    errno = 0;
    if (is_real) {
        if (!expression_value_of_real(strtod(digits, &end), &node->value, NULL))
            return fail(parser, token, "number out of range");
    } else {
        node->value = expression_value_of_integer(strtoll(digits, &end, is_hex ? 16 : 10));
        if (errno == ERANGE)
            return fail(parser, token, "integer '%s' does not fit 64 bits", digits);
    }
    if (*end)
        return fail(parser, token, "'%s' is not a number", digits);
    advance(parser);
    return node;
}

/* A call's argument: an expression, also kept as text. */
static const struct node *parse_argument(struct parser *parser, const char **out_text)
{
    size_t start = parser->token.offset;
    const struct node *argument = parse_ternary(parser);
    size_t end = parser->token.offset;
    const char *text = parser->source->text;
    while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        end--;
    *out_text = arena_strndup(parser->arena, text + start, end - start);
    return argument;
}

/* name "(" [expression {"," expression}] ")", with the name and "(" already taken */
static const struct node *parse_call(struct parser *parser, const char *name, struct token name_token)
{
    const struct node *arguments[EXPRESSION_ARGUMENTS_MAX];
    const char *texts[EXPRESSION_ARGUMENTS_MAX];
    int count = 0;
    while (!token_is(parser, ")")) {
        if (count == EXPRESSION_ARGUMENTS_MAX)
            return fail(parser, parser->token, "more than %d arguments", EXPRESSION_ARGUMENTS_MAX);
        arguments[count] = parse_argument(parser, &texts[count]);
        if (!arguments[count])
            return NULL;
        count++;
        if (!token_is(parser, ",") && !token_is(parser, ")"))
            return fail_at_token(parser, "',' or ')'");
        if (accept(parser, ",") && token_is(parser, ")"))
            return fail_at_token(parser, "an argument");
    }
    const struct expression_function *function = expression_function_find(name);
    if (function && (count < function->argument_min || count > function->argument_max))
        return fail(parser, name_token, "'%s' takes %d to %d arguments, got %d", name, function->argument_min,
                    function->argument_max, count);
    advance(parser);
    struct node *node = node_new(parser, NODE_CALL, count);
    node->name = name;
    if (count) {
        memcpy(node->operands, arguments, (size_t)count * sizeof arguments[0]);
        node->argument_texts = arena_memdup(parser->arena, texts, (size_t)count * sizeof texts[0]);
    }
    return node;
}

/* name | call */
static const struct node *parse_name(struct parser *parser)
{
    struct token token = parser->token;
    const char *name = arena_strndup(parser->arena, parser->source->text + token.offset, token.length);
    advance(parser);
    if (accept(parser, "("))
        return parse_call(parser, name, token);
    struct node *node = node_new(parser, NODE_NAME, 0);
    node->name = name;
    return node;
}

/* primary = integer | decimal | name | call | "(" expression ")" */
static const struct node *parse_primary(struct parser *parser)
{
    if (parser->token.kind == TOKEN_NUMBER)
        return parse_number(parser);
    if (parser->token.kind == TOKEN_NAME)
        return parse_name(parser);
    if (!accept(parser, "("))
        return fail_at_token(parser, "a number, a name or '('");
    const struct node *inner = parse_ternary(parser);
    if (!inner)
        return NULL;
    if (!accept(parser, ")"))
        return fail_at_token(parser, "')'");
    return inner;
}

/* unary = ("-"|"!"|"+") unary | primary */
static const struct node *parse_unary(struct parser *parser)
{
    bool negate = token_is(parser, "-");
    bool invert = token_is(parser, "!");
    if (!negate && !invert && !token_is(parser, "+"))
        return parse_primary(parser);
    if (parser->depth == EXPRESSION_DEPTH_MAX)
        return fail(parser, parser->token, "nested deeper than %d", EXPRESSION_DEPTH_MAX);
    advance(parser);
    parser->depth++;
    const struct node *operand = parse_unary(parser);
    parser->depth--;
    if (!operand || (!negate && !invert))
        return operand;
    struct node *node = node_new(parser, NODE_UNARY, 1);
    node->operation = negate ? OPERATION_NEGATE : OPERATION_NOT;
    node->operands[0] = operand;
    return node;
}

static const struct binary_operator *current_operator(const struct parser *parser)
{
    for (size_t i = 0; i < sizeof binary_operators / sizeof binary_operators[0]; i++)
        if (token_is(parser, binary_operators[i].symbol))
            return &binary_operators[i];
    return NULL;
}

/*
 * or, and, compare, sum, product: left-associative levels by climbing the precedences of
 * binary_operators
 */
static const struct node *parse_binary(struct parser *parser, int precedence)
{
    const struct node *left = parse_unary(parser);
    const struct binary_operator *found;
    while (left && (found = current_operator(parser)) && found->precedence >= precedence) {
        advance(parser);
        const struct node *right = parse_binary(parser, found->precedence + 1);
        if (!right)
            return NULL;
        struct node *node = node_new(parser, NODE_BINARY, 2);
        node->operation = found->operation;
        node->operands[0] = left;
        node->operands[1] = right;
        left = node;
    }
    return left;
}

/* "?" ternary ":" ternary, with the "?" already taken */
static const struct node *parse_branches(struct parser *parser, const struct node *condition)
{
    const struct node *yes = parse_ternary(parser);
    if (!yes)
        return NULL;
    if (!accept(parser, ":"))
        return fail_at_token(parser, "':'");
    const struct node *no = parse_ternary(parser);
    if (!no)
        return NULL;
    struct node *node = node_new(parser, NODE_TERNARY, 3);
    node->operands[0] = condition;
    node->operands[1] = yes;
    node->operands[2] = no;
    return node;
}

/* ternary = or [ "?" ternary ":" ternary ] */
static const struct node *parse_ternary(struct parser *parser)
{
    if (parser->depth == EXPRESSION_DEPTH_MAX)
        return fail(parser, parser->token, "nested deeper than %d", EXPRESSION_DEPTH_MAX);
    parser->depth++;
    const struct node *node = parse_binary(parser, 1);
    if (node && accept(parser, "?"))
        node = parse_branches(parser, node);
    parser->depth--;
    return node;
}

struct expression *expression_parse(struct arena *arena, const struct source *source, size_t offset_bytes,
                                    size_t length_bytes, struct diagnostics *diagnostics, struct error *error)
{
    if (offset_bytes > source->size_bytes || length_bytes > source->size_bytes - offset_bytes) {
        error_set(error, ERROR_INTERNAL, "the expression is outside its source");
        return NULL;
    }
    struct parser parser = {.arena = arena,
                            .source = source,
                            .start = offset_bytes,
                            .end = offset_bytes + length_bytes,
                            .at = offset_bytes,
                            .diagnostics = diagnostics,
                            .error = error};
    if (length_bytes > EXPRESSION_LENGTH_MAX) {
        fail(&parser, (struct token){TOKEN_INVALID, offset_bytes, 1}, "longer than %d bytes", EXPRESSION_LENGTH_MAX);
        return NULL;
    }
    advance(&parser);
    const struct node *root = parse_ternary(&parser);
    if (root && parser.token.kind != TOKEN_END)
        fail_at_token(&parser, "an operator");
    if (!root || parser.failed)
        return NULL;
    struct expression *expression = ARENA_NEW(arena, struct expression);
    expression->text = arena_strndup(arena, source->text + offset_bytes, length_bytes);
    expression->root = root;
    return expression;
}

struct expression *expression_parse_text(struct arena *arena, const char *text, struct error *error)
{
    struct source source = {.name = "expression", .text = text, .size_bytes = strlen(text)};
    return expression_parse(arena, &source, 0, source.size_bytes, NULL, error);
}
