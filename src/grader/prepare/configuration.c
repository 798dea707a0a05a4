/* Evaluates a plan's `keep` rules with the scalars of a case. */
#include "grader/prepare/configuration.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/buffer.h"
#include "grader/value/scope.h"

struct names {
    struct scope scope;
    const struct device_properties *properties;
    const struct plan *plan;                        /* has the names of the configuration's values */
    const struct plan_configuration *configuration; /* NULL: none is chosen */
};

static bool find_tuned(const struct names *names, const char *name, struct value *out_value)
{
    for (size_t i = 0; names->configuration && i < plan_tune_count(names->plan); i++)
        if (!strcmp(plan_tune_name(names->plan, i), name)) {
            int64_t value = names->configuration->values[i];
            *out_value = (struct value){.integer = value, .real = (double)value};
            return true;
        }
    return false;
}

static bool look_up(void *context, const char *name, struct value *out_value)
{
    const struct names *names = context;
    const struct device_properties *properties = names->properties;
    const struct {
        const char *name;
        int64_t value;
    } device[] = {{"rank", 0},
                  {"sm_count", properties->sm_count},
                  {"cc", 10 * properties->compute_major + properties->compute_minor}};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        if (!strcmp(device[i].name, name)) {
            *out_value = (struct value){.integer = device[i].value, .real = (double)device[i].value};
            return true;
        }
    return find_tuned(names, name, out_value) || scope_find(&names->scope, name, out_value);
}

bool configuration_list(const struct plan *plan, const struct job_case *given,
                        const struct device_properties *properties, struct arena *arena,
                        struct plan_configurations *out, struct error *error)
{
    struct names names = {.scope = {given->values, given->value_count, given->devices}, .properties = properties};
    struct expression_environment known = {.lookup = look_up, .context = &names};
    return plan_configurations(plan, &known, arena, out, error);
}

const char *configuration_name(const struct plan *plan, const struct plan_configuration *configuration,
                               struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < plan_tune_count(plan); i++)
        buffer_printf(&text, "%s%s=%" PRId64, i ? " " : "", plan_tune_name(plan, i), configuration->values[i]);
    return arena_strdup(arena, buffer_text(&text));
}

double configuration_most(const struct exercise *exercise)
{
    double most = HUGE_VAL;
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (!strcmp(exercise->gates[i].counter, GATE_CONFIGURATIONS) && exercise->gates[i].has_max)
            most = fmin(most, exercise->gates[i].max);
    return most;
}

void configuration_give(const struct plan *plan, const struct exercise *exercise, size_t index,
                        const struct device_properties *properties, struct arena *arena, struct job_case *given)
{
    struct plan_configurations allowed;
    double most = fmax(configuration_most(exercise), 1);
    if (!plan_tune_count(plan) || !configuration_list(plan, given, properties, arena, &allowed, NULL))
        return;
    given->choice = index % (allowed.count > most ? (size_t)most : allowed.count);
    given->name =
        arena_printf(arena, "%s %s", given->name, configuration_name(plan, &allowed.items[given->choice], arena));
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* Adds `count` configurations of a case from index `first`, as far as it has them. */
static void add(struct grading *grading, const struct job_case *given, size_t first, size_t count,
                struct plan_configurations *configurations)
{
    struct plan_configurations allowed;
    if (!configuration_list(grading->plan, given, &grading->opened->properties, grading->arena, &allowed, NULL))
        return;
    for (size_t i = first; i < allowed.count && i - first < count; i++)
        configurations->items[configurations->count++] = allowed.items[i];
}

/* A search that a gate refuses does not begin. One of too many times the first alone. */
static void add_searched(struct grading *grading, const struct job_case *given,
                         struct plan_configurations *configurations)
{
    struct plan_configurations allowed;
    if (configuration_list(grading->plan, given, &grading->opened->properties, grading->arena, &allowed, NULL) &&
        allowed.count <= configuration_most(grading->request->exercise))
        add(grading, given, 0, allowed.count > VERDICT_SEARCH_MOST ? 1 : allowed.count, configurations);
}

static void add_timed(struct grading *grading, struct plan_configurations *configurations)
{
    const struct exercise *exercise = grading->request->exercise;
    struct job_case given;
    if (exercise->bench && cases_plan_bench(exercise, grading->seed, grading->arena, &given, NULL))
        add_searched(grading, &given, configurations);
    if (exercise->full && cases_plan_full(exercise, grading->seed, grading->arena, &given, NULL))
        add_searched(grading, &given, configurations);
}

static const char *const *names_of(struct grading *grading, const struct plan_configurations *needed)
{
    return needed->count ? plan_name_expressions_of(grading->plan, needed, grading->arena)
                         : plan_name_expressions(grading->plan, grading->arena);
}

const char *const *configuration_kernels(struct grading *grading, size_t case_count, bool is_timed)
{
    const struct planned_cases *cases = &grading->cases;
    struct plan_configurations needed = {0};
    if (!plan_tune_count(grading->plan))
        return plan_name_expressions(grading->plan, grading->arena);
    needed.items = ARENA_ARRAY(grading->arena, JOB_CASES_MAX + 2 * VERDICT_SEARCH_MOST, struct plan_configuration);
    for (size_t i = 0; i < cases->count && i < case_count; i++)
        add(grading, &cases->items[i].job, cases->items[i].job.choice, 1, &needed);
    if (is_timed)
        add_timed(grading, &needed);
    return names_of(grading, &needed);
}

const char *const *configuration_kernels_at(struct grading *grading, const struct job_case *sizes, size_t count)
{
    struct plan_configurations needed = {0};
    needed.items = ARENA_ARRAY(grading->arena, count * VERDICT_SEARCH_MOST, struct plan_configuration);
    for (size_t i = 0; i < count; i++)
        add_searched(grading, &sizes[i], &needed);
    return names_of(grading, &needed);
}

void configuration_spread(struct grading *grading, const char *const *kernels, struct compile_result *result)
{
    const char *const *all = plan_name_expressions(grading->plan, grading->arena);
    size_t count = 0;
    while (all[count])
        count++;
    if (!plan_tune_count(grading->plan) || !result->lowered_names)
        return;
    const char **lowered = ARENA_ARRAY(grading->arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; kernels[j]; j++)
            if (!strcmp(kernels[j], all[i]))
                lowered[i] = result->lowered_names[j];
    result->lowered_names = lowered;
}

/* --- decisions -------------------------------------------------------------------------------- */

struct plan_decisions configuration_decide(const struct grading *grading, const struct job_case *given, uint64_t choice)
{
    struct plan_configurations allowed;
    struct names names = {.scope = {given->values, given->value_count, given->devices},
                          .properties = &grading->opened->properties,
                          .plan = grading->plan};
    if (configuration_list(grading->plan, given, names.properties, grading->arena, &allowed, NULL) && allowed.count)
        names.configuration = &allowed.items[(choice + given->choice) % allowed.count];
    struct expression_environment known = {.lookup = look_up, .context = &names};
    return plan_decisions(grading->plan, &known, grading->arena);
}
