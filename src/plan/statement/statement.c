/* Queries about a parsed plan: launches, name expressions, needs. */
#include "plan/statement/statement.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/identifier.h"

const char *const plan_builtin_names[] = {"rank", "ranks", "sm_count", "cc"};
const size_t plan_builtin_name_count = sizeof plan_builtin_names / sizeof *plan_builtin_names;

/* PLAN_DEPTH_MAX bounds the depth of the tree. */
void statements_visit(const struct plan_statement *statements,
                      void (*visit)(void *context, const struct plan_statement *statement), void *context)
{
    for (const struct plan_statement *at = statements; at; at = at->next) {
        visit(context, at);
        statements_visit(at->body, visit, context);
    }
}

size_t plan_launch_count(const struct plan *plan)
{
    return plan->launch_count;
}

static void count_scratch(void *context, const struct plan_statement *statement)
{
    size_t *count = context;
    *count += statement->kind == PLAN_STATEMENT_SCRATCH;
}

size_t plan_scratch_count(const struct plan *plan)
{
    size_t count = 0;
    statements_visit(plan->statements, count_scratch, &count);
    return count;
}

size_t plan_tune_count(const struct plan *plan)
{
    return plan->tune_count;
}

const char *plan_tune_name(const struct plan *plan, size_t index)
{
    return plan->tunes[index]->tune.name.text;
}

size_t plan_tune_values(const struct plan *plan, size_t index, const int64_t **out_values)
{
    *out_values = plan->tunes[index]->tune.values;
    return plan->tunes[index]->tune.value_count;
}

/* --- name expressions ------------------------------------------------------------------------- */

/* The index of the tuning value of that name. tune_count if there is none. */
static size_t find_tune(const struct plan *plan, const char *name)
{
    size_t index = 0;
    while (index < plan->tune_count && strcmp(plan_tune_name(plan, index), name) != 0)
        index++;
    return index;
}

static void append_type_word(struct buffer *out, const char *word)
{
    if (strcmp(word, ",") == 0) {
        buffer_append_text(out, ", ");
        return;
    }
    if (out->size_bytes && identifier_has(out->data[out->size_bytes - 1]) && identifier_has(word[0]))
        buffer_append_char(out, ' ');
    buffer_append_text(out, word);
}

char *statement_name_expression(struct arena *arena, const struct plan *plan, const struct plan_launch *launch,
                                const int64_t tuned[PLAN_TUNES_MAX])
{
    if (!launch->type_count)
        return arena_strdup(arena, launch->kernel.text);
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_printf(&text, "%s<", launch->kernel.text);
    for (size_t i = 0; i < launch->type_count; i++) {
        size_t tune = tuned ? find_tune(plan, launch->types[i].text) : plan->tune_count;
        if (tune < plan->tune_count)
            append_type_word(&text, arena_printf(arena, "%lld", (long long)tuned[tune]));
        else
            append_type_word(&text, launch->types[i].text);
    }
    buffer_append_char(&text, '>');
    return arena_strdup(arena, buffer_text(&text));
}

struct name_collection {
    const struct plan *plan;
    struct arena *arena;
    const struct plan_configurations *configurations;
    const char **names; /* PLAN_NAME_EXPRESSIONS_MAX + 1 */
    size_t count;
};

static void add_name(struct name_collection *collection, const char *name)
{
    for (size_t i = 0; i < collection->count; i++)
        if (strcmp(collection->names[i], name) == 0)
            return;
    if (collection->count < PLAN_NAME_EXPRESSIONS_MAX)
        collection->names[collection->count++] = name;
}

static void collect_names(void *context, const struct plan_statement *statement)
{
    struct name_collection *collection = context;
    const struct plan *plan = collection->plan;
    if (statement->kind != PLAN_STATEMENT_LAUNCH)
        return;
    for (size_t i = 0; i < collection->configurations->count; i++)
        add_name(collection, statement_name_expression(collection->arena, plan, &statement->launch,
                                                       collection->configurations->items[i].values));
}

const char *const *plan_name_expressions_of(const struct plan *plan, const struct plan_configurations *configurations,
                                            struct arena *arena)
{
    struct name_collection collection = {.plan = plan,
                                         .arena = arena,
                                         .configurations = configurations,
                                         .names = ARENA_ARRAY(arena, PLAN_NAME_EXPRESSIONS_MAX + 1, const char *)};
    statements_visit(plan->statements, collect_names, &collection);
    return collection.names;
}

const char *const *plan_name_expressions(const struct plan *plan, struct arena *arena)
{
    struct plan_configurations allowed;
    plan_configurations(plan, NULL, arena, &allowed, NULL); /* none if plan_check() refuses them */
    return plan_name_expressions_of(plan, &allowed, arena);
}

/* --- peers ------------------------------------------------------------------------------------ */

struct peers_search {
    const char *name;
    const struct plan_operand *found;
};

static void find_peers(void *context, const struct plan_statement *statement)
{
    struct peers_search *search = context;
    if (statement->kind != PLAN_STATEMENT_LAUNCH)
        return;
    for (size_t i = 0; !search->found && i < statement->launch.operand_count; i++) {
        const struct plan_operand *operand = &statement->launch.operands[i];
        if (operand->kind == PLAN_OPERAND_PEERS && strcmp(operand->name.text, search->name) == 0)
            search->found = operand;
    }
}

const struct plan_operand *statements_find_peers(const struct plan_statement *statements, const char *name)
{
    struct peers_search search = {.name = name};
    statements_visit(statements, find_peers, &search);
    return search.found;
}

/* --- needs ------------------------------------------------------------------------------------ */

static void need_operand(struct plan_needs *needs, const struct plan_operand *operand)
{
    needs->peers |= operand->kind == PLAN_OPERAND_PEERS || operand->kind == PLAN_OPERAND_PEER;
}

static void need_statement(void *context, const struct plan_statement *statement)
{
    struct plan_needs *needs = context;
    const struct plan_options *options = &statement->options;
    needs->streams |= options->stream.expression || options->after_count;
    needs->graph |= statement->kind == PLAN_STATEMENT_GRAPH;
    needs->tensor_maps |= statement->kind == PLAN_STATEMENT_TENSOR_MAP;
    if (options->device.expression && options->device.name_count == 0) {
        struct expression_environment empty = {0};
        int64_t device = 0;
        if (expression_evaluate_integer(options->device.expression, &empty, &device, NULL) &&
            device >= needs->devices && device < INT32_MAX)
            needs->devices = (int)device + 1;
    }
    if (statement->kind == PLAN_STATEMENT_COPY) {
        need_operand(needs, &statement->copy.to);
        need_operand(needs, &statement->copy.from);
    }
    if (statement->kind != PLAN_STATEMENT_LAUNCH)
        return;
    needs->cooperative |= statement->launch.cooperative;
    needs->clusters |= statement->launch.cluster[0].expression != NULL;
    for (size_t i = 0; i < statement->launch.operand_count; i++)
        need_operand(needs, &statement->launch.operands[i]);
}

struct plan_needs plan_needs(const struct plan *plan)
{
    struct plan_needs needs = {.devices = 1};
    statements_visit(plan->statements, need_statement, &needs);
    return needs;
}
