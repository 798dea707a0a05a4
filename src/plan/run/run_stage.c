/* Stages: what scratch holds behind the first launch that names it. */
#include "plan/run/run.h"

static void tell(struct run *run, const struct plan_statement *statement, struct run_name *scratch)
{
    struct plan_stage stage = {.scratch = scratch->name,
                               .kernel = statement->launch.kernel.text,
                               .line = statement->location.line,
                               .dtype = scratch->dtype,
                               .address = scratch->addresses[0],
                               .element_count = scratch->elements[0]};
    scratch->is_told = true;
    run->bindings->stage(run->bindings->stage_context, &stage);
}

bool run_tell_stages(struct run *run, const struct plan_statement *statement)
{
    if (!run->bindings->stage || run->graph)
        return true;
    if (!run_drain(run) || !run_synchronise(run))
        return false;
    for (size_t i = 0; i < statement->launch.operand_count && !run->outcome.stopped; i++) {
        const char *name = statement->launch.operands[i].name.text;
        struct run_name *scratch = name ? run_find(run, name) : NULL;
        if (scratch && scratch->is_scratch && scratch->is_alive && !scratch->is_told)
            tell(run, statement, scratch);
    }
    return true;
}
