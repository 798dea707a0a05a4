/* What a plan decides at one size, before it runs. */
#include <string.h>

#include "plan/statement/statement.h"

struct let_value {
    const char *name;
    struct value value;
    const struct let_value *older;
};

struct deciding {
    const struct expression_environment *known;
    const struct let_value *lets;
    struct plan_decisions *decisions;
};

static bool look_up(void *context, const char *name, struct value *out_value)
{
    const struct deciding *deciding = context;
    for (const struct let_value *at = deciding->lets; at; at = at->older)
        if (strcmp(at->name, name) == 0) {
            *out_value = at->value;
            return true;
        }
    return deciding->known->lookup(deciding->known->context, name, out_value);
}

static void note(void *context, int truth)
{
    struct deciding *deciding = context;
    struct plan_decisions *decisions = deciding->decisions;
    decisions->truths[decisions->count++] = (int8_t)truth;
}

static void count(void *context, int truth)
{
    size_t *counted = context;
    (void)truth;
    ++*counted;
}

/* A `let` whose value differs from turn to turn has none here. */
static void add_let(struct deciding *deciding, const struct plan_noted_term *term, struct arena *arena)
{
    struct expression_environment environment = {.lookup = look_up, .context = deciding};
    struct let_value *let = ARENA_NEW(arena, struct let_value);
    *let = (struct let_value){.name = term->let, .older = deciding->lets};
    if (expression_evaluate(term->expression, &environment, &let->value, NULL))
        deciding->lets = let;
}

struct plan_decisions plan_decisions(const struct plan *plan, const struct expression_environment *known,
                                     struct arena *arena)
{
    struct plan_decisions decisions = {0};
    struct deciding deciding = {.known = known, .decisions = &decisions};
    struct expression_environment environment = {.lookup = look_up, .context = &deciding}, empty = {0};
    size_t most = 0;
    for (const struct plan_noted_term *at = plan->first_term; at; at = at->next)
        expression_visit_decisions(at->expression, &empty, count, &most);
    decisions.truths = ARENA_ARRAY(arena, most + 1, int8_t);
    for (const struct plan_noted_term *at = plan->first_term; at; at = at->next) {
        expression_visit_decisions(at->expression, &environment, note, &deciding);
        if (at->let)
            add_let(&deciding, at, arena);
    }
    return decisions;
}
