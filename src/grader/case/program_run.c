/* Runs a program's plan on the devices of a case. */
#include "grader/case/program_run.h"

#include <string.h>

#include "device/modelling.h"
#include "device/printed.h"
#include "grader/value/observation_merge.h"
#include "plan/plan.h"

/* The parent checked this plan. The worker checks it again, because it trusts no message. */
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

static void unload(struct program_session *session)
{
    for (int rank = 0; rank < session->buffers->device_count; rank++) {
        struct device *device = session->buffers->devices[rank];
        if (session->modules[rank])
            device->vtable->unload(device, session->modules[rank]);
        session->modules[rank] = NULL;
    }
}

static bool load(struct program_session *session, unsigned checks, struct error *error)
{
    const struct job_program *program = session->program;
    struct device_image image = {.ptx = program->ptx,
                                 .ptx_bytes = program->ptx_bytes,
                                 .cubin = program->cubin_bytes ? program->cubin : NULL,
                                 .cubin_bytes = program->cubin_bytes,
                                 .source_name = program->source.name};
    for (int rank = 0; rank < session->buffers->device_count; rank++) {
        struct device *device = session->buffers->devices[rank];
        device->checks = checks;
        observation_reset(device->observation);
        session->modules[rank] = device->vtable->load(device, &image, error);
        if (!session->modules[rank]) {
            unload(session);
            return false;
        }
    }
    return true;
}

/* plan_execute() synchronises. Synchronising again would count the pause in between as work. */
bool program_session_run(struct program_session *session, struct plan_outcome *out_outcome, struct error *error)
{
    struct case_buffers *buffers = session->buffers;
    struct plan_bindings bindings = {.devices = buffers->devices,
                                     .modules = session->modules,
                                     .device_count = buffers->device_count,
                                     .arguments = session->arguments,
                                     .argument_count = session->argument_count,
                                     .choice = (size_t)(session->program->choice + buffers->given->choice),
                                     .lowered_names = session->lowered_names,
                                     .stage = session->stage,
                                     .stage_context = session->stage_context,
                                     .timeline = session->timeline};
    return plan_execute(session->plan, &bindings, out_outcome, error);
}

static bool prepare(struct program_session *session, struct error *error)
{
    struct arena *arena = session->buffers->arena;
    struct parameter *parameters = ARENA_ARRAY(arena, session->argument_count, struct parameter);
    for (size_t i = 0; i < session->argument_count; i++)
        parameters[i] = *session->arguments[i].parameter;
    if (!parse_plan(session->program, parameters, session->argument_count, arena, &session->plan, error))
        return false;
    size_t count = 0;
    session->names = plan_name_expressions(session->plan, arena);
    while (session->names && session->names[count])
        count++;
    bool is_lowered = count == session->program->lowered_name_count;
    session->lowered_names = is_lowered ? session->program->lowered_names : NULL;
    return true;
}

/* The host takes longer to find a kernel than the GPU takes to run many kernels. */
static bool look_up_kernels(struct program_session *session, struct error *error)
{
    struct device_parameter ignored[1];
    uint32_t count;
    for (int rank = 0; rank < session->buffers->device_count; rank++)
        for (size_t i = 0; session->names && session->names[i]; i++) {
            const char *lowered = session->lowered_names ? session->lowered_names[i] : NULL;
            if (session->lowered_names && !lowered)
                continue; /* a configuration that no case takes */
            if (!session->buffers->devices[rank]->vtable->kernel_parameters(
                    session->modules[rank], lowered ? lowered : session->names[i], ignored, 1, &count, error))
                return false;
        }
    return true;
}

bool program_session_reload(struct program_session *session, struct error *error)
{
    unload(session);
    return load(session, 0, error) && look_up_kernels(session, error);
}

bool program_session_open(struct program_session *session, struct case_buffers *buffers,
                          const struct job_program *program, const struct plan_argument *arguments,
                          size_t argument_count, struct error *error)
{
    *session = (struct program_session){
        .buffers = buffers, .program = program, .arguments = arguments, .argument_count = argument_count};
    return prepare(session, error) && program_session_reload(session, error);
}

void program_session_close(struct program_session *session)
{
    if (session->buffers)
        unload(session);
}

static void observe(struct program_session *session, struct case_result *result)
{
    for (int rank = 0; rank < session->buffers->device_count; rank++) {
        struct device *device = session->buffers->devices[rank];
        double elapsed_ns;
        printed_collect(device->observation);
        observation_merge(result->observation, device->observation, MERGE_ALL);
        if (device->properties.measures_time && device->vtable->elapsed_ns(device, &elapsed_ns, NULL) &&
            elapsed_ns > result->device_ns)
            result->device_ns = elapsed_ns;
    }
}

bool program_run(struct case_buffers *buffers, const struct job_program *program, unsigned checks,
                 struct case_result *result, bool *out_stopped, struct error *error)
{
    return program_run_checked(buffers, program, case_buffers_arguments(buffers), buffers->parameter_count, checks,
                               result, out_stopped, error);
}

void program_session_note_outcomes(const struct program_session *session)
{
    struct case_buffers *buffers = session->buffers;
    for (int rank = 0; rank < buffers->device_count && session->program->role == JOB_LEARNER; rank++) {
        const struct device_modelling *modelling = buffers->devices[rank]->modelling;
        uint32_t count;
        if (!modelling || !session->modules[rank])
            continue;
        const uint8_t *outcomes = modelling->outcomes(session->modules[rank], &count);
        if (!buffers->outcomes)
            buffers->outcomes = ARENA_ARRAY(buffers->arena, count + 1U, uint8_t);
        buffers->outcome_count = count;
        for (uint32_t i = 0; i < count; i++)
            buffers->outcomes[i] |= outcomes[i];
    }
}

bool program_session_keeps_values(const struct program_session *session)
{
    for (int rank = 0; rank < session->buffers->device_count; rank++) {
        struct device *device = session->buffers->devices[rank];
        if (device->modelling && device->modelling->keeps_values(device, session->modules[rank]))
            return true;
    }
    return false;
}

/* Of the rank with the most. `__device__` variables hold values between launches, as scratch. */
static uint64_t variable_bytes(const struct program_session *session)
{
    uint64_t most = 0;
    for (int rank = 0; rank < session->buffers->device_count; rank++) {
        const struct device_modelling *modelling = session->buffers->devices[rank]->modelling;
        uint64_t size_bytes = modelling ? modelling->variable_bytes(session->modules[rank]) : 0;
        most = size_bytes > most ? size_bytes : most;
    }
    return most;
}

bool program_run_checked(struct case_buffers *buffers, const struct job_program *program,
                         const struct plan_argument *arguments, size_t argument_count, unsigned checks,
                         struct case_result *result, bool *out_stopped, struct error *error)
{
    struct program_session session = {
        .buffers = buffers, .program = program, .arguments = arguments, .argument_count = argument_count};
    if (!prepare(&session, error) || !load(&session, checks, error))
        return false;
    session.timeline = ARENA_NEW(buffers->arena, struct plan_timeline);
    struct plan_outcome outcome = {0};
    bool done = program_session_run(&session, &outcome, error);
    observe(&session, result);
    result->keeps_values = program_session_keeps_values(&session);
    result->observation->scratch_bytes = outcome.scratch_bytes + variable_bytes(&session);
    result->observation->schedule_steps = outcome.schedule_steps;
    result->timeline = plan_timeline_is_worth_drawing(session.timeline) ? session.timeline : NULL;
    program_session_note_outcomes(&session);
    unload(&session);
    *out_stopped = outcome.stopped;
    return done || outcome.stopped;
}

static bool stopped_error(const struct case_buffers *buffers, const struct job_program *program, struct error *error)
{
    const struct observation *observation = buffers->devices[0]->observation;
    const char *fault = observation->fault;
    return error_set(error, observation->timed_out ? ERROR_TIMEOUT : ERROR_INTERNAL,
                     "%s did not run to its end on case %s%s%s", program->source.name, buffers->given->name,
                     *fault ? ": " : "", fault);
}

bool program_run_with(struct case_buffers *buffers, const struct job_program *program,
                      const struct plan_argument *arguments, size_t argument_count, struct error *error)
{
    struct program_session session = {
        .buffers = buffers, .program = program, .arguments = arguments, .argument_count = argument_count};
    struct plan_outcome outcome = {0};
    if (!prepare(&session, error) || !load(&session, 0, error))
        return false;
    bool done = program_session_run(&session, &outcome, error);
    if (done && (outcome.stopped || buffers->devices[0]->observation->faulted))
        done = stopped_error(buffers, program, error);
    unload(&session);
    return done;
}

bool program_run_trusted(struct case_buffers *buffers, const struct job_program *program, struct error *error)
{
    return program_run_with(buffers, program, case_buffers_arguments(buffers), buffers->parameter_count, error);
}

bool program_run_stages(struct case_buffers *buffers, const struct job_program *program,
                        void (*stage)(void *context, const struct plan_stage *stage), void *context,
                        struct error *error)
{
    struct program_session session = {.buffers = buffers,
                                      .program = program,
                                      .arguments = case_buffers_arguments(buffers),
                                      .argument_count = buffers->parameter_count,
                                      .stage = stage,
                                      .stage_context = context};
    struct plan_outcome outcome = {0};
    if (!prepare(&session, error) || !plan_scratch_count(session.plan))
        return false;
    if (!load(&session, 0, error))
        return false;
    bool done = program_session_run(&session, &outcome, error);
    unload(&session);
    return done;
}

/* A generator's plan may name `seed`. */
static bool run_generator(struct case_buffers *buffers, const struct job_program *program, struct error *error)
{
    size_t count = buffers->parameter_count;
    struct plan_argument *arguments = ARENA_ARRAY(buffers->arena, count + 1, struct plan_argument);
    int64_t seed = job_generator_seed(buffers->job, buffers->given);
    memcpy(arguments, case_buffers_arguments(buffers), count * sizeof *arguments);
    arguments[count] =
        (struct plan_argument){.parameter = &job_seed_parameter, .scalar = {.integer = seed, .real = (double)seed}};
    return program_run_with(buffers, program, arguments, count + 1, error);
}

/* Runs the kernels that make inputs, one after another, on memory that is freed afterwards. */
bool program_run_generators(struct case_buffers *buffers, struct error *error)
{
    bool done = true;
    bool any = false;
    for (size_t i = 0; i < buffers->job->program_count; i++)
        any = any || buffers->job->programs[i].role == JOB_GENERATOR;
    if (!any)
        return true;
    done = case_buffers_upload(buffers, SIDE_GENERATORS, error);
    for (size_t i = 0; done && i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        const struct job_program *program = job_find_program(buffers->job, JOB_GENERATOR, parameter->parameter->name);
        if (program && case_buffers_is_generated(buffers, parameter))
            done = run_generator(buffers, program, error) && case_buffers_adopt(buffers, parameter, error);
    }
    case_buffers_release(buffers);
    return done;
}

void program_say_launching(const struct job *job)
{
    if (job->launching)
        job->launching(job->context);
}
