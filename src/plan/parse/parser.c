/* Parses statements and blocks. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "plan/parse/parser.h"

/* type = name of dtypes.def */
static bool parse_dtype(struct parser *parser, enum dtype *out_dtype)
{
    struct plan_word word;
    if (!word_expect_name(parser, "an element type such as f32", &word))
        return false;
    if (dtype_parse(word.text, out_dtype))
        return true;
    const char *names[DTYPE_COUNT];
    for (int i = 0; i < DTYPE_COUNT; i++)
        names[i] = dtype_name((enum dtype)i);
    word_error(parser, word.location, "unknown type '%s'", word.text);
    const char *nearest = diagnostics_nearest(word.text, names, DTYPE_COUNT);
    if (nearest)
        diagnostics_hint(parser->diagnostics, "did you mean '%s'?", nearest);
    else
        diagnostics_hint(parser->diagnostics, "types are f32, f64, f16, bf16, e4m3, e5m2, i8 to i64, u8 to u64, bool");
    return false;
}

/* scratch = "scratch" name type "[" expression {"," expression} "]" ["zero" | "poison"] */
static bool parse_scratch(struct parser *parser, struct plan_statement *statement)
{
    struct plan_scratch *scratch = &statement->scratch;
    if (parser->in_graph)
        return word_error(parser, statement->location, "scratch cannot be made inside a graph");
    if (!word_expect_name(parser, "a name for the scratch buffer", &scratch->name) ||
        !parse_dtype(parser, &scratch->dtype) || !word_expect(parser, "[", "and a shape, as in f32[n]"))
        return false;
    if (!parse_term_list(parser, "]", scratch->shape, SHAPE_RANK_MAX, &scratch->rank, _("dimensions of a shape")))
        return false;
    scratch->zero = word_accept(parser, "zero");
    if (!scratch->zero)
        word_accept(parser, "poison");
    return true;
}

/* free = "free" name */
static bool parse_free(struct parser *parser, struct plan_statement *statement)
{
    if (parser->in_graph)
        return word_error(parser, statement->location, "a scratch buffer cannot be freed inside a graph");
    return word_expect_name(parser, "the name of a scratch buffer", &statement->free_name);
}

/* zero = "zero" operand options */
static bool parse_zero(struct parser *parser, struct plan_statement *statement)
{
    return parse_term_operand(parser, &statement->zero) && parse_options(parser, OPTIONS_OF_COPY, statement);
}

/* copy = "copy" operand operand options */
static bool parse_copy(struct parser *parser, struct plan_statement *statement)
{
    if (!parse_term_operand(parser, &statement->copy.to))
        return false;
    if (!word_is_kind(parser, PLAN_TOKEN_NAME))
        return word_error(parser, word_location(parser), "expected the buffer to copy from, found %s",
                          word_describe(parser));
    return parse_term_operand(parser, &statement->copy.from) && parse_options(parser, OPTIONS_OF_COPY, statement);
}

static bool parse_block(struct parser *parser, struct location opened_for, struct plan_statement **out_body);

/* graph = "graph" block */
static bool parse_graph(struct parser *parser, struct plan_statement *statement)
{
    if (parser->in_graph)
        return word_error(parser, statement->location, "a graph cannot hold another graph");
    parser->in_graph = true;
    bool parsed = parse_block(parser, statement->location, &statement->body);
    parser->in_graph = false;
    return parsed;
}

/* for = "for" name "in" expression ".." expression block */
static bool parse_for(struct parser *parser, struct plan_statement *statement)
{
    struct plan_loop *loop = &statement->loop;
    return word_expect_name(parser, "the loop's variable", &loop->variable) &&
           word_expect(parser, "in", "after the loop's variable") && parse_term(parser, &loop->first) &&
           word_expect(parser, "..", "between the first value and the one to stop before") &&
           parse_term(parser, &loop->end) && parse_block(parser, statement->location, &statement->body);
}

/* ["-"] digits */
static bool parse_constant(struct parser *parser, int64_t *out_value)
{
    bool negative = word_accept(parser, "-");
    struct location location = word_location(parser);
    if (!word_is_kind(parser, PLAN_TOKEN_NUMBER))
        return word_error(parser, location, "expected a whole number, found %s", word_describe(parser));
    char *text = word_token_text(parser, word_at(parser, 0));
    char *end = NULL;
    errno = 0;
    long long value = strtoll(text, &end, 0);
    if (*end || errno || value > INT32_MAX)
        return word_error(parser, location, "'%.40s' is not a whole number below 2^31", text);
    word_advance(parser);
    *out_value = negative ? -value : value;
    return true;
}

/* tune = "tune" name "in" constant {"," constant} */
static bool parse_tune(struct parser *parser, struct plan_statement *statement)
{
    struct plan_tune *tune = &statement->tune;
    int64_t values[PLAN_TUNE_VALUES_MAX];
    if (parser->depth > 0)
        return word_error(parser, statement->location, "tune must be outside all braces");
    if (parser->plan->tune_count == PLAN_TUNES_MAX)
        return word_error(parser, statement->location, "more than %d tuning values", (int)PLAN_TUNES_MAX);
    if (!word_expect_name(parser, "a name for the tuning value", &tune->name) ||
        !word_expect(parser, "in", "after the name"))
        return false;
    do {
        if (tune->value_count == PLAN_TUNE_VALUES_MAX)
            return word_error(parser, word_location(parser), "more than %d values to choose from",
                              (int)PLAN_TUNE_VALUES_MAX);
        if (!parse_constant(parser, &values[tune->value_count]))
            return false;
        tune->value_count++;
    } while (word_accept_comma(parser));
    tune->values = arena_memdup(parser->arena, values, tune->value_count * sizeof *values);
    parser->plan->tunes[parser->plan->tune_count++] = statement;
    return true;
}

/* keep = "keep" expression */
static bool parse_keep(struct parser *parser, struct plan_statement *statement)
{
    if (parser->depth > 0)
        return word_error(parser, statement->location, "keep must be outside all braces");
    return parse_term(parser, &statement->keep);
}

/*
 * tensor_map = "tensor_map" name "="
 *              "tiled" "(" name "," "[" expression {"," expression} "]" ["," expression] ")"
 */
static bool parse_tensor_map(struct parser *parser, struct plan_statement *statement)
{
    struct plan_tensor_map *map = &statement->tensor_map;
    if (!word_expect_name(parser, "a name for the tensor map", &map->name) ||
        !word_expect(parser, "=", "after the name") || !word_expect(parser, "tiled", "(the only kind of tensor map)") ||
        !word_expect(parser, "(", "after tiled") || !word_expect_name(parser, "a buffer", &map->buffer) ||
        !word_expect(parser, ",", "and the box") || !word_expect(parser, "[", "before the box, as in [64, 64]"))
        return false;
    if (!parse_term_list(parser, "]", map->box, SHAPE_RANK_MAX, &map->rank, _("dimensions of a box")))
        return false;
    if (word_accept(parser, ",") && !parse_term(parser, &map->swizzle))
        return false;
    return word_expect(parser, ")", "to close the tensor map");
}

/* let = "let" name "=" expression */
static bool parse_let(struct parser *parser, struct plan_statement *statement)
{
    if (!word_expect_name(parser, "a name for the value", &statement->let.name) ||
        !word_expect(parser, "=", "after the name") || !parse_term(parser, &statement->let.value))
        return false;
    parser->plan->last_term->let = statement->let.name.text;
    return true;
}

static const struct {
    const char *keyword;
    bool (*parse)(struct parser *parser, struct plan_statement *statement);
    const char *form;
} statement_table[PLAN_STATEMENT_KIND_COUNT] = {
#define STATEMENT(id, keyword, parse, form) {keyword, parse, form},
#include "plan/statement/statements.def"
#undef STATEMENT
};

static bool unknown_statement(struct parser *parser)
{
    const char *keywords[PLAN_STATEMENT_KIND_COUNT];
    for (int i = 0; i < PLAN_STATEMENT_KIND_COUNT; i++)
        keywords[i] = statement_table[i].keyword;
    if (!word_is_kind(parser, PLAN_TOKEN_NAME))
        return word_error(parser, word_location(parser), "expected a statement such as launch, found %s",
                          word_describe(parser));
    char *text = word_token_text(parser, word_at(parser, 0));
    const char *nearest = diagnostics_nearest(text, keywords, PLAN_STATEMENT_KIND_COUNT);
    word_error(parser, word_location(parser), "unknown statement '%.64s'", text);
    word_advance(parser);
    if (word_is(parser, "(") || word_is(parser, "<<"))
        diagnostics_hint(parser->diagnostics, "the form is: launch %.64s(...) grid=... block=...", text);
    else if (nearest)
        diagnostics_hint(parser->diagnostics, "did you mean '%s'?", nearest);
    else
        diagnostics_hint(
            parser->diagnostics,
            "statements are launch, scratch, free, zero, copy, graph, for, tune, keep, tensor_map and let");
    return false;
}

/* A statement ends at the end of its line, at ';' or before the '}' of its block. */
static bool expect_end_of_statement(struct parser *parser, const struct plan_statement *statement)
{
    if (word_accept(parser, ";") || word_is_kind(parser, PLAN_TOKEN_NEWLINE) || word_is_kind(parser, PLAN_TOKEN_END) ||
        word_is(parser, "}"))
        return true;
    word_error(parser, word_location(parser), "expected the end of the statement, found %s", word_describe(parser));
    diagnostics_hint(parser->diagnostics, "the form is: %s", statement_table[statement->kind].form);
    return false;
}

/*
 * statement = keyword, then the keyword's form
 */
static bool parse_statement(struct parser *parser, struct plan_statement *statement)
{
    int kind = 0;
    while (kind < PLAN_STATEMENT_KIND_COUNT && !word_is(parser, statement_table[kind].keyword))
        kind++;
    if (kind == PLAN_STATEMENT_KIND_COUNT)
        return unknown_statement(parser);
    statement->kind = (enum plan_statement_kind)kind;
    statement->location = word_location(parser);
    word_advance(parser);
    return statement_table[kind].parse(parser, statement) && expect_end_of_statement(parser, statement);
}

/* After an error, moves to the end of the statement's line, over the blocks that it opens. */
static void skip_statement(struct parser *parser)
{
    int depth = 0;
    while (!word_is_kind(parser, PLAN_TOKEN_END)) {
        if (depth == 0 && (word_is_kind(parser, PLAN_TOKEN_NEWLINE) || word_is(parser, "}")))
            return;
        depth += word_is(parser, "{") ? 1 : word_is(parser, "}") ? -1 : 0;
        word_advance(parser);
    }
}

/*
 * statements = {statement (newline | ";")} ; up to the '}' of the block, or the end of the plan
 * False: too many.
 */
static bool parse_statements(struct parser *parser, struct plan_statement **out_first)
{
    struct plan_statement **link = out_first;
    for (;;) {
        while (word_is_kind(parser, PLAN_TOKEN_NEWLINE) || word_is(parser, ";"))
            word_advance(parser);
        if (word_is_kind(parser, PLAN_TOKEN_END) || (word_is(parser, "}") && parser->depth > 0))
            return true;
        if (++parser->statement_count > PLAN_STATEMENTS_MAX)
            return word_error(parser, word_location(parser), "more than %d statements", (int)PLAN_STATEMENTS_MAX);
        struct plan_statement *statement = ARENA_NEW(parser->arena, struct plan_statement);
        if (parse_statement(parser, statement)) {
            *link = statement;
            link = &statement->next;
            continue;
        }
        if (parser->given_up)
            return false;
        skip_statement(parser);
        if (parser->depth == 0)
            word_accept(parser, "}");
    }
}

/* block = "{" statements "}" */
static bool parse_block(struct parser *parser, struct location opened_for, struct plan_statement **out_body)
{
    word_skip_newlines(parser);
    if (!word_expect(parser, "{", "before the statements"))
        return false;
    if (parser->depth == PLAN_DEPTH_MAX) {
        parser->given_up = true;
        return word_error(parser, opened_for, "braces are nested deeper than %d", (int)PLAN_DEPTH_MAX);
    }
    parser->depth++;
    bool parsed = parse_statements(parser, out_body);
    parser->depth--;
    if (!parsed) {
        parser->given_up = true;
        return false;
    }
    if (word_accept(parser, "}"))
        return true;
    parser->given_up = true;
    return word_error(parser, opened_for, "this brace is never closed: expected '}'");
}

static bool no_plan(const struct source *source, struct diagnostics *diagnostics)
{
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0}, "no launch plan in this file");
    diagnostics_hint(diagnostics, "add a line such as: //! launch my_kernel(a, n) grid=(n+255)/256 block=256");
    return false;
}

struct plan *plan_parse(struct arena *arena, const struct source *source, struct diagnostics *diagnostics)
{
    size_t errors_before = diagnostics_error_count(diagnostics);
    struct plan *plan = ARENA_NEW(arena, struct plan);
    plan->source_name = arena_strdup(arena, source->name ? source->name : "");
    struct parser parser = {.arena = arena, .source = source, .diagnostics = diagnostics, .plan = plan};
    if (!tokens_read(arena, source, diagnostics, &parser.tokens, &parser.token_count))
        return NULL;
    parse_statements(&parser, &plan->statements);
    if (diagnostics_error_count(diagnostics) > errors_before)
        return NULL;
    if (!plan->statements && !no_plan(source, diagnostics))
        return NULL;
    return plan;
}
