/* The names and values of a running plan. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "plan/run/run.h"

struct run_name *run_find(const struct run *run, const char *name)
{
    for (struct run_name *at = run->newest; at; at = at->next)
        if (at->is_alive && strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

static struct run_name *new_name(struct run *run)
{
    size_t ranks = (size_t)run->bindings->device_count;
    struct run_name *fresh = ARENA_NEW(run->arena, struct run_name);
    fresh->values = ARENA_ARRAY(run->arena, ranks, struct value);
    fresh->addresses = ARENA_ARRAY(run->arena, ranks, device_address);
    fresh->elements = ARENA_ARRAY(run->arena, ranks, uint64_t);
    fresh->peer_tables = ARENA_ARRAY(run->arena, ranks, device_address);
    return fresh;
}

/* Loops bind and unbind without end. Removed bindings are reused, so memory stays bounded. */
struct run_name *run_bind(struct run *run, const char *name, enum run_name_kind kind)
{
    struct run_name *bound = run->unused;
    if (bound)
        run->unused = bound->next;
    else
        bound = new_name(run);
    size_t ranks = (size_t)run->bindings->device_count;
    memset(bound->peer_tables, 0, ranks * sizeof *bound->peer_tables);
    bound->name = name;
    bound->kind = kind;
    bound->parameter = NULL;
    bound->expression = NULL;
    bound->is_scratch = false;
    bound->life = 0;
    bound->is_alive = true;
    bound->shape_terms = NULL;
    bound->next = run->newest;
    run->newest = bound;
    return bound;
}

void run_unbind_down_to(struct run *run, struct run_name *keep)
{
    while (run->newest != keep) {
        struct run_name *gone = run->newest;
        run->newest = gone->next;
        run_release_scratch(run, gone);
        gone->next = run->unused;
        run->unused = gone;
    }
}

/* --- expressions ------------------------------------------------------------------------------ */

static bool look_up_builtin(const struct run *run, const char *name, int64_t *out_value)
{
    const struct device_properties *properties = &run_device(run)->properties;
    const struct {
        const char *name;
        int64_t value;
    } builtins[] = {{"rank", run->rank},
                    {"ranks", run->bindings->device_count},
                    {"sm_count", properties->sm_count},
                    {"cc", 10 * properties->compute_major + properties->compute_minor}};
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        if (strcmp(builtins[i].name, name) != 0)
            continue;
        *out_value = builtins[i].value;
        return true;
    }
    return false;
}

static struct value integer_value(int64_t integer)
{
    return (struct value){.integer = integer, .real = (double)integer};
}

static bool look_up(void *context, const char *name, struct value *out_value)
{
    const struct run *run = context;
    const struct run_name *bound = run_find(run, name);
    if (bound && bound->kind == RUN_NAME_NUMBER) {
        *out_value = bound->values[run->rank];
        return true;
    }
    int64_t integer = 0;
    if (!look_up_builtin(run, name, &integer))
        return false;
    *out_value = integer_value(integer);
    return true;
}

/* Evaluates an argument given as text. */
static bool evaluate_text(struct run *run, const char *text, int64_t *out_value)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct expression_environment environment = {.lookup = look_up, .context = run};
    const struct expression *expression = expression_parse_text(arena, text, NULL);
    return expression && expression_evaluate_integer(expression, &environment, out_value, NULL);
}

/*
 * max_blocks(kernel [, threads [, shared bytes]]): the blocks that the whole device holds at a
 * time.
 */
static bool call(void *context, const char *name, const char *const *argument_texts, int count, struct value *out_value)
{
    struct run *run = context;
    int64_t threads = run->block_threads, shared_bytes = run->shared_bytes, blocks = 0;
    if (strcmp(name, "max_blocks") != 0 || count < 1 || count > 3)
        return false;
    if (count > 1 && !evaluate_text(run, argument_texts[1], &threads))
        return false;
    if (count > 2 && !evaluate_text(run, argument_texts[2], &shared_bytes))
        return false;
    if (!run_max_blocks(run, argument_texts[0], threads, shared_bytes, &blocks))
        return false;
    *out_value = integer_value(blocks);
    return true;
}

bool run_error_at(struct run *run, struct location location)
{
    return error_add_context(run->error, "%s:%d:%d", run->plan->source_name, location.line, location.column);
}

bool run_refuse(struct run *run, struct location location, enum error_code code, const char *template,
                const char *fields, ...)
{
    char values[ERROR_MESSAGE_BYTES / 2], told[ERROR_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, fields);
    vsnprintf(values, sizeof values, fields, arguments);
    va_end(arguments);
    told_print(told, sizeof told, template, "%s", values);
    error_set(run->error, code, "%s", told);
    return run_error_at(run, location);
}

/*
 * Translates the reason that an expression has no value, which has no values in it. The context is
 * in the language of this process, as expression_evaluate() gave it.
 */
static bool evaluation_failed(struct run *run, const struct plan_term *term)
{
    const char *text = expression_text(term->expression), *why = run->error->message;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *context = arena_printf(arena, _("in expression '%s'"), text);
    size_t length = strlen(context);
    if (run->call_error.code != ERROR_NONE)
        *run->error = run->call_error;
    else if (!strncmp(why, context, length) && !strncmp(why + length, ": ", 2))
        error_tell(run->error, run->error->code, "in expression '%s': %s", text,
                   arena_printf(arena, TOLD_TEXT("%s"), why + length + 2));
    return run_error_at(run, term->location);
}

bool run_number(struct run *run, const struct plan_term *term, struct value *out_value)
{
    struct expression_environment environment = {.lookup = look_up, .call = call, .context = run};
    return expression_evaluate(term->expression, &environment, out_value, run->error) || evaluation_failed(run, term);
}

bool run_integer(struct run *run, const struct plan_term *term, int64_t *out_value)
{
    struct expression_environment environment = {.lookup = look_up, .call = call, .context = run};
    return expression_evaluate_integer(term->expression, &environment, out_value, run->error) ||
           evaluation_failed(run, term);
}

bool run_integer_in(struct run *run, const struct plan_term *term, const char *what, int64_t low, int64_t high,
                    int64_t *out_value)
{
    int64_t value = 0;
    if (!run_integer(run, term, &value))
        return false;
    if (value < low || value > high) {
        return run_refuse(run, term->location, ERROR_RANGE,
                          run->bindings->device_count > 1
                              ? N_("{what} is {value} here on rank {rank}; it must be between {low} and {high}")
                              : N_("{what} is {value} here; it must be between {low} and {high}"),
                          "what=%s" TOLD_AND "value=%lld" TOLD_AND "rank=%d" TOLD_AND "low=%lld" TOLD_AND "high=%lld",
                          what, (long long)value, run->rank, (long long)low, (long long)high);
    }
    *out_value = value;
    return true;
}

/* --- arguments -------------------------------------------------------------------------------- */

static bool bind_argument(struct run *run, const struct plan_argument *argument)
{
    const struct parameter *parameter = argument->parameter;
    bool is_scalar = parameter->role == PARAMETER_SCALAR;
    struct run_name *bound = run_bind(run, parameter->name, is_scalar ? RUN_NAME_NUMBER : RUN_NAME_BUFFER);
    bound->parameter = parameter;
    bound->dtype = parameter->dtype;
    bound->dimension_count = parameter->rank;
    for (int rank = 0; rank < run->bindings->device_count; rank++) {
        bound->values[rank] = argument->scalar;
        bound->addresses[rank] = is_scalar ? 0 : argument->addresses[rank];
        bound->elements[rank] = argument->element_count;
    }
    return is_scalar || run_tell_peers(run, bound);
}

/* All ranks share the configuration. */
static bool bind_configuration(struct run *run)
{
    struct expression_environment known = {.lookup = look_up, .context = run};
    struct plan_configurations allowed;
    if (!plan_configurations(run->plan, &known, run->arena, &allowed, run->error))
        return false;
    const struct plan_configuration *chosen = &allowed.items[run->bindings->choice % allowed.count];
    for (size_t i = 0; i < run->plan->tune_count; i++) {
        struct run_name *bound = run_bind(run, plan_tune_name(run->plan, i), RUN_NAME_NUMBER);
        for (int rank = 0; rank < run->bindings->device_count; rank++)
            bound->values[rank] = integer_value(chosen->values[i]);
    }
    return true;
}

bool run_bind_arguments(struct run *run)
{
    for (size_t i = 0; i < run->bindings->argument_count; i++)
        if (!bind_argument(run, &run->bindings->arguments[i]))
            return false;
    return !run->plan->tune_count || bind_configuration(run);
}
