/* Parses expressions and operands of a plan. */
#include <string.h>

#include "base/buffer.h"
#include "base/expression.h"
#include "base/i18n.h"
#include "plan/parse/parser.h"

enum { TERM_DEPTH_MAX = 32, TERM_NAMES_MAX = 256 };

enum { FUNCTIONS_MAX = 16 };

/* The functions of a plan: those of every expression, and the plan's own. Returns how many. */
static size_t list_functions(const char *out_names[FUNCTIONS_MAX])
{
    size_t count = 0;
    for (const char *name; count < FUNCTIONS_MAX - 1 && (name = expression_function_name(count)); count++)
        out_names[count] = name;
    out_names[count++] = "max_blocks";
    return count;
}

static const char *const binary_operators[] = {"+",  "-", "*",  "/",  "%",  "<<", ">>", "<",
                                               "<=", ">", ">=", "==", "!=", "&&", "||"};

struct term_scan {
    struct parser *parser;
    struct plan_word names[TERM_NAMES_MAX];
    size_t name_count;
};

static bool scan_expression(struct term_scan *scan, int depth);

static bool accept_binary_operator(struct parser *parser)
{
    if (!word_is_kind(parser, PLAN_TOKEN_MARK))
        return false;
    for (size_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
        if (word_accept(parser, binary_operators[i]))
            return true;
    return false;
}

/* As in NumPy, Python or a drawing: dim3(32, 8), [32, 8], 32x8. */
static void hint_at_numbers(struct parser *parser)
{
    diagnostics_hint(parser->diagnostics, "the numbers alone, with commas between: grid=16,8 block=32,8");
}

static bool note_name(struct term_scan *scan, const struct plan_word *word)
{
    if (scan->name_count == TERM_NAMES_MAX)
        return word_error(scan->parser, word->location, "an expression with more than %d names", TERM_NAMES_MAX);
    scan->names[scan->name_count++] = *word;
    return true;
}

static bool unknown_function(struct parser *parser, const struct plan_word *word)
{
    const char *names[FUNCTIONS_MAX];
    size_t count = list_functions(names);
    struct buffer known CLEANUP(buffer_done) = BUFFER_INIT;
    for (size_t i = 0; i < count; i++)
        buffer_printf(&known, "%s%s", i ? ", " : "", names[i]);
    word_error(parser, word->location, "unknown function '%s'; functions are %s", word->text, buffer_text(&known));
    const char *nearest = diagnostics_nearest(word->text, names, count);
    if (nearest)
        diagnostics_hint(parser->diagnostics, "did you mean '%s'?", nearest);
    else if (strcmp(word->text, "dim3") == 0)
        hint_at_numbers(parser);
    else if (strcmp(word->text, "sizeof") == 0)
        diagnostics_hint(parser->diagnostics,
                         "write the number of bytes: a float and an int have 4, as in shared=4*256");
    else if (strcmp(word->text, "peers") == 0 || strcmp(word->text, "peer") == 0 || strcmp(word->text, "symbol") == 0)
        diagnostics_hint(parser->diagnostics, "%s(...) is an argument by itself, not part of an expression",
                         word->text);
    return false;
}

static bool close_parenthesis(struct parser *parser)
{
    bool is_list = word_is(parser, ","); /* as of dim3 */
    if (word_expect(parser, ")", "to close the parenthesis"))
        return true;
    if (is_list)
        hint_at_numbers(parser);
    return false;
}

/*
 * call = function "(" [expression {"," expression}] ")"
 * The first argument of max_blocks is a kernel's name.
 */
static bool scan_call(struct term_scan *scan, const struct plan_word *function, int depth)
{
    struct parser *parser = scan->parser;
    const char *names[FUNCTIONS_MAX];
    size_t count = list_functions(names);
    bool known = false;
    for (size_t i = 0; i < count; i++)
        known |= strcmp(function->text, names[i]) == 0;
    if (!known)
        return unknown_function(parser, function);
    word_advance(parser);
    if (strcmp(function->text, "max_blocks") == 0) {
        struct plan_word kernel;
        if (!word_expect_name(parser, "the name of a kernel", &kernel))
            return false;
        if (word_accept(parser, ")"))
            return true;
        if (!word_expect(parser, ",", "after the kernel's name"))
            return false;
    } else if (word_accept(parser, ")")) {
        return true;
    }
    do {
        if (!scan_expression(scan, depth + 1))
            return false;
    } while (word_accept(parser, ","));
    return word_expect(parser, ")", "to close the function's arguments");
}

/* 32x8, and not 0x20 */
static bool is_product_by_x(const struct parser *parser)
{
    const struct plan_token *token = word_at(parser, 0);
    const char *text = parser->source->text + token->offset_bytes;
    const char *x = memchr(text, 'x', (size_t)token->size_bytes);
    return x && (x > text + 1 || *text != '0');
}

static bool scan_number(struct parser *parser)
{
    if (is_product_by_x(parser)) {
        word_error(parser, word_location(parser), "'%s' is not a number", word_token_text(parser, word_at(parser, 0)));
        hint_at_numbers(parser);
        return false;
    }
    word_advance(parser);
    return true;
}

/* primary = number | name | call | "(" expression ")" */
static bool scan_primary(struct term_scan *scan, int depth)
{
    struct parser *parser = scan->parser;
    struct plan_word word;
    if (word_is_kind(parser, PLAN_TOKEN_NUMBER))
        return scan_number(parser);
    bool is_option = word_token_is(parser, word_at(parser, 1), "=") && /* the value before it is missing */
                     (parser->in_sizes || parse_options_has(parser, word_at(parser, 0)));
    if (word_is_kind(parser, PLAN_TOKEN_NAME) && !is_option) {
        if (!word_expect_name(parser, "a value", &word))
            return false;
        return word_is(parser, "(") ? scan_call(scan, &word, depth) : note_name(scan, &word);
    }
    if (!word_accept(parser, "(")) {
        bool is_list = word_is(parser, "[") || word_is(parser, "{");
        word_error(parser, word_location(parser), "expected a value, found %s", word_describe(parser));
        if (is_option && parser->in_sizes)
            diagnostics_hint(parser->diagnostics, "a comma separates the numbers of one grid or block; write a blank "
                                                  "before the next option: grid=(n+255)/256 block=256");
        else if (is_list)
            hint_at_numbers(parser);
        return false;
    }
    return scan_expression(scan, depth + 1) && close_parenthesis(parser);
}

/*
 * expression = {"-"|"!"|"+"} primary [operator expression | "?" expression ":" expression]
 *
 * This only finds the end of the expression: after a complete value without a following operator.
 * base/expression.h handles precedence.
 */
static bool scan_expression(struct term_scan *scan, int depth)
{
    struct parser *parser = scan->parser;
    if (depth > TERM_DEPTH_MAX)
        return word_error(parser, word_location(parser), "parentheses are nested deeper than %d", (int)TERM_DEPTH_MAX);
    do {
        while (word_is(parser, "-") || word_is(parser, "!") || word_is(parser, "+"))
            word_advance(parser);
        if (!scan_primary(scan, depth))
            return false;
        if (!word_accept(parser, "?"))
            continue;
        if (!scan_expression(scan, depth + 1) || !word_expect(parser, ":", "of the condition"))
            return false;
        if (!scan_expression(scan, depth + 1))
            return false;
    } while (accept_binary_operator(parser));
    if (!word_is(parser, "="))
        return true;
    word_error(parser, word_location(parser), "expected '==', found '='");
    diagnostics_hint(parser->diagnostics, "a condition compares with ==, as in n == 8");
    return false;
}

/* The words [first, last] as one location. They are on one line. */
static struct location span_location(const struct plan_token *first, const struct plan_token *last)
{
    return (struct location){first->line, first->column,
                             (int)(last->offset_bytes - first->offset_bytes) + last->size_bytes};
}

static void note_term(struct parser *parser, const struct expression *expression, int line)
{
    struct plan_noted_term *noted = ARENA_NEW(parser->arena, struct plan_noted_term);
    struct plan *plan = parser->plan;
    *noted = (struct plan_noted_term){.expression = expression, .line = line};
    *(plan->first_term ? &plan->last_term->next : &plan->first_term) = noted;
    plan->last_term = noted;
}

bool parse_term(struct parser *parser, struct plan_term *out_term)
{
    struct term_scan scan = {.parser = parser};
    const struct plan_token *first = word_at(parser, 0);
    if (!scan_expression(&scan, 0))
        return false;
    const struct plan_token *last = &parser->tokens[parser->at - 1];
    if (last->line != first->line)
        return word_error(parser, word_token_location(first), "an expression must be on one line");
    size_t size = last->offset_bytes - first->offset_bytes + (size_t)last->size_bytes;
    struct error error = {0};
    struct expression *expression =
        expression_parse(parser->arena, parser->source, first->offset_bytes, size, parser->diagnostics, &error);
    if (!expression)
        return false;
    const struct plan_word *names = NULL;
    if (scan.name_count)
        names = arena_memdup(parser->arena, scan.names, scan.name_count * sizeof *names);
    note_term(parser, expression, first->line);
    *out_term = (struct plan_term){expression, span_location(first, last), names, scan.name_count};
    return true;
}

bool parse_term_list(struct parser *parser, const char *closing, struct plan_term *out_terms, int capacity,
                     int *out_count, const char *what)
{
    int count = 0;
    do {
        if (count == capacity)
            return word_error(parser, word_location(parser), "%s: at most %d values", what, capacity);
        if (!parse_term(parser, &out_terms[count]))
            return false;
        count++;
    } while (word_accept_comma(parser));
    *out_count = count;
    return !closing || word_expect(parser, closing, "after the last value");
}

/* [ "+" expression ], after a buffer */
static bool parse_offset(struct parser *parser, struct plan_operand *operand)
{
    return !word_accept(parser, "+") || parse_term(parser, &operand->offset);
}

/* { "::" name }, after the name of a variable */
static bool parse_namespaces(struct parser *parser, const char *what, struct plan_word *name)
{
    struct plan_word part;
    while (word_accept(parser, "::")) {
        if (!word_expect_name(parser, what, &part))
            return false;
        name->text = arena_printf(parser->arena, "%s::%s", name->text, part.text);
    }
    return true;
}

/* peers(B) | peer(B, rank) [+ offset] | symbol(NAME) */
static bool parse_special(struct parser *parser, enum plan_operand_kind kind, struct plan_operand *operand)
{
    operand->kind = kind;
    word_advance(parser);
    word_advance(parser);
    const char *what = kind == PLAN_OPERAND_SYMBOL ? N_("the name of a __device__ or __constant__ variable")
                                                   : N_("the name of a buffer");
    if (!word_expect_name(parser, what, &operand->name) ||
        (kind == PLAN_OPERAND_SYMBOL && !parse_namespaces(parser, what, &operand->name)))
        return false;
    if (kind == PLAN_OPERAND_PEER) {
        if (!word_expect(parser, ",", "and a rank, as in peer(B, rank + 1)"))
            return false;
        if (!parse_term(parser, &operand->rank))
            return false;
    }
    if (!word_expect(parser, ")", "after the name"))
        return false;
    return kind != PLAN_OPERAND_PEER || parse_offset(parser, operand);
}

/*
 * A value is parsed whole. If it is `name + rest`, the rest is also kept, as the offset into a
 * buffer of that name.
 */
static bool parse_value(struct parser *parser, struct plan_operand *operand)
{
    size_t start = parser->at;
    const struct plan_token *first = word_at(parser, 0);
    bool leads = first->kind == PLAN_TOKEN_NAME && !word_token_is(parser, word_at(parser, 1), "(");
    operand->kind = PLAN_OPERAND_VALUE;
    if (!parse_term(parser, &operand->whole) || !leads)
        return operand->whole.expression != NULL;
    operand->name = (struct plan_word){word_token_text(parser, first), word_token_location(first)};
    operand->is_name_alone = parser->at == start + 1;
    if (!word_token_is(parser, &parser->tokens[start + 1], "+") || operand->is_name_alone)
        return true;
    parser->at = start + 2;
    return parse_term(parser, &operand->offset);
}

/*
 * operand = "peers" "(" name ")" | "peer" "(" name "," expression ")" [offset]
 *         | "symbol" "(" name { "::" name } ")" | expression
 */
bool parse_term_operand(struct parser *parser, struct plan_operand *out_operand)
{
    static const struct {
        const char *name;
        enum plan_operand_kind kind;
    } specials[] = {{"peers", PLAN_OPERAND_PEERS}, {"peer", PLAN_OPERAND_PEER}, {"symbol", PLAN_OPERAND_SYMBOL}};
    struct plan_operand operand = {0};
    const struct plan_token *first = word_at(parser, 0);
    bool is_call = word_token_is(parser, word_at(parser, 1), "(");
    bool parsed = false, special = false;
    for (size_t i = 0; i < sizeof specials / sizeof *specials && is_call && !special; i++) {
        if (!word_is(parser, specials[i].name))
            continue;
        special = true;
        parsed = parse_special(parser, specials[i].kind, &operand);
    }
    if (!special)
        parsed = parse_value(parser, &operand);
    if (!parsed)
        return false;
    operand.location = span_location(first, &parser->tokens[parser->at - 1]);
    *out_operand = operand;
    return true;
}

/*
 * operands = "(" [operand {"," operand}] ")" ; lines can break after "(" and ","
 */
bool parse_term_operands(struct parser *parser, struct plan_launch *launch)
{
    if (!word_expect(parser, "(", "and the kernel's arguments"))
        return false;
    struct plan_operand operands[PLAN_ARGUMENTS_MAX];
    size_t count = 0;
    word_skip_newlines(parser);
    while (!word_is(parser, ")")) {
        if (count == PLAN_ARGUMENTS_MAX)
            return word_error(parser, word_location(parser), "more than %d arguments", (int)PLAN_ARGUMENTS_MAX);
        if (!parse_term_operand(parser, &operands[count]))
            return false;
        count++;
        word_skip_newlines(parser);
        if (!word_accept_comma(parser))
            break;
    }
    if (!word_expect(parser, ")", "or ',' after an argument"))
        return false;
    if (count)
        launch->operands = arena_memdup(parser->arena, operands, count * sizeof *operands);
    launch->operand_count = count;
    return true;
}
