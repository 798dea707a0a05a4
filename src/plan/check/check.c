/* Checks the names of a plan. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "plan/check/symbols.h"
#include "plan/statement/kernels.h"

struct check {
    const struct plan *plan;
    const struct source *source;
    struct diagnostics *diagnostics;
    struct arena *arena;
    struct plan_scope scope;
    const char *kernels[PLAN_KERNELS_LISTED_MAX];
    size_t kernel_count;
    const char *labels[PLAN_STATEMENTS_MAX];
    size_t label_count;
};

__attribute__((format(printf, 3, 4))) static bool report(struct check *check, struct location location,
                                                         const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, i18n_text(format), arguments);
    va_end(arguments);
    return diagnostics_add(check->diagnostics, DIAGNOSTIC_ERROR, check->source, location, "%s", message);
}

/* --- names ------------------------------------------------------------------------------------ */

static void report_unknown(struct check *check, const struct plan_word *word)
{
    struct buffer known CLEANUP(buffer_done) = BUFFER_INIT;
    symbols_describe(&check->scope, &known);
    report(check, word->location, "unknown name '%s'%s", word->text, buffer_text(&known));
    const char *nearest = symbols_nearest(&check->scope, word->text);
    if (nearest)
        diagnostics_hint(check->diagnostics, "did you mean '%s'?", nearest);
}

/* NULL after a report. */
static struct plan_symbol *find(struct check *check, const struct plan_word *word)
{
    struct plan_symbol *symbol = symbols_find(&check->scope, word->text);
    if (!symbol) {
        report_unknown(check, word);
        return NULL;
    }
    if (!symbol->freed_line)
        return symbol;
    report(check, word->location, "'%s' was freed in line %d", word->text, symbol->freed_line);
    return NULL;
}

static struct plan_symbol *find_buffer(struct check *check, const struct plan_word *word)
{
    struct plan_symbol *symbol = find(check, word);
    if (!symbol || symbol_is_buffer(symbol))
        return symbol;
    report(check, word->location, "'%s' is not a buffer", word->text);
    return NULL;
}

static struct plan_symbol *declare(struct check *check, const struct plan_word *word, enum plan_symbol_kind kind)
{
    const struct plan_symbol *older = symbols_find(&check->scope, word->text);
    if (older && older->line > 0)
        report(check, word->location, "the name '%s' is already used in line %d", word->text, older->line);
    else if (older)
        report(check, word->location,
               older->kind == PLAN_SYMBOL_VALUE ? N_("the name '%s' is already used by the plan itself")
                                                : N_("the name '%s' is already used by a parameter"),
               word->text);
    return symbols_add(&check->scope, word->text, kind, word->location.line);
}

/* --- expressions and operands ----------------------------------------------------------------- */

static void check_term(struct check *check, const struct plan_term *term)
{
    for (size_t i = 0; i < term->name_count; i++) {
        const struct plan_word *word = &term->names[i];
        const struct plan_symbol *symbol = find(check, word);
        if (!symbol)
            continue;
        if (symbol_is_buffer(symbol))
            report(check, word->location, "'%s' is a buffer, but a number is needed here", word->text);
        else if (symbol->kind == PLAN_SYMBOL_TENSOR_MAP)
            report(check, word->location, "'%s' is a tensor map, but a number is needed here", word->text);
    }
}

/* Loops run equally often on every rank, so statements stay in step. */
static void check_common_term(struct check *check, const struct plan_term *term)
{
    check_term(check, term);
    for (size_t i = 0; i < term->name_count; i++)
        if (strcmp(term->names[i].text, "rank") == 0)
            report(check, term->names[i].location, "a loop's bounds cannot depend on rank; use when= inside the loop");
}

static void check_value(struct check *check, const struct plan_operand *operand)
{
    const struct plan_symbol *symbol = operand->name.text ? symbols_find(&check->scope, operand->name.text) : NULL;
    bool is_buffer = symbol && symbol_is_buffer(symbol) && find(check, &operand->name);
    if (is_buffer && operand->offset.expression)
        check_term(check, &operand->offset);
    else if (is_buffer && !operand->is_name_alone)
        report(check, operand->location, "'%s' is a buffer: write %s or %s + offset", operand->name.text,
               operand->name.text, operand->name.text);
    else if (!is_buffer && !(symbol && symbol->freed_line) &&
             !(symbol && symbol->kind == PLAN_SYMBOL_TENSOR_MAP && operand->is_name_alone))
        check_term(check, &operand->whole);
}

static void check_operand(struct check *check, const struct plan_operand *operand)
{
    if (operand->kind == PLAN_OPERAND_VALUE) {
        check_value(check, operand);
        return;
    }
    if (operand->kind == PLAN_OPERAND_SYMBOL) {
        if (!kernels_may_define(check->source, kernel_name_tail(operand->name.text)))
            report(check, operand->name.location, "no variable '%s' in this file", operand->name.text);
        return;
    }
    find_buffer(check, &operand->name);
    check_term(check, &operand->rank);
    check_term(check, &operand->offset);
}

/*
 * Operands of copy and zero are memory. A destination must be memory that the plan can write. False
 * after a report about an input.
 */
static bool check_memory_operand(struct check *check, const struct plan_operand *operand, bool is_written)
{
    check_operand(check, operand);
    if (operand->kind == PLAN_OPERAND_SYMBOL)
        return true;
    const struct plan_symbol *symbol = operand->name.text ? symbols_find(&check->scope, operand->name.text) : NULL;
    if (operand->kind == PLAN_OPERAND_PEERS)
        report(check, operand->location, "peers(...) is for kernels; name one buffer with peer(%s, rank)",
               operand->name.text);
    else if (symbol ? !symbol_is_buffer(symbol) : !operand->name.text)
        report(check, operand->location, "a buffer is needed here");
    else if (symbol && is_written && symbol->role == PARAMETER_IN)
        return report(check, operand->location, "'%s' is an input and stays as it is", operand->name.text);
    return true;
}

static void check_label(struct check *check, const struct plan_label *label)
{
    for (size_t i = 0; i < label->index_count; i++)
        check_term(check, &label->indices[i]);
}

static void check_after(struct check *check, const struct plan_label *label)
{
    check_label(check, label);
    for (size_t i = 0; i < check->label_count; i++)
        if (strcmp(check->labels[i], label->name.text) == 0)
            return;
    report(check, label->name.location, "after=%s: no launch has this name; name one with as=%s", label->name.text,
           label->name.text);
    const char *nearest = diagnostics_nearest(label->name.text, check->labels, check->label_count);
    if (nearest)
        diagnostics_hint(check->diagnostics, "did you mean '%s'?", nearest);
}

static void check_options(struct check *check, const struct plan_options *options)
{
    const struct plan_term *terms[] = {&options->device, &options->stream, &options->when, &options->count};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        check_term(check, terms[i]);
    check_label(check, &options->label);
    for (size_t i = 0; i < options->after_count; i++)
        check_after(check, &options->after[i]);
}

/* --- statements ------------------------------------------------------------------------------- */

/* The compiler decides about the namespace. */
static void check_kernel_name(struct check *check, const struct plan_word *kernel)
{
    const char *name = kernel_name_tail(kernel->text);
    for (size_t i = 0; i < check->kernel_count; i++)
        if (strcmp(check->kernels[i], name) == 0)
            return;
    if (kernels_may_define(check->source, name))
        return;
    struct buffer known CLEANUP(buffer_done) = BUFFER_INIT;
    for (size_t i = 0; i < check->kernel_count && i < 16; i++)
        buffer_printf(&known, "%s%s", i ? ", " : _("; kernels are "), check->kernels[i]);
    report(check, kernel->location, "no kernel '%s' in this file%s", kernel->text, buffer_text(&known));
    const char *nearest = diagnostics_nearest(name, check->kernels, check->kernel_count);
    if (nearest)
        diagnostics_hint(check->diagnostics, "did you mean '%s'?", nearest);
}

static void check_launch(struct check *check, const struct plan_statement *statement)
{
    const struct plan_launch *launch = &statement->launch;
    check_kernel_name(check, &launch->kernel);
    for (size_t i = 0; i < launch->operand_count; i++)
        check_operand(check, &launch->operands[i]);
    for (int i = 0; i < 3; i++) {
        check_term(check, &launch->grid[i]);
        check_term(check, &launch->block[i]);
        check_term(check, &launch->cluster[i]);
    }
    check_term(check, &launch->shared);
}

static void check_scratch(struct check *check, const struct plan_statement *statement)
{
    const struct plan_scratch *scratch = &statement->scratch;
    for (int i = 0; i < scratch->rank; i++)
        check_term(check, &scratch->shape[i]);
    declare(check, &scratch->name, PLAN_SYMBOL_SCRATCH)->rank = scratch->rank;
}

static void check_free(struct check *check, const struct plan_statement *statement)
{
    const struct plan_word *word = &statement->free_name;
    struct plan_symbol *symbol = find(check, word);
    if (!symbol)
        return;
    if (symbol->kind != PLAN_SYMBOL_SCRATCH)
        report(check, word->location, "'%s' is not a scratch buffer, and only scratch buffers can be freed",
               word->text);
    else if (symbol->depth != check->scope.depth)
        report(check, word->location, "'%s' was made in line %d outside these braces; free it there", word->text,
               symbol->line);
    else
        symbol->freed_line = word->location.line;
}

static void check_zero(struct check *check, const struct plan_statement *statement)
{
    check_memory_operand(check, &statement->zero, true);
}

static void check_copy(struct check *check, const struct plan_statement *statement)
{
    if (!check_memory_operand(check, &statement->copy.to, true))
        diagnostics_hint(check->diagnostics, "the form is: %s", "copy TO FROM");
    check_memory_operand(check, &statement->copy.from, false);
}

static void check_for(struct check *check, const struct plan_statement *statement)
{
    check_common_term(check, &statement->loop.first);
    check_common_term(check, &statement->loop.end);
}

static void check_tune(struct check *check, const struct plan_statement *statement)
{
    declare(check, &statement->tune.name, PLAN_SYMBOL_VALUE);
}

static void check_keep(struct check *check, const struct plan_statement *statement)
{
    check_term(check, &statement->keep);
}

static void check_let(struct check *check, const struct plan_statement *statement)
{
    check_term(check, &statement->let.value);
    declare(check, &statement->let.name, PLAN_SYMBOL_VALUE);
}

static void check_tensor_map(struct check *check, const struct plan_statement *statement)
{
    const struct plan_tensor_map *map = &statement->tensor_map;
    const struct plan_symbol *buffer = find_buffer(check, &map->buffer);
    for (int i = 0; i < map->rank; i++)
        check_term(check, &map->box[i]);
    check_term(check, &map->swizzle);
    if (buffer && buffer->rank != map->rank)
        report(check, map->buffer.location, "dimensions of '%s': %d, of the box: %d", map->buffer.text, buffer->rank,
               map->rank);
    declare(check, &map->name, PLAN_SYMBOL_TENSOR_MAP);
}

static void check_graph(struct check *check, const struct plan_statement *statement)
{
    (void)check;
    (void)statement;
}

static void (*const checkers[PLAN_STATEMENT_KIND_COUNT])(struct check *, const struct plan_statement *) = {
    [PLAN_STATEMENT_LAUNCH] = check_launch, [PLAN_STATEMENT_SCRATCH] = check_scratch,
    [PLAN_STATEMENT_FREE] = check_free,     [PLAN_STATEMENT_ZERO] = check_zero,
    [PLAN_STATEMENT_COPY] = check_copy,     [PLAN_STATEMENT_GRAPH] = check_graph,
    [PLAN_STATEMENT_FOR] = check_for,       [PLAN_STATEMENT_TUNE] = check_tune,
    [PLAN_STATEMENT_KEEP] = check_keep,     [PLAN_STATEMENT_TENSOR_MAP] = check_tensor_map,
    [PLAN_STATEMENT_LET] = check_let,
};

/* Names made inside a block end with it. The depth is bounded by PLAN_DEPTH_MAX. */
static void check_statements(struct check *check, const struct plan_statement *statements)
{
    struct plan_symbol *outer = check->scope.newest;
    for (const struct plan_statement *at = statements; at; at = at->next) {
        check_options(check, &at->options);
        checkers[at->kind](check, at);
        if (!at->body)
            continue;
        struct plan_symbol *before_loop = check->scope.newest;
        check->scope.depth++;
        if (at->kind == PLAN_STATEMENT_FOR)
            declare(check, &at->loop.variable, PLAN_SYMBOL_VALUE);
        check_statements(check, at->body);
        check->scope.depth--;
        check->scope.newest = before_loop;
    }
    if (check->scope.depth > 0)
        check->scope.newest = outer;
}

/* A variable is no output. So a copy to it after the last launch comes too late. */
static void check_late_copies(struct check *check, const struct plan_statement *statements)
{
    const struct plan_operand *late = NULL;
    for (const struct plan_statement *at = statements; at; at = at->next) {
        bool is_copy = at->kind == PLAN_STATEMENT_COPY;
        bool is_read =
            at->body || at->kind == PLAN_STATEMENT_LAUNCH || (is_copy && at->copy.from.kind == PLAN_OPERAND_SYMBOL);
        if (is_copy && at->copy.to.kind == PLAN_OPERAND_SYMBOL && !late)
            late = &at->copy.to;
        late = is_read ? NULL : late;
    }
    if (late)
        report(check, late->location,
               "no launch follows, so no kernel reads this copy: move the line before the launch that reads '%s'",
               late->name.text);
}

static void collect_label(void *context, const struct plan_statement *statement)
{
    struct check *check = context;
    if (statement->options.label.name.text && check->label_count < PLAN_STATEMENTS_MAX)
        check->labels[check->label_count++] = statement->options.label.name.text;
}

static void declare_parameters(struct check *check, const struct parameter *parameters, size_t count)
{
    for (size_t i = 0; i < plan_builtin_name_count; i++)
        symbols_add(&check->scope, plan_builtin_names[i], PLAN_SYMBOL_VALUE, 0);
    for (size_t i = 0; i < count; i++) {
        bool is_scalar = parameters[i].role == PARAMETER_SCALAR;
        struct plan_symbol *symbol =
            symbols_add(&check->scope, parameters[i].name, is_scalar ? PLAN_SYMBOL_SCALAR : PLAN_SYMBOL_BUFFER, 0);
        symbol->role = parameters[i].role;
        symbol->rank = parameters[i].rank;
    }
}

/* The kernels of all configurations are compiled. */
static void check_configurations(struct check *check)
{
    struct plan_configurations configurations;
    struct error error = {0};
    const char *const *names = plan_name_expressions(check->plan, check->arena);
    if (!plan_configurations(check->plan, NULL, check->arena, &configurations, &error)) {
        const struct plan_statement *at = configurations.last_rule;
        at = at || !check->plan->tune_count ? at : check->plan->tunes[0];
        report(check, at ? at->location : (struct location){0}, "%s", told_local(check->arena, error.message));
    }
    if (names[PLAN_NAME_EXPRESSIONS_MAX - 1])
        report(check, (struct location){0}, "the plan's tuning values give %d or more different kernels",
               (int)PLAN_NAME_EXPRESSIONS_MAX);
}

bool plan_check(const struct plan *plan, const struct source *source, const struct parameter *parameters,
                size_t parameter_count, struct diagnostics *diagnostics)
{
    size_t errors_before = diagnostics_error_count(diagnostics);
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct check *check = ARENA_NEW(arena, struct check);
    *check = (struct check){
        .plan = plan, .source = source, .diagnostics = diagnostics, .arena = arena, .scope = {.arena = arena}};
    declare_parameters(check, parameters, parameter_count);
    check->kernel_count = kernels_list(arena, source, check->kernels);
    statements_visit(plan->statements, collect_label, check);
    check_statements(check, plan->statements);
    check_late_copies(check, plan->statements);
    check_configurations(check);
    return diagnostics_error_count(diagnostics) == errors_before;
}
