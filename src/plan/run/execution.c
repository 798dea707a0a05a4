/* Runs a plan, statement by statement. */
#include "plan/execution.h"

#include <string.h>

#include "plan/run/run.h"

static bool run_statements(struct run *run, const struct plan_statement *statements);

static bool count_step(struct run *run, const struct plan_statement *statement)
{
    if (++run->steps <= PLAN_EXECUTED_STEPS_MAX)
        return true;
    return run_refuse(run, statement->location, ERROR_RANGE, RUN_TOO_MANY_STEPS, "limit=%d",
                      (int)PLAN_EXECUTED_STEPS_MAX);
}

/* --- statements that run on ranks ------------------------------------------------------------- */

static bool is_wanted(struct run *run, const struct plan_options *options, bool *out_wanted)
{
    struct value value = {.integer = 1, .real = 1};
    if (options->when.expression && !run_number(run, &options->when, &value))
        return false;
    *out_wanted = value.real != 0;
    return true;
}

static bool run_on_rank(struct run *run, const struct plan_statement *statement,
                        bool (*step)(struct run *run, const struct plan_statement *statement))
{
    bool wanted = false;
    if (!is_wanted(run, &statement->options, &wanted) || !run_schedule_step(run, statement, !wanted))
        return false;
    return !wanted || step(run, statement);
}

/* The ranks [first, end) that a statement runs on. */
static bool choose_ranks(struct run *run, const struct plan_options *options, int *out_first, int *out_end)
{
    int64_t device = 0;
    *out_first = 0;
    *out_end = run->bindings->device_count;
    run->rank = 0;
    if (!options->device.expression)
        return true;
    if (!run_integer_in(run, &options->device, "device", 0, run->bindings->device_count - 1, &device))
        return false;
    *out_first = (int)device;
    *out_end = (int)device + 1;
    return true;
}

/* Without stream= the statement waits for all earlier ones, and all later ones wait for it. */
static bool run_on_ranks(struct run *run, const struct plan_statement *statement,
                         bool (*step)(struct run *run, const struct plan_statement *statement))
{
    int first = 0, end = 0;
    bool orders_all = !statement->options.stream.expression;
    if (!choose_ranks(run, &statement->options, &first, &end))
        return false;
    bool side_by_side = run->bindings->device_count > 1 && run_device(run)->properties.measures_time;
    if (side_by_side && !run_meet_before(run, orders_all))
        return false;
    if (orders_all)
        run->schedule.barrier = run->schedule.latest;
    for (run->rank = first; run->rank < end && !run->outcome.stopped; run->rank++)
        if (!run_on_rank(run, statement, step))
            return false;
    if (orders_all)
        run->schedule.barrier = run->schedule.latest;
    return run_end_apart(run);
}

static bool execute_launch(struct run *run, const struct plan_statement *statement)
{
    size_t launches = run->launches;
    return run_on_ranks(run, statement, run_launch) && (run->launches == launches || run_report_stages(run, statement));
}

static bool execute_zero(struct run *run, const struct plan_statement *statement)
{
    return run_on_ranks(run, statement, run_zero);
}

static bool execute_copy(struct run *run, const struct plan_statement *statement)
{
    return run_on_ranks(run, statement, run_copy);
}

/* --- statements that run once ----------------------------------------------------------------- */

static bool execute_free(struct run *run, const struct plan_statement *statement)
{
    struct run_name *scratch = run_find(run, statement->free_name.text);
    run_timeline_statement(run, statement);
    run->is_freeing = true;
    if (scratch)
        run_release_scratch(run, scratch);
    run->is_freeing = false;
    return !run->has_failed;
}

static bool execute_let(struct run *run, const struct plan_statement *statement)
{
    struct run_name *bound = run_bind(run, statement->let.name.text, RUN_NAME_NUMBER);
    bound->is_alive = false; /* not visible to its own value */
    bound->expression = statement->let.value.expression;
    for (run->rank = 0; run->rank < run->bindings->device_count; run->rank++)
        if (!run_number(run, &statement->let.value, &bound->values[run->rank]))
            return false;
    bound->is_alive = true;
    return true;
}

/* `tune` and `keep`: the configuration is chosen before the first statement. */
static bool execute_nothing(struct run *run, const struct plan_statement *statement)
{
    (void)run;
    (void)statement;
    return true;
}

/* The names of a block end with it. Each iteration of a loop is a block of its own. */
static bool run_block(struct run *run, const struct plan_statement *body, const struct plan_loop *loop, int64_t index)
{
    struct run_name *outer = run->newest;
    if (loop) {
        struct run_name *variable = run_bind(run, loop->variable.text, RUN_NAME_NUMBER);
        for (int rank = 0; rank < run->bindings->device_count; rank++)
            variable->values[rank] = (struct value){.integer = index, .real = (double)index};
    }
    bool done = run_statements(run, body);
    run->has_failed |= !done;
    run_unbind_down_to(run, outer);
    return done && !run->has_failed;
}

static bool run_numbered_graph(struct run *run, const struct plan_statement *statement)
{
    run->graph = ++run->graph_count;
    bool done = run_block(run, statement->body, NULL, 0);
    run->graph = 0;
    return done;
}

/* Several devices run their parts one by one: a graph of one device does not know the others. */
static bool execute_graph(struct run *run, const struct plan_statement *statement)
{
    struct device *device = run_device(run);
    if (!device->vtable->graph_begin || run->bindings->device_count > 1)
        return run_numbered_graph(run, statement);
    if (!device->vtable->graph_begin(device, run->error))
        return run_error_at(run, statement->location);
    bool done = run_block(run, statement->body, NULL, 0);
    bool ended = device->vtable->graph_end(device, done ? run->error : NULL);
    return done && (ended || run->outcome.stopped || run_error_at(run, statement->location));
}

static bool execute_for(struct run *run, const struct plan_statement *statement)
{
    int64_t first = 0, end = 0;
    run->rank = 0;
    if (!run_integer(run, &statement->loop.first, &first) || !run_integer(run, &statement->loop.end, &end))
        return false;
    for (int64_t index = first; index < end && !run->outcome.stopped; index++) {
        if (!count_step(run, statement) || !run_block(run, statement->body, &statement->loop, index))
            return false;
    }
    return true;
}

static bool (*const executors[PLAN_STATEMENT_KIND_COUNT])(struct run *, const struct plan_statement *) = {
    [PLAN_STATEMENT_LAUNCH] = execute_launch, [PLAN_STATEMENT_SCRATCH] = run_scratch,
    [PLAN_STATEMENT_FREE] = execute_free,     [PLAN_STATEMENT_ZERO] = execute_zero,
    [PLAN_STATEMENT_COPY] = execute_copy,     [PLAN_STATEMENT_GRAPH] = execute_graph,
    [PLAN_STATEMENT_FOR] = execute_for,       [PLAN_STATEMENT_TUNE] = execute_nothing,
    [PLAN_STATEMENT_KEEP] = execute_nothing,  [PLAN_STATEMENT_TENSOR_MAP] = run_tensor_map,
    [PLAN_STATEMENT_LET] = execute_let,
};

static bool run_statements(struct run *run, const struct plan_statement *statements)
{
    for (const struct plan_statement *at = statements; at && !run->outcome.stopped; at = at->next) {
        run->rank = 0;
        run->has_moment = false;
        if (!count_step(run, at) || !executors[at->kind](run, at))
            return false;
    }
    return true;
}

/* --- the whole plan --------------------------------------------------------------------------- */

static bool prepare(struct run *run)
{
    const struct plan_bindings *bindings = run->bindings;
    if (bindings->device_count < 1 || bindings->device_count > DEVICE_COUNT_MAX)
        return error_tell(run->error, ERROR_RANGE, "a plan runs on 1 to %d devices", (int)DEVICE_COUNT_MAX);
    if (bindings->device_count > 1 && plan_needs(run->plan).peers &&
        !device_enable_peers(bindings->devices, bindings->device_count, run->error))
        return false;
    return run_bind_arguments(run);
}

bool plan_execute(const struct plan *plan, const struct plan_bindings *bindings, struct plan_outcome *out_outcome,
                  struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct error dropped;
    struct run *run = ARENA_NEW(arena, struct run);
    run->plan = plan;
    run->bindings = bindings;
    run->arena = arena;
    run->error = error ? error : &dropped;
    run->name_expressions = plan_name_expressions(plan, arena);
    run_timeline_begin(run);
    bool done = prepare(run) && run_count(run) && run_statements(run, plan->statements) && run_drain(run) &&
                run_synchronise(run);
    run->has_failed |= !done; /* deferred work is dropped */
    run_unbind_down_to(run, NULL);
    run_timeline_end(run);
    if (!done)
        return false;
    run->outcome.schedule_steps = run->schedule.latest;
    *out_outcome = run->outcome;
    return true;
}
