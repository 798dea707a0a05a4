/* `run`: runs a kernel without host code, or a whole program. */
#include <stdlib.h>
#include <string.h>

#include "app/assessment.h"
#include "app/kernel_run.h"
#include "base/file.h"
#include "cli/output.h"
#include "cli/run/program_output.h"
#include "cli/run/time_output.h"
#include "cli/session.h"
#include "report/observation_text.h"

/* dimensions = number { ( "," | "x" ) number }, at most three */
static bool parse_dimensions(const struct invocation *invocation, const char *name, uint32_t out_dimensions[3],
                             struct error *error)
{
    const char *text = invocation_option(invocation, name);
    uint32_t dimensions[3] = {1, 1, 1};
    if (!text) {
        error_set(error, ERROR_SYNTAX, "--%s X[,Y[,Z]] is needed", name);
        return error_add_hint(error, "one kernel needs --grid and --block; a file with a main() needs neither");
    }
    const char *at = text;
    for (int i = 0; i < 3 && *at; i++) {
        char *end;
        unsigned long long value = strtoull(at, &end, 10);
        bool ended = *end == '\0' || ((*end == ',' || *end == 'x') && end[1] && i < 2);
        if (end == at || *at == '-' || !ended || value < 1 || value > UINT32_MAX)
            return error_set(error, ERROR_SYNTAX, "--%s takes X[,Y[,Z]], not '%s'", name, text);
        dimensions[i] = (uint32_t)value;
        at = *end ? end + 1 : end;
    }
    memcpy(out_dimensions, dimensions, sizeof dimensions);
    return true;
}

/* All values of an option that can be repeated, NULL-terminated. */
static const char *const *list_values(const struct invocation *invocation, const char *name)
{
    const char **values = ARENA_ARRAY(invocation->arena, (size_t)invocation->option_count + 1, const char *);
    size_t count = 0;
    for (int i = 0; i < invocation->option_count; i++)
        if (strcmp(invocation->option_names[i], name) == 0)
            values[count++] = invocation->option_values[i];
    values[count] = NULL;
    return values;
}

static bool parse_arguments(const struct invocation *invocation, struct kernel_argument *arguments, uint32_t *out_count,
                            struct error *error)
{
    const char *const *values = list_values(invocation, "arg");
    uint32_t count = 0;
    for (; values[count]; count++)
        if (!kernel_argument_parse(values[count], count, invocation->arena, &arguments[count], error))
            return false;
    *out_count = count;
    return true;
}

static bool parse_symbols(const struct invocation *invocation, uint32_t argument_count, struct kernel_symbol *symbols,
                          uint32_t *out_count, struct error *error)
{
    const char *const *values = list_values(invocation, "symbol");
    uint32_t count = 0;
    for (; values[count]; count++)
        if (!kernel_symbol_parse(values[count], argument_count, invocation->arena, &symbols[count], error))
            return false;
    *out_count = count;
    return true;
}

static bool make_request(const struct invocation *invocation, struct kernel_argument *arguments,
                         struct kernel_symbol *symbols, struct kernel_run_request *out_request, struct error *error)
{
    uint64_t shared_bytes, repeat;
    struct kernel_run_request request = {
        .path = invocation_argument(invocation, 0),
        .kernel = invocation_option(invocation, "kernel"),
        .device = invocation_option_or(invocation, "device", "auto"),
        .arguments = arguments,
        .symbols = symbols,
        .include_folders = list_values(invocation, "include"),
        .defines = list_values(invocation, "define"),
    };
    if (!parse_dimensions(invocation, "grid", request.grid, error) ||
        !parse_dimensions(invocation, "block", request.block, error) ||
        !invocation_number(invocation, "shared", (struct option_range){0, 1 << 20, 0}, &shared_bytes, error) ||
        !invocation_number(invocation, "repeat", (struct option_range){1, 1000000, 1}, &repeat, error) ||
        !invocation_number(invocation, "seed", (struct option_range){0, UINT64_MAX, 1}, &request.seed, error) ||
        !parse_arguments(invocation, arguments, &request.argument_count, error) ||
        !parse_symbols(invocation, request.argument_count, symbols, &request.symbol_count, error))
        return false;
    request.dynamic_shared_bytes = (uint32_t)shared_bytes;
    request.repeat = (uint32_t)repeat;
    *out_request = request;
    return true;
}

/* The macros of a program. nvcc sets the same one. */
static const char *const *program_defines(const struct invocation *invocation)
{
    const char *stream = invocation_option(invocation, "default-stream");
    const char *const *given = list_values(invocation, "define");
    size_t count = 0;
    while (given[count])
        count++;
    const char **defines = ARENA_ARRAY(invocation->arena, count + 2, const char *);
    memcpy(defines, given, count * sizeof *given);
    if (stream && strcmp(stream, "per-thread") == 0)
        defines[count++] = "CUDA_API_PER_THREAD_DEFAULT_STREAM=1";
    defines[count] = NULL;
    return defines;
}

/* The observation with its time. */
static void write_json(const struct kernel_run_result *result, struct buffer *out)
{
    CLEANUP(json_decref) json_t *json = observation_to_json(result->observation);
    json_object_set_new(json, "time", time_output_json(result));
    json_append_pretty(out, json);
}

static void print_result(const struct invocation *invocation, const struct kernel_run_result *result)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    diagnostics_render(result->diagnostics, &text);
    if (result->compiled && invocation_has(invocation, "json"))
        write_json(result, &text);
    else if (result->compiled) {
        observation_write_text(result->observation, &result->source, &text);
        time_output_text(result, &text);
    }
    output_print(&text);
}

static int exit_status_of(const struct kernel_run_result *result)
{
    if (!result->compiled)
        return EXIT_NOT_PASSED;
    const struct observation *observation = result->observation;
    bool clean = !observation->faulted && !observation->timed_out && !observation->deadlocked;
    for (size_t i = 0; i < observation->finding_count; i++)
        clean = clean && observation->findings[i].severity != VGPU_SEVERITY_ERROR;
    return clean ? EXIT_PASSED : EXIT_NOT_PASSED;
}

/* A file with a main() is a program, unless an option says how to launch one of its kernels. */
static bool is_program(const struct invocation *invocation)
{
    static const char *const of_kernels[] = {"kernel", "grid", "block", "shared", "repeat", "arg", "symbol"};
    for (size_t i = 0; i < sizeof of_kernels / sizeof of_kernels[0]; i++)
        if (invocation_has(invocation, of_kernels[i]))
            return false;
    for (int i = 0; i < invocation->arguments_before; i++)
        if (program_action_fits(invocation_argument(invocation, i)))
            return true;
    return false;
}

static bool check_arguments(const struct invocation *invocation, struct error *error)
{
    const char *path = invocation_argument(invocation, 0);
    if (!file_is_readable(path, error)) /* it is neither a program nor a kernel yet */
        return false;
    return invocation->argument_count == 1 ||
           error_set(error, ERROR_SYNTAX, "'%s' is one argument too many: a kernel takes its arguments by --arg",
                     invocation_argument(invocation, 1));
}

static int run_program(struct invocation *invocation, const struct app *app)
{
    const struct program_action action = {.include_folders = list_values(invocation, "include"),
                                          .defines = program_defines(invocation),
                                          .write_paths = list_values(invocation, "write"),
                                          .libraries = list_values(invocation, "library"),
                                          .standard = invocation_option(invocation, "std"),
                                          .emit = invocation_option(invocation, "emit")};
    return program_output_run(invocation, app, &action);
}

static bool run_kernel(struct session *session, struct error *error)
{
    struct kernel_argument arguments[INVOCATION_ARGUMENTS_MAX];
    struct kernel_symbol symbols[INVOCATION_ARGUMENTS_MAX];
    struct kernel_run_request request;
    struct kernel_run_result result;
    if (!check_arguments(session->invocation, error) ||
        !make_request(session->invocation, arguments, symbols, &request, error) ||
        !kernel_run(session->app, &request, session->invocation->arena, &result, error))
        return false;
    print_result(session->invocation, &result);
    session->status = exit_status_of(&result);
    observation_free(result.observation);
    return true;
}

bool command_run(struct session *session, struct error *error)
{
    if (!assessment_allows(session->app, "`run`", error)) {
        output_error(error);
        session->status = EXIT_NOT_PASSED;
        return true;
    }
    if (!is_program(session->invocation))
        return run_kernel(session, error);
    session->status = run_program(session->invocation, session->app);
    return true;
}
