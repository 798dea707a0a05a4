#include "grader/program_run_internal.h"

#include <string.h>

#include "base/text.h"
#include "grader/merge_internal.h"
#include "plan/plan.h"

struct loaded {
    struct case_buffers *buffers;
    const struct plan *plan;
    const char *const *lowered_names;
    struct device_module *modules[JOB_DEVICES_MAX];
};

/* The parent checked this plan already; a worker takes nothing on trust. */
static bool parse_plan(const struct job_program *program, const struct parameter *parameters, size_t parameter_count,
                       struct arena *arena, const struct plan **out_plan, struct error *error)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, &program->source, diagnostics);
    if (plan && plan_check(plan, &program->source, parameters, parameter_count, diagnostics)) {
        *out_plan = plan;
        return true;
    }
    const char *message = diagnostics_count(diagnostics) ? diagnostics_at(diagnostics, 0)->message : "no plan";
    return error_set(error, ERROR_SYNTAX, "launch plan of %s: %s", program->source.name, message);
}

static void unload(struct loaded *loaded)
{
    for (int rank = 0; rank < loaded->buffers->device_count; rank++) {
        struct device *device = loaded->buffers->devices[rank];
        if (loaded->modules[rank])
            device->vtable->unload(device, loaded->modules[rank]);
        loaded->modules[rank] = NULL;
    }
}

static bool load(struct loaded *loaded, const struct job_program *program, unsigned checks, struct error *error)
{
    struct device_image image = {.ptx = program->ptx,
                                 .ptx_bytes = program->ptx_bytes,
                                 .cubin = program->cubin_bytes ? program->cubin : NULL,
                                 .cubin_bytes = program->cubin_bytes,
                                 .source_name = program->source.name};
    for (int rank = 0; rank < loaded->buffers->device_count; rank++) {
        struct device *device = loaded->buffers->devices[rank];
        device->checks = checks;
        observation_reset(device->observation);
        loaded->modules[rank] = device->vtable->load(device, &image, error);
        if (!loaded->modules[rank]) {
            unload(loaded);
            return false;
        }
    }
    return true;
}

static bool execute(struct loaded *loaded, const struct plan_argument *arguments, size_t argument_count,
                    struct plan_outcome *out_outcome, struct error *error)
{
    struct case_buffers *buffers = loaded->buffers;
    struct plan_bindings bindings = {.devices = buffers->devices,
                                     .modules = loaded->modules,
                                     .device_count = buffers->device_count,
                                     .arguments = arguments,
                                     .argument_count = argument_count,
                                     .lowered_names = loaded->lowered_names};
    bool done = plan_execute(loaded->plan, &bindings, out_outcome, error);
    for (int rank = 0; done && rank < buffers->device_count; rank++)
        done = buffers->devices[rank]->vtable->synchronise(buffers->devices[rank], error);
    return done;
}

static bool prepare(struct loaded *loaded, const struct job_program *program, const struct plan_argument *arguments,
                    size_t argument_count, struct error *error)
{
    struct arena *arena = loaded->buffers->arena;
    struct parameter *parameters = ARENA_ARRAY(arena, argument_count, struct parameter);
    for (size_t i = 0; i < argument_count; i++)
        parameters[i] = *arguments[i].parameter;
    if (!parse_plan(program, parameters, argument_count, arena, &loaded->plan, error))
        return false;
    const char *const *names = plan_name_expressions(loaded->plan, arena);
    size_t count = 0;
    while (names && names[count])
        count++;
    loaded->lowered_names = count == program->lowered_name_count ? program->lowered_names : NULL;
    return true;
}

static void observe(struct loaded *loaded, struct case_result *result)
{
    for (int rank = 0; rank < loaded->buffers->device_count; rank++) {
        struct device *device = loaded->buffers->devices[rank];
        double elapsed_ns;
        observation_merge(result->observation, device->observation, MERGE_ALL);
        if (device->properties.measures_time && device->vtable->elapsed_ns(device, &elapsed_ns, NULL) &&
            elapsed_ns > result->device_ns)
            result->device_ns = elapsed_ns;
    }
}

bool program_run(struct case_buffers *buffers, const struct job_program *program, unsigned checks,
                 struct case_result *result, bool *out_stopped, struct error *error)
{
    struct loaded loaded = {.buffers = buffers};
    const struct plan_argument *arguments = case_buffers_arguments(buffers);
    if (!prepare(&loaded, program, arguments, buffers->parameter_count, error) ||
        !load(&loaded, program, checks, error))
        return false;
    struct plan_outcome outcome = {0};
    bool done = execute(&loaded, arguments, buffers->parameter_count, &outcome, error);
    observe(&loaded, result);
    unload(&loaded);
    *out_stopped = outcome.stopped;
    return done || outcome.stopped;
}

static bool stopped_error(const struct case_buffers *buffers, const struct job_program *program, struct error *error)
{
    const char *fault = buffers->devices[0]->observation->fault;
    return error_set(error, ERROR_INTERNAL, "%s did not run to its end on case %s%s%s", program->source.name,
                     buffers->given->name, *fault ? ": " : "", fault);
}

bool program_run_with(struct case_buffers *buffers, const struct job_program *program,
                      const struct plan_argument *arguments, size_t argument_count, struct error *error)
{
    struct loaded loaded = {.buffers = buffers};
    struct plan_outcome outcome = {0};
    if (!prepare(&loaded, program, arguments, argument_count, error) || !load(&loaded, program, 0, error))
        return false;
    bool done = execute(&loaded, arguments, argument_count, &outcome, error);
    if (done && (outcome.stopped || buffers->devices[0]->observation->faulted))
        done = stopped_error(buffers, program, error);
    unload(&loaded);
    return done;
}

bool program_run_trusted(struct case_buffers *buffers, const struct job_program *program, struct error *error)
{
    return program_run_with(buffers, program, case_buffers_arguments(buffers), buffers->parameter_count, error);
}
