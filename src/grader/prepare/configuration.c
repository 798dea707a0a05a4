/* Evaluates a plan's `keep` rules with the scalars of a case. */
#include "grader/prepare/configuration.h"

#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "grader/value/scope.h"

struct names {
    struct scope scope;
    const struct device_properties *properties;
};

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
    return scope_find(&names->scope, name, out_value);
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

void configuration_give(const struct plan *plan, size_t index, const struct device_properties *properties,
                        struct arena *arena, struct job_case *given)
{
    struct plan_configurations allowed;
    if (!plan_tune_count(plan) || !configuration_list(plan, given, properties, arena, &allowed, NULL))
        return;
    given->choice = index % allowed.count;
    given->name =
        arena_printf(arena, "%s %s", given->name, configuration_name(plan, &allowed.items[given->choice], arena));
}
