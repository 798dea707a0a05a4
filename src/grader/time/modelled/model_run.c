/* Models one case on the virtual device: its time, or the values of a sample. */
#include "grader/time/modelled/model_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "device/modelling.h"
#include "grader/case/program_run.h"
#include "grader/time/modelled/model_comparison.h"
#include "grader/time/modelled/model_devices.h"
#include "grader/value/number.h"

/* Values need fewer fully recorded blocks than a time, and more blocks that only run. */
enum { VALUES_INSTRUCTIONS = 250000, FURTHER_INSTRUCTIONS = 4000000 };

/* If values depend on other blocks, a reference with few long blocks gives no useful sample. */
enum { DOUBTFUL_RUN_WORK = 3000000 };

/* How a plan runs under the model. */
struct modelling_way {
    bool whole;                         /* all its launches run, on inputs in memory */
    int runs_before;                    /* earlier whole runs in the same module, each with inputs of its own */
    size_t draw;                        /* which inputs the first run gets */
    bool is_doubtful;                   /* a difference proves nothing; agreement does */
    const struct model_sample *samples; /* outputs that further blocks must write; NULL: any */
};

/* The written share of a parameter, over all devices. */
static double share_of(const struct case_buffers *buffers, const struct case_parameter *parameter,
                       const struct device_written *written, int count)
{
    double bytes = 0, all = (double)parameter->size_bytes * buffers->device_count;
    for (int i = 0; i < count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (written[i].address == parameter->held[rank].address)
                bytes += fmin(written[i].bytes, (double)parameter->size_bytes);
    return all > 0 ? fmin(1, bytes / all) : 0;
}

static void find_covered(const struct case_buffers *buffers, const struct device_model *model,
                         struct model_figure *figure)
{
    figure->covered_count = buffers->parameter_count;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        figure->covered[i] = share_of(buffers, parameter, model->written, model->written_count);
        figure->covered_most[i] = model->knows_most_written
                                      ? share_of(buffers, parameter, model->most_written, model->most_written_count)
                                      : 1;
    }
}

static bool begin_all(struct case_buffers *buffers, struct error *error)
{
    bool begun = true;
    for (int rank = 0; begun && rank < buffers->device_count; rank++)
        begun = buffers->devices[rank]->vtable->time_begin(buffers->devices[rank], error);
    return begun;
}

/* Runs the plan under the model, after the earlier runs. */
static bool run_in(struct program_session *session, int runs_before, struct plan_outcome *outcome, struct error *error)
{
    for (int i = 0; i <= runs_before; i++) {
        if (i && !case_buffers_renew(session->buffers, error))
            return false;
        if (!begin_all(session->buffers, error) || !program_session_run(session, outcome, error))
            return false;
        if (outcome->stopped)
            return true;
    }
    return true;
}

/* All devices share the budget for further blocks. */
static void set_modelling(struct case_buffers *buffers, const struct modelling_way *way)
{
    bool values = buffers->given->sample_values;
    uint64_t wanted_count = 0;
    const device_address *wanted = way->samples ? model_sample_wanted(buffers, way->samples, &wanted_count) : NULL;
    for (int rank = 0; rank < buffers->device_count; rank++) {
        struct device_modelling *modelling = buffers->devices[rank]->modelling;
        modelling->is_on = true;
        modelling->runs_whole = way->whole;
        modelling->sample_limit = values ? VALUES_INSTRUCTIONS : 0;
        modelling->further_left = values ? FURTHER_INSTRUCTIONS / (uint64_t)buffers->device_count : 0;
        modelling->sample_run_limit = way->is_doubtful ? DOUBTFUL_RUN_WORK : 0;
        modelling->wanted = wanted;
        modelling->wanted_count = wanted_count;
    }
}

static void end_modelling(struct case_buffers *buffers)
{
    for (int rank = 0; rank < buffers->device_count; rank++) {
        struct device_modelling *modelling = buffers->devices[rank]->modelling;
        modelling->is_on = modelling->runs_whole = false;
        modelling->wanted = NULL;
        modelling->wanted_count = modelling->sample_run_limit = 0;
    }
}

/* Adds up the models of the case's devices. */
static void take_model(const struct case_buffers *buffers, struct device_model *out_model)
{
    struct device_model *models = ARENA_ARRAY(buffers->arena, (size_t)buffers->device_count, struct device_model);
    for (int rank = 0; rank < buffers->device_count; rank++)
        models[rank] = buffers->devices[rank]->modelling->model;
    model_of_devices(models, buffers->device_count, out_model);
}

static bool run_modelled(struct case_buffers *buffers, const struct job_program *program,
                         const struct modelling_way *way, struct plan_outcome *outcome, struct error *error)
{
    struct program_session session = {0};
    buffers->is_lazy = !way->whole;
    buffers->draw = way->draw;
    bool done = (!way->whole || case_buffers_prepare(buffers, error)) &&
                case_buffers_upload(buffers, SIDE_REFERENCE, error) &&
                program_session_open(&session, buffers, program, case_buffers_arguments(buffers),
                                     buffers->parameter_count, error);
    set_modelling(buffers, way);
    done = done && run_in(&session, way->runs_before, outcome, error);
    end_modelling(buffers);
    program_session_close(&session);
    return done;
}

/*
 * Budgets for running all launches: about a second on a quiet machine with two cores. If nothing
 * else can confirm the values, it may take a few seconds. This happens in one of four attempts,
 * drawn from the seed, or if the parent asks for it.
 */
enum { WHOLE_INSTRUCTIONS_MOST = 40000000, VALUES_INSTRUCTIONS_MOST = 500000000, WHOLE_BYTES_MOST = 256 << 20 };
enum { WHOLE_STREAM = 701, WHOLE_ONE_IN = 4 };

/*
 * Whether to run all blocks: values depend on blocks outside the samples, and running all is cheap.
 * Only with one device, because a sample cannot undo writes to another device's memory.
 */
static bool is_worth_running(const struct case_buffers *buffers, const struct device_model *model)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        bytes += buffers->parameters[i].size_bytes;
    bool values = buffers->given->sample_values, is_asked = values && buffers->given->runs_whole;
    bool builds_on_others = is_asked || model->depends_on_unsampled_blocks || (!values && model->reads_earlier);
    bool is_drawn = is_asked || (values && random_below_at(buffers->job->seed, WHOLE_STREAM, 0, WHOLE_ONE_IN) == 0);
    double most = is_drawn ? VALUES_INSTRUCTIONS_MOST : WHOLE_INSTRUCTIONS_MOST;
    return buffers->device_count == 1 && builds_on_others && model->warp_instructions <= most &&
           bytes <= WHOLE_BYTES_MOST;
}

/*
 * Runs samples first. If they depend on each other and the budget allows, runs every launch whole
 * as well. Then each sample reads real values, and all values can be compared. CRASH: a kernel
 * faults.
 */
static bool run_program(struct case_buffers *buffers, const struct job_program *program,
                        const struct modelling_way *way, struct plan_outcome *outcome, struct error *error)
{
    struct modelling_way whole_way = *way;
    struct plan_outcome whole = {0};
    struct error failure = {0};
    whole_way.whole = true;
    if (way->runs_before)
        return run_modelled(buffers, program, &whole_way, outcome, error) && !outcome->stopped;
    if (!run_modelled(buffers, program, way, outcome, error) || outcome->stopped)
        return false;
    struct device_model model;
    take_model(buffers, &model);
    if (!is_worth_running(buffers, &model))
        return true;
    case_buffers_release(buffers);
    if (run_modelled(buffers, program, &whole_way, &whole, &failure) && !whole.stopped)
        return true;
    if (failure.code == ERROR_CRASH) {
        *error = failure;
        return false;
    }
    case_buffers_release(buffers); /* the samples' outputs are lost too, so they run again */
    return run_modelled(buffers, program, way, outcome, error) && !outcome->stopped;
}

/* Models a plan, passes its outputs to `look`, and frees the buffers. */
static bool model_program(struct case_buffers *buffers, const struct job_program *program,
                          const struct modelling_way *way, void (*look)(struct case_buffers *buffers, void *context),
                          void *context, struct time_result *time, struct device_model *out_model, struct error *error)
{
    struct plan_outcome outcome = {0};
    bool done = run_program(buffers, program, way, &outcome, error);
    take_model(buffers, out_model);
    find_covered(buffers, out_model, &time->model);
    if (look && done && !outcome.stopped)
        look(buffers, context);
    case_buffers_release(buffers);
    buffers->is_lazy = true;
    if (done && outcome.stopped)
        return error_set(error, ERROR_UNSUPPORTED, "the plan was stopped");
    return done;
}

static const char *find_obstacle(const struct case_buffers *buffers)
{
    if (!buffers->devices[0]->properties.models_time)
        return "this device has no time model";
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
    time->flops = model->flops;
    time->order = model->order;
    memcpy(time->path, model->path, sizeof time->path);
    time->most_stored = model->knows_most_stored ? model->most_stored : 0;
    time->model.elapsed_ns = model->elapsed_ns;
    time->model.error = model->error;
    time->model.depends_on_unsampled_blocks = model->depends_on_unsampled_blocks;
    time->dram_bytes_per_second = device->properties.dram_bytes_per_second;
    time->fp32_flops = device->properties.fp32_flops;
    time->l2_bytes = device->properties.l2_bytes;
    time->basis = basis_of(model);
    snprintf(time->note, sizeof time->note, "%s", model->limiter);
}

static bool model_time(struct case_buffers *buffers, const struct job_program *learner, struct time_result *time,
                       struct error *error)
{
    struct device_model model;
    if (!model_program(buffers, learner, &(struct modelling_way){0}, NULL, NULL, time, &model, error))
        return false;
    fill(buffers->devices[0], &model, time);
    if (!model.launches && !model.copies) {
        time->status = TIMING_WRONG;
        snprintf(time->note, sizeof time->note, "doing nothing: its plan launches no kernel");
    }
    return true;
}

/* --- values ----------------------------------------------------------------------------------- */

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

static void say_wrong(const struct model_difference *difference, int runs_before, struct time_result *time)
{
    enum dtype dtype = difference->parameter->dtype;
    time->status = TIMING_WRONG;
    snprintf(time->note, sizeof time->note,
             "wrong%s in %" PRIu64 " of %" PRIu64 " elements of %s that its sampled blocks write: element %" PRIu64
             " is %g instead of %g",
             runs_before ? ", when it runs again on other inputs," : "", difference->wrong, difference->compared,
             difference->parameter->name, difference->index, number_decode(dtype, difference->got),
             number_decode(dtype, difference->expected));
}

/*
 * Compares the outputs of the learner's sample with the reference's. If values depend on blocks
 * outside either sample, a difference proves nothing. Agreement proves nothing if the reference
 * depends on them, because both may have read unwritten memory.
 */
static bool compare_run(struct case_buffers *buffers, const struct job_program *learner, int runs_before,
                        struct time_result *time, struct device_model *out_model, struct error *error)
{
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    struct comparing comparing = {0};
    struct model_sample *samples = NULL;
    struct modelling_way way = {.runs_before = runs_before};
    if (!reference)
        return error_set(error, ERROR_INTERNAL, "there is nothing to compare values with");
    if (!model_program(buffers, learner, &way, take, &samples, time, out_model, error))
        return false;
    fill(buffers->devices[0], out_model, time);
    if (!samples)
        return true;
    struct device_model model;
    way = (struct modelling_way){
        .draw = (size_t)runs_before, .is_doubtful = out_model->depends_on_unsampled_blocks, .samples = samples};
    comparing.samples = samples;
    if (!model_program(buffers, reference, &way, set_beside, &comparing, time, &model, NULL))
        return true;
    bool is_doubtful = out_model->depends_on_unsampled_blocks || model.depends_on_unsampled_blocks;
    if (!comparing.difference.wrong && !model.depends_on_unsampled_blocks)
        time->compared = comparing.difference.all_compared;
    else if (comparing.difference.wrong && !is_doubtful)
        say_wrong(&comparing.difference, runs_before, time);
    return true;
}

/* Compares one run, and a second one if the module keeps values for it. */
static bool compare_values(struct case_buffers *buffers, const struct job_program *learner, struct time_result *time,
                           struct error *error)
{
    struct device_model model, second;
    if (!compare_run(buffers, learner, 0, time, &model, error))
        return false;
    if (time->status != TIMING_RECORDED || !model.ran_whole || !model.writes_variables)
        return true;
    return compare_run(buffers, learner, 1, time, &second, error);
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
