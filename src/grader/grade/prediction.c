/*
 * Answers a prediction: a counter of one of the course's kernels, or whether a kernel is right
 * without a barrier.
 */
#include <string.h>

#include "grader/prepare/grading.h"
#include "grader/source_barrier.h"
#include "grader/value/counter.h"

struct measurement {
    struct observation *observation;
    struct error refusal;
};

static bool keep_measurement(void *context, struct case_result *result, struct error *error)
{
    struct measurement *measurement = context;
    (void)error;
    measurement->observation = result->observation;
    measurement->refusal = result->refusal;
    return true;
}

/* Runs the gate case alone, without the reference, counted line by line. */
static bool run_measurement(struct grading *grading, const char *counter, struct measurement *measurement,
                            struct job_case *out_case, struct error *error)
{
    struct device_child_watch watch = {.deadline_ns = INT64_MAX};
    size_t gate = 0, answered;
    for (size_t i = 0; i < grading->cases.count; i++)
        if (grading->cases.items[i].is_gate)
            gate = i;
    *out_case = grading->cases.items[gate].job;
    out_case->compare = false;
    out_case->checks = DEVICE_COUNT | (counter_needs_cache(counter) ? DEVICE_COUNT_CACHE : 0);
    grading->job.cases = out_case;
    grading->job.case_count = 1;
    return device_child_run(grading->grader->virtual_child, &grading->job, &watch, grading->arena, keep_measurement,
                            measurement, &answered, error);
}

static bool build_measured(struct grading *grading, const struct source *source, struct error *error)
{
    struct diagnostics *diagnostics = diagnostics_new(grading->arena);
    const struct exercise *exercise = grading->request->exercise;
    grading->plan = plan_parse(grading->arena, source, diagnostics);
    if (!grading->plan ||
        !plan_check(grading->plan, source, exercise->parameters, exercise->parameter_count, diagnostics))
        return error_set(error, ERROR_SYNTAX, "%s: the launch plan has a mistake", source->name);
    struct compile_request request = {.source = source,
                                      .architecture = grading->architecture,
                                      .names = plan_name_expressions(grading->plan, grading->arena),
                                      .want_cubin = true};
    if (!compiler_compile(grading->grader->machine_compiler, &request, grading->arena, &grading->compiled, error))
        return false;
    return grading->compiled->ok || error_set(error, ERROR_SYNTAX, "%s does not compile", source->name);
}

static bool measure(struct grading *grading, const struct source *source, const char *counter, double *out_value,
                    struct error *error)
{
    struct measurement measurement = {0};
    struct job_case measured;
    struct counter_facts facts;
    if (!grading_choose_device(grading, error) || !build_measured(grading, source, error) ||
        !grading_prepare_job(grading, error))
        return false;
    grading->job.programs[0] = build_program(JOB_LEARNER, source, grading->plan, grading->compiled, grading->arena);
    struct scope scope = {0};
    bool done = run_measurement(grading, counter, &measurement, &measured, error);
    if (done && measurement.refusal.code != ERROR_NONE)
        done = error_set(error, measurement.refusal.code, "%s", measurement.refusal.message);
    scope = (struct scope){measured.values, measured.value_count, measured.devices};
    done = done && counter_facts_of(grading->request->exercise, &scope, measured.devices, measurement.observation,
                                    &facts, error);
    if (done)
        counter_add_spills(&facts, grading->compiled->resources, grading->compiled->resource_count);
    done = done && counter_evaluate(counter, measurement.observation, &facts, out_value, error);
    observation_free(measurement.observation);
    return done;
}

static bool right_without_barrier(struct grader *grader, struct grade_request *request, struct arena *arena,
                                  double *out_value, struct error *error)
{
    struct verdict *verdict CLEANUP(verdict_free) = NULL;
    struct source without;
    if (!source_barrier_delete(request->source, arena, &without))
        return error_set(error, ERROR_NOT_FOUND, "%s has no __syncthreads() to delete", request->source->name);
    request->source = &without;
    if (!grader_grade(grader, request, &verdict, error))
        return false;
    if (verdict->status == VERDICT_COMPILE_ERROR)
        return error_set(error, ERROR_SYNTAX, "%s does not compile without one of its barriers", without.name);
    *out_value = verdict->status == VERDICT_PASS || verdict->status == VERDICT_GATE;
    return true;
}

bool grader_measure_counter(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                            const struct source *source, const char *counter, double *out_value, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct verdict *verdict CLEANUP(verdict_free) = verdict_new();
    struct grade_request request = {
        .curriculum = curriculum, .exercise = exercise, .source = source, .device = "virtual", .seed = 1};
    struct grading grading = {.grader = grader, .request = &request, .arena = arena, .seed = 1, .verdict = verdict};
    if (strcmp(counter, PREDICT_WITHOUT_BARRIER) == 0)
        return right_without_barrier(grader, &request, arena, out_value, error);
    if (!grader_counter_known(counter))
        return error_set(error, ERROR_NOT_FOUND, "there is no counter '%s'", counter);
    return measure(&grading, source, counter, out_value, error);
}
