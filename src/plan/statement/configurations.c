/* The configurations of a plan: one value of each `tune`, as far as every `keep` allows them. */
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "plan/statement/statement.h"

struct lets {
    const char *name;
    struct value value;
    const struct lets *older;
};

/* The names that a rule can use: tuning values, `let`, then those that the caller knows. */
struct names {
    const struct plan *plan;
    const struct plan_configuration *configuration;
    const struct lets *lets;
    const struct expression_environment *known; /* NULL: none */
    const struct plan_statement *failed;        /* the first `let` without a value; NULL: none */
    const struct plan_statement **last;         /* of the rules that left out a configuration */
};

static bool look_up(void *context, const char *name, struct value *out_value)
{
    const struct names *names = context;
    for (const struct lets *at = names->lets; at; at = at->older)
        if (strcmp(at->name, name) == 0) {
            *out_value = at->value;
            return true;
        }
    for (size_t i = 0; i < names->plan->tune_count; i++)
        if (strcmp(plan_tune_name(names->plan, i), name) == 0) {
            int64_t value = names->configuration->values[i];
            *out_value = (struct value){.integer = value, .real = (double)value};
            return true;
        }
    return names->known && names->known->lookup(names->known->context, name, out_value);
}

/*
 * A `let` that cannot be computed here has no value. If the case is known, a rule that uses it
 * fails with the reason of the `let`.
 */
static void add_let(struct names *names, const struct plan_statement *statement, struct arena *arena)
{
    struct expression_environment environment = {.lookup = look_up, .context = names};
    struct lets *let = ARENA_NEW(arena, struct lets);
    *let = (struct lets){.name = statement->let.name.text, .older = names->lets};
    if (expression_evaluate(statement->let.value.expression, &environment, &let->value, NULL))
        names->lets = let;
    else if (!names->failed)
        names->failed = statement;
}

static bool is_allowed(struct names *names, const struct plan_term *rule, bool *out_allowed, struct error *error)
{
    struct expression_environment environment = {.lookup = look_up, .context = names};
    struct value value = {.integer = 1, .real = 1};
    *out_allowed = true;
    struct error why = {0};
    if (expression_evaluate(rule->expression, &environment, &value, &why)) {
        *out_allowed = value.real != 0;
        return true;
    }
    if (!names->known)
        return true;
    if (why.code == ERROR_NOT_FOUND && names->failed)
        rule = &names->failed->let.value;
    expression_evaluate(rule->expression, &environment, &value, error);
    return error_add_context(error, "%s:%d:%d", names->plan->source_name, rule->location.line, rule->location.column);
}

/* Whether every rule allows the configuration. */
static bool try_rules(struct names *names, struct arena *arena, bool *out_kept, struct error *error)
{
    *out_kept = true;
    names->lets = NULL;
    names->failed = NULL;
    for (const struct plan_statement *at = names->plan->statements; at && *out_kept; at = at->next) {
        if (at->kind == PLAN_STATEMENT_LET)
            add_let(names, at, arena);
        if (at->kind == PLAN_STATEMENT_KEEP && !is_allowed(names, &at->keep, out_kept, error))
            return false;
        if (!*out_kept && (!*names->last || (*names->last)->location.line < at->location.line))
            *names->last = at;
    }
    return true;
}

/* Steps to the next combination; the first tuning value changes fastest. False after the last. */
static bool step(const struct plan *plan, size_t chosen[PLAN_TUNES_MAX])
{
    for (size_t i = 0; i < plan->tune_count; i++) {
        if (++chosen[i] < plan->tunes[i]->tune.value_count)
            return true;
        chosen[i] = 0;
    }
    return false;
}

static bool count_combinations(const struct plan *plan, size_t *out_count, struct error *error)
{
    size_t count = 1;
    for (size_t i = 0; i < plan->tune_count; i++) {
        count *= plan->tunes[i]->tune.value_count;
        if (count > PLAN_COMBINATIONS_MAX)
            return error_set(error, ERROR_RANGE, "the tuning values make more than %d combinations",
                             (int)PLAN_COMBINATIONS_MAX);
    }
    *out_count = count;
    return true;
}

/* Told, since a worker has no languages. */
static bool refuse_all(int last_line, struct error *error)
{
    char told[ERROR_MESSAGE_BYTES];
    told_print(told, sizeof told,
               N_("no configuration is left: `keep` in line {line} leaves out those that the rules before it "
                  "allow"),
               "line=%d", last_line);
    return error_set(error, ERROR_RANGE, "%s", told);
}

bool plan_configurations(const struct plan *plan, const struct expression_environment *known, struct arena *arena,
                         struct plan_configurations *out, struct error *error)
{
    size_t most, chosen[PLAN_TUNES_MAX] = {0};
    *out = (struct plan_configurations){0};
    if (!count_combinations(plan, &most, error))
        return false;
    out->items = ARENA_ARRAY(arena, most, struct plan_configuration);
    do {
        struct plan_configuration *configuration = &out->items[out->count];
        struct names names = {.plan = plan, .configuration = configuration, .known = known, .last = &out->last_rule};
        bool is_kept;
        for (size_t i = 0; i < plan->tune_count; i++)
            configuration->values[i] = plan->tunes[i]->tune.values[chosen[i]];
        if (!try_rules(&names, arena, &is_kept, error))
            return false;
        out->count += is_kept;
    } while (step(plan, chosen));
    return out->count > 0 || refuse_all(out->last_rule->keep.location.line, error);
}
