/*
 * Counts the launches and statements of a plan before it runs. A plan with too many is refused at
 * once.
 *
 * Only loops, values and conditions are evaluated. An expression that cannot be evaluated counts
 * nothing here; the run reports the reason.
 */
#include "plan/run/run.h"

struct count {
    struct run *run;
    uint64_t steps, launches;
    const struct plan_statement *most; /* the one over the limit */
    const char *sentence;
    uint64_t limit;
};

static bool count_statements(struct count *count, const struct plan_statement *statements);

static bool add(struct count *count, uint64_t *sum, uint64_t limit, const char *sentence,
                const struct plan_statement *statement)
{
    if (++*sum <= limit)
        return true;
    count->most = statement;
    count->sentence = sentence;
    count->limit = limit;
    return false;
}

static bool is_wanted(struct run *run, const struct plan_options *options)
{
    struct value value = {.integer = 1, .real = 1};
    return !options->when.expression || (run_number(run, &options->when, &value) && value.real != 0);
}

static bool count_launch(struct count *count, const struct plan_statement *statement)
{
    struct run *run = count->run;
    int64_t device = 0;
    bool is_on_one =
        statement->options.device.expression &&
        run_integer_in(run, &statement->options.device, "device", 0, run->bindings->device_count - 1, &device);
    int first = (int)device, end = is_on_one ? first + 1 : run->bindings->device_count;
    for (run->rank = first; run->rank < end; run->rank++)
        if (is_wanted(run, &statement->options) &&
            !add(count, &count->launches, PLAN_EXECUTED_LAUNCHES_MAX, RUN_TOO_MANY_LAUNCHES, statement))
            return false;
    return true;
}

static void count_let(struct run *run, const struct plan_statement *statement)
{
    struct run_name *bound = run_bind(run, statement->let.name.text, RUN_NAME_NUMBER);
    bound->is_alive = false;
    for (run->rank = 0; run->rank < run->bindings->device_count; run->rank++)
        if (!run_number(run, &statement->let.value, &bound->values[run->rank]))
            return;
    bound->is_alive = true;
}

static bool count_block(struct count *count, const struct plan_statement *body)
{
    struct run_name *outer = count->run->newest;
    bool done = count_statements(count, body);
    run_unbind_down_to(count->run, outer);
    return done;
}

static bool count_loop(struct count *count, const struct plan_statement *statement)
{
    struct run *run = count->run;
    int64_t first = 0, end = 0;
    run->rank = 0;
    if (!run_integer(run, &statement->loop.first, &first) || !run_integer(run, &statement->loop.end, &end))
        return true;
    struct run_name *outer = run->newest;
    struct run_name *variable = run_bind(run, statement->loop.variable.text, RUN_NAME_NUMBER);
    bool done = true;
    for (int64_t index = first; index < end && done; index++) {
        for (int rank = 0; rank < run->bindings->device_count; rank++)
            variable->values[rank] = (struct value){.integer = index, .real = (double)index};
        done = add(count, &count->steps, PLAN_EXECUTED_STEPS_MAX, "statements", statement) &&
               count_block(count, statement->body);
    }
    run_unbind_down_to(run, outer);
    return done;
}

static bool count_statement(struct count *count, const struct plan_statement *statement)
{
    switch (statement->kind) {
    case PLAN_STATEMENT_LAUNCH:
        return count_launch(count, statement);
    case PLAN_STATEMENT_FOR:
        return count_loop(count, statement);
    case PLAN_STATEMENT_GRAPH:
        return count_block(count, statement->body);
    case PLAN_STATEMENT_LET:
        count_let(count->run, statement);
        return true;
    default:
        return true;
    }
}

static bool count_statements(struct count *count, const struct plan_statement *statements)
{
    for (const struct plan_statement *at = statements; at; at = at->next) {
        count->run->rank = 0; /* the statement before may have ended beyond the last one */
        if (!add(count, &count->steps, PLAN_EXECUTED_STEPS_MAX, RUN_TOO_MANY_STEPS, at) || !count_statement(count, at))
            return false;
    }
    return true;
}

bool run_count(struct run *run)
{
    struct error *error = run->error, ignored;
    struct count count = {.run = run};
    struct run_name *outer = run->newest;
    run->error = &ignored;
    bool is_bounded = count_statements(&count, run->plan->statements);
    run_unbind_down_to(run, outer);
    run->error = error;
    run->rank = 0;
    if (is_bounded)
        return true;
    return run_refuse(run, count.most->location, ERROR_RANGE, count.sentence, "limit=%d", (int)count.limit);
}
