#include "grader/time/modelled/model_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "device/modelling.h"
#include "grader/case/program_run.h"
#include "grader/time/modelled/model_compare.h"
#include "grader/time/modelled/model_devices.h"
#include "grader/value/number.h"

/* Values need fewer blocks than a time does, of which every access is recorded, and more that just run. */
enum { VALUES_INSTRUCTIONS = 250000, FURTHER_INSTRUCTIONS = 4000000 };

/* A reference of few blocks, each with much to do, is no sample of anything where values hang together. */
enum { DOUBTFUL_RUN_WORK = 3000000 };

/* How a plan is to run under the model. */
struct modelling_way {
    bool whole;                         /* all its launches run, on inputs that lie there */
    int runs_before;                    /* in the same module, each on inputs of its own: all are whole */
    size_t draw;                        /* of the inputs of the first run */
    bool is_doubtful;                   /* what comes out may agree, and says nothing if it does not */
    const struct model_sample *samples; /* sampled: what further blocks are to write; NULL: anything */
};

/* Of what the case has of the parameter on all devices. */
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

/* One run of the plan under the model, after those that it is to find traces of. */
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

/* What further blocks may cost is for all devices together. */
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

/* What the devices of the case did together. */
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
 * What running all launches may cost: about a second on a quiet machine of two cores; and a few, where that is the only
 * way to see whether values are right, in one attempt of four, which the seed draws, and wherever the parent asks for
 * it.
 */
enum { WHOLE_INSTRUCTIONS_MOST = 40000000, VALUES_INSTRUCTIONS_MOST = 500000000, WHOLE_BYTES_MOST = 256 << 20 };
enum { WHOLE_STREAM = 701, WHOLE_ONE_IN = 4 };

/*
 * Values follow from what blocks outside of the samples write, and running all of them is cheap. Where a kernel writes
 * to another device, that one's memory is not taken back behind a sample.
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
 * On samples first. Where these depend on each other, again with every launch run whole, if that can be afforded: then
 * each sample finds what the launches before it write, and all values can be compared. CRASH: a kernel faults.
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
    case_buffers_release(buffers); /* and with them what the samples wrote: once more */
    return run_modelled(buffers, program, way, outcome, error) && !outcome->stopped;
}

/* Models a plan and looks at what it leaves in the buffers, which are released afterwards. */
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
 * What the learner's sample wrote is set beside what the reference's wrote to the same elements. Where values follow
 * from what blocks outside of either sample write, those that differ say nothing; nor do those that agree where it is
 * the reference's that follow: both may have read memory that nobody has written.
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

/* Once, and where something is left in the module that the next run would find, once more. */
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
