#include "grader/model_run_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "grader/model_compare_internal.h"
#include "grader/number_internal.h"
#include "grader/program_run_internal.h"

/* Values need fewer blocks than a time does. */
enum { VALUES_INSTRUCTIONS = 250000 };

static double share_of(const struct case_parameter *parameter, const struct device_written *written, int count)
{
    for (int i = 0; i < count && parameter->size_bytes; i++)
        if (written[i].address == parameter->held[0].address)
            return fmin(1, written[i].bytes / (double)parameter->size_bytes);
    return 0;
}

static void find_covered(const struct case_buffers *buffers, const struct device_model *model,
                         struct model_figure *figure)
{
    figure->covered_count = buffers->parameter_count;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        figure->covered[i] = share_of(parameter, model->written, model->written_count);
        figure->covered_most[i] =
            model->knows_most_written ? share_of(parameter, model->most_written, model->most_written_count) : 1;
    }
}

/* One run of the plan under the model. With `whole`, all its launches run, on inputs that lie there. */
static bool run_modelled(struct case_buffers *buffers, const struct job_program *program, bool whole,
                         struct plan_outcome *outcome, struct error *error)
{
    struct device *device = buffers->devices[0];
    struct program_session session = {0};
    buffers->is_lazy = !whole;
    bool done = (!whole || case_buffers_prepare(buffers, error)) &&
                case_buffers_upload(buffers, SIDE_REFERENCE, error) &&
                program_session_open(&session, buffers, program, case_buffers_arguments(buffers),
                                     buffers->parameter_count, error);
    device->models_time = true;
    device->models_whole = whole;
    device->sample_limit = buffers->given->sample_values ? VALUES_INSTRUCTIONS : 0;
    done = done && device->vtable->time_begin(device, error) && program_session_run(&session, outcome, error);
    device->models_time = device->models_whole = false;
    program_session_close(&session);
    return done;
}

/* What running all launches may cost: about a second on a quiet machine of two cores. */
enum { WHOLE_INSTRUCTIONS_MOST = 40000000, WHOLE_BYTES_MOST = 256 << 20 };

/* Values follow from what blocks outside of the samples write, and running all of them is cheap. */
static bool is_worth_running(const struct case_buffers *buffers, const struct device_model *model)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        bytes += buffers->parameters[i].size_bytes;
    return model->is_entangled && model->warp_instructions <= WHOLE_INSTRUCTIONS_MOST && bytes <= WHOLE_BYTES_MOST;
}

/*
 * On samples first. Where these depend on each other, again with every launch run whole, if that can be afforded: then
 * each sample finds what the launches before it write, and all values can be compared. CRASH: a kernel faults.
 */
static bool run_program(struct case_buffers *buffers, const struct job_program *program, struct plan_outcome *outcome,
                        struct error *error)
{
    if (!run_modelled(buffers, program, false, outcome, error) || outcome->stopped)
        return false;
    if (!is_worth_running(buffers, &buffers->devices[0]->model))
        return true;
    struct plan_outcome whole = {0};
    struct error failure = {0};
    case_buffers_release(buffers);
    if (run_modelled(buffers, program, true, &whole, &failure) && !whole.stopped)
        return true;
    if (failure.code == ERROR_CRASH) {
        *error = failure;
        return false;
    }
    case_buffers_release(buffers); /* and with them what the samples wrote: once more */
    return run_modelled(buffers, program, false, outcome, error) && !outcome->stopped;
}

/*
 * Models a plan and looks at what it leaves in the buffers, which are released afterwards. `look` is called where
 * values follow from the inputs alone.
 */
static bool model_program(struct case_buffers *buffers, const struct job_program *program,
                          void (*look)(struct case_buffers *buffers, void *context), void *context,
                          struct time_result *time, struct device_model *out_model, struct error *error)
{
    struct plan_outcome outcome = {0};
    bool done = run_program(buffers, program, &outcome, error);
    *out_model = buffers->devices[0]->model;
    find_covered(buffers, out_model, &time->model);
    if (look && done && !outcome.stopped && !out_model->is_entangled)
        look(buffers, context);
    case_buffers_release(buffers);
    buffers->is_lazy = true;
    if (done && outcome.stopped)
        return error_set(error, ERROR_UNSUPPORTED, "the plan was stopped");
    return done;
}

static const char *find_obstacle(const struct case_buffers *buffers)
{
    if (!buffers->devices[0]->vtable->allocate_lazy)
        return "this device has no time model";
    if (buffers->device_count > 1)
        return "cases of several devices are not modelled";
    for (size_t i = 0; i < buffers->job->program_count; i++)
        if (buffers->job->programs[i].role == JOB_GENERATOR)
            return "an input that a kernel makes cannot be made where it is touched";
    return NULL;
}

static struct statistics_median interval(double value, double error)
{
    return (struct statistics_median){.median = value, .low = value * (1 - error), .high = value * (1 + error)};
}

static enum time_basis basis_of(const struct device_model *model)
{
    if (model->ran_whole)
        return TIME_BASIS_WHOLE;
    return model->reads_earlier ? TIME_BASIS_ZEROS : TIME_BASIS_SAMPLE;
}

static void fill(const struct device *device, const struct device_model *model, struct time_result *time)
{
    time->status = TIMING_RECORDED;
    time->runs = 1;
    time->learner_ns = interval(model->elapsed_ns, model->error);
    time->alone_ns = model->alone_ns;
    time->dram_bytes = model->dram_bytes;
    time->model.elapsed_ns = model->elapsed_ns;
    time->model.error = model->error;
    time->model.is_entangled = model->is_entangled;
    time->dram_bytes_per_second = device->properties.dram_bytes_per_second;
    time->fp32_flops = device->properties.fp32_flops;
    time->l2_bytes = device->properties.l2_bytes;
    time->basis = basis_of(model);
    snprintf(time->note, sizeof time->note, "%s", model->limiter);
}

static void say_wrong(const struct model_difference *difference, struct time_result *time)
{
    enum dtype dtype = difference->parameter->dtype;
    time->status = TIMING_WRONG;
    snprintf(time->note, sizeof time->note,
             "wrong in %" PRIu64 " of %" PRIu64 " elements of %s that its sampled blocks write: element %" PRIu64
             " is %g instead of %g",
             difference->wrong, difference->compared, difference->parameter->name, difference->index,
             number_decode(dtype, difference->got), number_decode(dtype, difference->expected));
}

static bool model_time(struct case_buffers *buffers, const struct job_program *learner, struct time_result *time,
                       struct error *error)
{
    struct device_model model;
    if (!model_program(buffers, learner, NULL, NULL, time, &model, error))
        return false;
    fill(buffers->devices[0], &model, time);
    if (!model.launches && !model.copies) {
        time->status = TIMING_WRONG;
        snprintf(time->note, sizeof time->note, "doing nothing: its plan launches no kernel");
    }
    return true;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void take(struct case_buffers *buffers, void *context)
{
    struct model_sample **samples = context;
    *samples = model_sample_take(buffers);
}

struct comparing {
    const struct model_sample *samples;
    struct model_difference difference;
};

static void set_beside(struct case_buffers *buffers, void *context)
{
    struct comparing *comparing = context;
    model_sample_compare(buffers, comparing->samples, &comparing->difference);
}

/* What the learner's sample wrote is set beside what the reference's wrote to the same elements. */
static bool compare_values(struct case_buffers *buffers, const struct job_program *learner, struct time_result *time,
                           struct error *error)
{
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    struct comparing comparing = {0};
    struct model_sample *samples = NULL;
    struct device_model model;
    if (!reference)
        return error_set(error, ERROR_INTERNAL, "there is nothing to compare values with");
    if (!model_program(buffers, learner, take, &samples, time, &model, error))
        return false;
    fill(buffers->devices[0], &model, time);
    comparing.samples = samples;
    if (samples && !model_program(buffers, reference, set_beside, &comparing, time, &model, error))
        return error_set(error, ERROR_UNSUPPORTED, "the reference cannot be modelled");
    if (comparing.difference.wrong)
        say_wrong(&comparing.difference, time);
    return true;
}

static bool model_all(struct case_buffers *buffers, struct time_result *time, struct error *error)
{
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, "");
    if (!learner)
        return error_set(error, ERROR_INTERNAL, "a job has no learner's program");
    if (!case_buffers_prepare(buffers, error))
        return false;
    return buffers->given->sample_values ? compare_values(buffers, learner, time, error)
                                         : model_time(buffers, learner, time, error);
}

void model_run(struct case_buffers *buffers, struct case_result *result)
{
    struct error error = {0};
    struct time_result *time = ARENA_NEW(buffers->arena, struct time_result);
    const char *obstacle = find_obstacle(buffers);
    result->outcome = CASE_RAN;
    result->time = time;
    buffers->is_lazy = true;
    if (!obstacle && model_all(buffers, time, &error))
        return;
    time->never_ends = !obstacle && error.code == ERROR_TIMEOUT;
    time->status = error.code == ERROR_CRASH || time->never_ends ? TIMING_STOPPED : TIMING_NOT_RECORDED;
    snprintf(time->note, sizeof time->note, "%s", obstacle ? obstacle : error.message);
}
