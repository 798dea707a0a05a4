#include "grader/model_run_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "grader/model_compare_internal.h"
#include "grader/number_internal.h"
#include "grader/program_run_internal.h"

/* What the model said of a plan, and the share of each output that the plan writes. */
struct modelled {
    struct device_model model;
    double covered[JOB_PARAMETERS_MAX];
    struct model_sample *samples;       /* what it wrote, by parameter; wanted of the learner's plan */
    struct model_difference difference; /* from `compare_with` */
};

/* Small outputs may be written by one block alone, which the sample need not hold. */
enum { COVERED_BYTES_LEAST = 1 << 16 };
#define COVERED_SHARE_LEAST 0.85 /* of what the rival's sample writes */

static void find_covered(const struct case_buffers *buffers, const struct device_model *model, double *covered)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        covered[i] = 0;
        for (int j = 0; j < model->written_count && parameter->size_bytes; j++)
            if (model->written[j].address == parameter->held[0].address)
                covered[i] = fmin(1, model->written[j].bytes / (double)parameter->size_bytes);
    }
}

/* Whether the learner's plan writes as much as the rival's: one that leaves out part of a large output has no time. */
static bool check_covered(const struct case_buffers *buffers, const struct modelled *learner,
                          const struct modelled *rival, struct error *error)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        enum parameter_role role = parameter->parameter->role;
        bool is_large =
            (role == PARAMETER_OUT || role == PARAMETER_INOUT) && parameter->size_bytes >= COVERED_BYTES_LEAST;
        if (is_large && learner->covered[i] < COVERED_SHARE_LEAST * rival->covered[i])
            return error_set(error, ERROR_UNSUPPORTED,
                             "at this size about %.0f %% of '%s' is written, by the solution %.0f %%",
                             100 * learner->covered[i], parameter->parameter->name, 100 * rival->covered[i]);
    }
    return true;
}

/* Models a plan. What it writes is set beside what `learner` wrote, where both are plans of which that can be said. */
static bool model_program(struct case_buffers *buffers, const struct job_program *program,
                          const struct modelled *learner, struct modelled *out_modelled, struct error *error)
{
    struct device *device = buffers->devices[0];
    struct program_session session = {0};
    struct plan_outcome outcome = {0};
    bool done = case_buffers_upload(buffers, SIDE_REFERENCE, error) &&
                program_session_open(&session, buffers, program, case_buffers_arguments(buffers),
                                     buffers->parameter_count, error);
    device->models_time = true;
    device->model = (struct device_model){0};
    done = done && program_session_run(&session, &outcome, error);
    device->models_time = false;
    program_session_close(&session);
    find_covered(buffers, &device->model, out_modelled->covered);
    bool is_clear = done && !outcome.stopped && !device->model.is_entangled;
    if (is_clear && !learner)
        out_modelled->samples = model_sample_take(buffers);
    else if (is_clear && learner->samples && program->role == JOB_REFERENCE)
        model_sample_compare(buffers, learner->samples, &out_modelled->difference);
    case_buffers_release(buffers);
    if (done && outcome.stopped)
        done = error_set(error, ERROR_UNSUPPORTED, "the plan was stopped");
    if (done && !device->model.launches)
        done = error_set(error, ERROR_UNSUPPORTED, "the plan launches nothing");
    out_modelled->model = device->model;
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

/* The model errs alike on kernels that are alike: its error counts for the part in which the two differ. */
static struct statistics_median ratio_of(const struct device_model *learner, const struct device_model *rival)
{
    double ratio = rival->elapsed_ns / learner->elapsed_ns;
    double apart = ratio > 1 ? ratio - 1 : 1 - ratio,
           error = learner->error > rival->error ? learner->error : rival->error;
    double half = apart * error;
    return (struct statistics_median){.median = ratio, .low = ratio > half ? ratio - half : 0, .high = ratio + half};
}

static void fill(const struct device *device, const struct device_model *learner, const struct device_model *rival,
                 struct time_result *time)
{
    time->status = TIMING_RECORDED;
    time->runs = 1;
    time->learner_ns = interval(learner->elapsed_ns, learner->error);
    time->rival_ns = interval(rival->elapsed_ns, rival->error);
    time->ratio = ratio_of(learner, rival);
    time->dram_bytes_per_second = device->properties.dram_bytes_per_second;
    time->fp32_flops = device->properties.fp32_flops;
    time->l2_bytes = device->properties.l2_bytes;
    snprintf(time->note, sizeof time->note, "%s", learner->limiter);
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

static bool model_all(struct case_buffers *buffers, struct time_result *time, struct error *error)
{
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, ""),
                             *solution = job_find_program(buffers->job, JOB_SOLUTION, ""),
                             *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    const struct job_program *rival = solution ? solution : reference;
    struct modelled models[3] = {0};
    if (!learner || !rival)
        return error_set(error, ERROR_INTERNAL, "there is nothing to compare the time with");
    if (!case_buffers_prepare(buffers, error) || !model_program(buffers, learner, NULL, &models[0], error) ||
        !model_program(buffers, rival, &models[0], &models[1], error))
        return false;
    bool has_reference = !solution || (reference && model_program(buffers, reference, &models[0], &models[2], NULL));
    const struct modelled *right = solution ? &models[2] : &models[1];
    if (has_reference && right->difference.wrong) {
        say_wrong(&right->difference, time);
        return true;
    }
    if (!check_covered(buffers, &models[0], &models[1], error))
        return false;
    fill(buffers->devices[0], &models[0].model, &models[1].model, time);
    time->rival_is_solution = solution != NULL;
    if (solution && has_reference)
        time->reference_ratio = models[2].model.elapsed_ns / models[0].model.elapsed_ns;
    return true;
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
    time->status = TIMING_NOT_RECORDED;
    snprintf(time->note, sizeof time->note, "%s", obstacle ? obstacle : error.message);
}
