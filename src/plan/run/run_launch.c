/* Runs launches: name, shape, arguments, stages. */
#include <string.h>

#include "plan/run/run.h"
#include "plan/statement/kernels.h"

/* --- the kernel's name ------------------------------------------------------------------------ */

static const char *lowered_name(const struct run *run, const char *expression)
{
    const char *const *lowered = run->bindings->lowered_names;
    for (size_t i = 0; run->name_expressions[i] && lowered; i++)
        if (strcmp(run->name_expressions[i], expression) == 0 && lowered[i])
            return lowered[i];
    return NULL;
}

static const char *run_kernel_name(struct run *run, const struct plan_launch *launch)
{
    const char *expression = launch->kernel.text;
    struct arena *arena CLEANUP(arena_free) = NULL;
    if (launch->type_count) {
        int64_t tuned[PLAN_TUNES_MAX] = {0};
        for (size_t i = 0; i < run->plan->tune_count; i++)
            tuned[i] = run_find(run, plan_tune_name(run->plan, i))->values[0].integer;
        arena = arena_new();
        expression = statement_name_expression(arena, run->plan, launch, tuned);
    }
    const char *lowered = lowered_name(run, expression);
    return lowered ? lowered : launch->kernel.text;
}

struct launch_search {
    const char *kernel;
    const struct plan_launch *found;
};

/* Expressions name kernels without their namespaces. */
static bool is_named(const struct plan_launch *launch, const char *kernel)
{
    return strcmp(kernel_name_tail(launch->kernel.text), kernel) == 0;
}

static void match_launch(void *context, const struct plan_statement *statement)
{
    struct launch_search *search = context;
    if (!search->found && statement->kind == PLAN_STATEMENT_LAUNCH && is_named(&statement->launch, search->kernel))
        search->found = &statement->launch;
}

bool run_max_blocks(struct run *run, const char *kernel, int64_t threads, int64_t shared_bytes, int64_t *out_blocks)
{
    struct device *device = run_device(run);
    struct launch_search search = {.kernel = kernel};
    uint32_t blocks_per_sm = 0;
    if (run->launching && is_named(run->launching, kernel))
        search.found = run->launching;
    statements_visit(run->plan->statements, match_launch, &search);
    if (!search.found)
        return error_tell(&run->call_error, ERROR_NOT_FOUND, "max_blocks: the plan launches no kernel '%s'", kernel);
    if (threads < 1 || threads > UINT32_MAX || shared_bytes < 0 || shared_bytes > UINT32_MAX)
        return error_tell(&run->call_error, ERROR_RANGE,
                          "max_blocks(%s) does not know the block: write max_blocks(%s, threads)", kernel, kernel);
    if (!device->vtable->max_blocks(run->bindings->modules[run->rank], run_kernel_name(run, search.found),
                                    (uint32_t)threads, (uint32_t)shared_bytes, &blocks_per_sm, &run->call_error))
        return false;
    *out_blocks = (int64_t)blocks_per_sm * device->properties.sm_count;
    return true;
}

/* --- grid, block, shared memory --------------------------------------------------------------- */

static bool dimension(struct run *run, const struct plan_term *term, const char *what, uint32_t *out_extent)
{
    int64_t extent = 0;
    if (!run_integer(run, term, &extent))
        return false;
    if (extent >= 1 && extent <= UINT32_MAX) {
        *out_extent = (uint32_t)extent;
        return true;
    }
    run_refuse(run, term->location, ERROR_RANGE,
               extent == 0
                   ? N_("{what} is 0 here, and no device accepts such a launch; ceil_div(a, b) rounds a division "
                        "up")
                   : N_("{what} is {extent} here, and no device accepts such a launch"),
               "what=%s" TOLD_AND "extent=%lld", what, (long long)extent);
    return extent == 0 && error_tell_hint(run->error, "use when= to skip a launch without work");
}

/* Whether the case has nothing to compute: no output has an element. */
static bool is_empty(const struct run *run)
{
    size_t outputs = 0, elements = 0;
    for (size_t i = 0; i < run->bindings->argument_count; i++) {
        const struct plan_argument *argument = &run->bindings->arguments[i];
        if (argument->parameter->role != PARAMETER_OUT && argument->parameter->role != PARAMETER_INOUT)
            continue;
        outputs++;
        elements += argument->element_count;
    }
    return outputs && !elements;
}

/* A grid of no blocks in a case with nothing to compute. Elsewhere it is a mistake. */
static bool is_grid_of_nothing(struct run *run, const struct plan_launch *launch)
{
    struct error *error = run->error, ignored = {0};
    bool is_nothing = false;
    if (!is_empty(run))
        return false;
    run->error = &ignored;
    for (int i = 0; i < 3 && !is_nothing; i++) {
        int64_t extent = 1;
        is_nothing = launch->grid[i].expression && run_integer(run, &launch->grid[i], &extent) && extent == 0;
    }
    run->error = error;
    return is_nothing;
}

/* Omitted dimensions are 1. */
static bool dimensions(struct run *run, const struct plan_term terms[3], const char *what, uint32_t out_extents[3])
{
    for (int i = 0; i < 3; i++) {
        out_extents[i] = 1;
        if (terms[i].expression && !dimension(run, &terms[i], what, &out_extents[i]))
            return false;
    }
    return true;
}

static bool set_shape(struct run *run, const struct plan_launch *launch, struct device_launch *out_launch)
{
    int64_t shared_bytes = 0;
    if (launch->shared.expression && !run_integer_in(run, &launch->shared, "shared", 0, UINT32_MAX, &shared_bytes))
        return false;
    out_launch->dynamic_shared_bytes = (uint32_t)shared_bytes;
    if (!dimensions(run, launch->block, "block", out_launch->block))
        return false;
    uint64_t threads = (uint64_t)out_launch->block[0] * out_launch->block[1];
    run->launching = launch;
    run->block_threads = threads > UINT16_MAX || threads * out_launch->block[2] > UINT32_MAX
                             ? UINT32_MAX
                             : (uint32_t)(threads * out_launch->block[2]);
    run->shared_bytes = out_launch->dynamic_shared_bytes;
    bool shaped = dimensions(run, launch->grid, "grid", out_launch->grid);
    if (shaped && launch->cluster[0].expression)
        shaped = dimensions(run, launch->cluster, "cluster", out_launch->cluster);
    run->launching = NULL;
    run->block_threads = run->shared_bytes = 0;
    return shaped;
}

/* --- arguments -------------------------------------------------------------------------------- */

static bool wrong_count(struct run *run, const struct plan_launch *launch, uint32_t wanted)
{
    return run_refuse(
        run, launch->kernel.location, ERROR_RANGE,
        TOLD_COUNT("kernel {kernel} takes {n} parameter, the plan passes {passed}: the lists of the launch "
                   "line and of the kernel must agree",
                   "kernel {kernel} takes {n} parameters, the plan passes {passed}: the lists of the "
                   "launch line and of the kernel must agree"),
        "n=%u" TOLD_AND "kernel=%s" TOLD_AND "passed=%zu", wanted, launch->kernel.text, launch->operand_count);
}

/* Places the arguments as the kernel declares them. */
static bool pack_arguments(struct run *run, const struct plan_launch *launch, const char *kernel, uint8_t *block,
                           size_t *out_size_bytes)
{
    struct device_parameter parameters[PLAN_ARGUMENTS_MAX];
    uint32_t count = 0;
    size_t size_bytes = 0;
    if (!run_device(run)->vtable->kernel_parameters(run->bindings->modules[run->rank], kernel, parameters,
                                                    PLAN_ARGUMENTS_MAX, &count, run->error))
        return run_error_at(run, launch->kernel.location);
    if (count != launch->operand_count)
        return wrong_count(run, launch, count);
    for (uint32_t i = 0; i < count; i++) {
        size_t end = (size_t)parameters[i].offset_bytes + parameters[i].size_bytes;
        if (end > RUN_ARGUMENT_BYTES_MAX)
            return run_refuse(run, launch->kernel.location, ERROR_RANGE,
                              "the arguments of {kernel} take more than {limit} bytes", "kernel=%s" TOLD_AND "limit=%d",
                              kernel, (int)RUN_ARGUMENT_BYTES_MAX);
        if (!run_pack(run, &launch->operands[i], &parameters[i], (int)i + 1, launch->kernel.text, block))
            return false;
        size_bytes = end > size_bytes ? end : size_bytes;
    }
    *out_size_bytes = size_bytes;
    return true;
}

bool run_launch(struct run *run, const struct plan_statement *statement)
{
    const struct plan_launch *launch = &statement->launch;
    uint8_t block[RUN_ARGUMENT_BYTES_MAX] = {0};
    struct run_action action = {
        .kind = RUN_ACTION_LAUNCH,
        .launch = {.kernel = run_kernel_name(run, launch), .cooperative = launch->cooperative, .arguments = block}};
    if (is_grid_of_nothing(run, launch))
        return true;
    if (++run->launches > PLAN_EXECUTED_LAUNCHES_MAX)
        return run_refuse(run, statement->location, ERROR_RANGE, RUN_TOO_MANY_LAUNCHES, "limit=%d",
                          (int)PLAN_EXECUTED_LAUNCHES_MAX);
    return pack_arguments(run, launch, action.launch.kernel, block, &action.launch.argument_bytes) &&
           set_shape(run, launch, &action.launch) && run_submit(run, statement, &action);
}

static bool find_shape(struct run *run, const struct run_name *scratch, struct plan_stage *stage)
{
    int64_t extent;
    for (int i = 0; i < scratch->dimension_count; i++) {
        if (!run_integer_in(run, &scratch->shape_terms[i], TOLD_TEXT("a dimension"), 0, INT64_MAX, &extent))
            return false;
        stage->shape[i] = (uint64_t)extent;
    }
    stage->dimensions = scratch->dimension_count;
    return true;
}

/* On the rank of the run. */
static bool report_stage(struct run *run, const struct plan_statement *statement, struct run_name *scratch)
{
    int rank = run->rank;
    struct plan_stage stage = {.scratch = scratch->name,
                               .kernel = statement->launch.kernel.text,
                               .line = statement->location.line,
                               .launch = run->launches,
                               .rank = rank,
                               .dtype = scratch->dtype,
                               .address = scratch->addresses[rank],
                               .element_count = scratch->elements[rank]};
    if (!find_shape(run, scratch, &stage))
        return false;
    run->bindings->stage(run->bindings->stage_context, &stage);
    return true;
}

bool run_report_stages(struct run *run, const struct plan_statement *statement)
{
    if (!run->bindings->stage || run->graph)
        return true;
    if (!run_drain(run) || !run_synchronise(run))
        return false;
    for (size_t i = 0; i < statement->launch.operand_count && !run->outcome.stopped; i++) {
        const char *name = statement->launch.operands[i].name.text;
        struct run_name *scratch = name ? run_find(run, name) : NULL;
        bool is_told = scratch && scratch->is_scratch && scratch->is_alive;
        for (run->rank = 0; is_told && run->rank < run->bindings->device_count; run->rank++)
            if (!report_stage(run, statement, scratch))
                return false;
    }
    return true;
}
