/* Trials: prepares one case, runs it in the worker and takes the result. */
#include "grader/trial.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "grader/finding/finding_sentence.h"
#include "grader/trial/one_case.h"
#include "grader/trial/trial_changes.h"
#include "grader/value/number.h"
#include "grader/value/phrase.h"
#include "grader/value/scope.h"
#include "grader/value/sentence.h"

enum { TRIAL_DEADLINE_MS = 10000, TRIAL_GRACE_MS = 1000 };

/* A trial while it runs. Only `trial` survives. */
struct attempt_state {
    struct grading grading;
    struct grade_request request;
    struct source source; /* the source that runs */
    struct job job;
    struct trial *trial;
};

void trial_free(struct trial *trial)
{
    if (!trial)
        return;
    observation_free(trial->observation);
    arena_free(trial->arena);
}

static struct trial *trial_new(void)
{
    struct arena *arena = arena_new();
    struct trial *trial = ARENA_NEW(arena, struct trial);
    trial->arena = arena;
    return trial;
}

/* --- the case --------------------------------------------------------------------------------- */

static bool choose_case(struct attempt_state *state, const struct trial_settings *settings, struct error *error)
{
    struct grading *grading = &state->grading;
    struct trial_changes changes;
    const struct planned_case *base = one_case_find(&grading->cases, settings->case_name);
    if (!base)
        return error_set(error, ERROR_NOT_FOUND, "there is no case %s", settings->case_name);
    if (!trial_read_changes(settings->exercise, &base->job, settings->changes, grading->arena, &changes, error))
        return false;
    struct job_case *given = arena_memdup(grading->arena, &base->job, sizeof base->job);
    if (changes.any && !cases_plan_own(settings->exercise, &changes.given, grading->arena, given, error))
        return false;
    given->checks = DEVICE_CHECK_ALL | DEVICE_COUNT | DEVICE_COUNT_CACHE;
    given->compare = true;
    given->show = true;
    state->job = grading->job;
    state->job.cases = given;
    state->job.case_count = 1;
    state->job.deadline_ms = TRIAL_DEADLINE_MS;
    return changes.block == 0 ||
           trial_change_block(settings->source, changes.block, grading->arena, &state->source, error);
}

static bool prepare(struct attempt_state *state, const struct trial_settings *settings, struct error *error)
{
    struct grading *grading = &state->grading;
    if (settings->exercise->kind == EXERCISE_TESTS)
        return error_set(error, ERROR_UNSUPPORTED, "an exercise whose file holds tests has no kernel to try");
    if (settings->exercise->kind == EXERCISE_PROGRAM)
        return error_set(error, ERROR_UNSUPPORTED,
                         "a whole program has no case to change; run it with other arguments");
    if (!grading_choose_device(grading, error) || !grading_prepare_job(grading, error) ||
        !choose_case(state, settings, error) || !one_case_compile(grading, &state->source, false, error))
        return false;
    state->job.programs[0] =
        build_program(JOB_LEARNER, &state->source, grading->plan, grading->compiled, grading->arena);
    return true;
}

/* --- the result ------------------------------------------------------------------------------- */

static double *decode(struct arena *arena, enum dtype dtype, const uint64_t *bits, uint64_t count)
{
    if (!bits)
        return NULL;
    double *values = ARENA_ARRAY(arena, count + 1, double);
    for (uint64_t i = 0; i < count; i++)
        values[i] = number_decode(dtype, bits[i]);
    return values;
}

static void take_buffer(struct trial *trial, const struct job_case *given, const struct shown_buffer *shown)
{
    struct trial_buffer *buffer = &trial->buffers[trial->buffer_count];
    struct scope scope = {given->values, given->value_count, given->devices};
    const struct parameter *parameter = shown->parameter;
    *buffer = (struct trial_buffer){.name = arena_strdup(trial->arena, parameter->name),
                                    .rank = parameter->rank,
                                    .first = shown->first,
                                    .shown = shown->shown};
    if (!scope_shape(&scope, parameter, buffer->shape, &buffer->count, NULL))
        return;
    buffer->initial = decode(trial->arena, parameter->dtype, shown->initial, shown->shown);
    buffer->got = decode(trial->arena, parameter->dtype, shown->got, shown->shown);
    buffer->expected = decode(trial->arena, parameter->dtype, shown->expected, shown->shown);
    if (shown->marks)
        buffer->marks = arena_memdup(trial->arena, shown->marks, shown->shown * sizeof *shown->marks + 1);
    trial->buffer_count++;
}

static bool has_findings(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].severity == VGPU_SEVERITY_ERROR)
            return true;
    return observation->faulted || observation->deadlocked || observation->timed_out;
}

/* The sentence of a verdict about the findings; NULL: there are none. */
static const char *say_findings(const struct attempt_state *state, const struct observation *observation)
{
    struct arena *arena = state->trial->arena;
    struct finding_view view = {.reported = observation,
                                .all = observation,
                                .source = &state->source,
                                .case_text = phrase_case(arena, state->job.cases[0].name),
                                .exercise = state->request.exercise};
    const char *said = has_findings(observation) ? finding_sentence(arena, &view).text : NULL;
    return said ? phrase_ended(arena, said) : NULL;
}

/* The sentence of a verdict about a run that was stopped. */
static const char *say_stopped(const struct attempt_state *state, const struct case_result *result)
{
    struct arena *arena = state->trial->arena;
    const struct observation *observation = result->observation;
    if (result->refusal.code != ERROR_NONE)
        return arena_strdup(arena, result->refusal.message);
    enum sentence_id id = observation->timed_out ? SENTENCE_TIMEOUT
                          : *observation->fault  ? SENTENCE_STOPPED
                                                 : SENTENCE_CRASHED;
    return sentence_text(arena, id,
                         FIELDS({"case", phrase_case(arena, state->job.cases[0].name)}, {"fault", observation->fault}));
}

static const char *why_not_right(const struct attempt_state *state, const struct case_result *result)
{
    const char *said = say_findings(state, result->observation);
    if (said)
        return said;
    if (result->outcome != CASE_RAN)
        return say_stopped(state, result);
    if (!result->changed_input)
        return NULL;
    return arena_printf(state->trial->arena, _("the input %s was changed"), result->changed_input->name);
}

static void take_outcome(struct attempt_state *state, const struct case_result *result)
{
    struct trial *trial = state->trial;
    trial->ran = result->outcome == CASE_RAN;
    trial->compared = trial->ran && result->buffer_count > 0;
    for (size_t i = 0; i < result->buffer_count; i++)
        trial->wrong_count += result->buffers[i].wrong_count;
    trial->right =
        trial->compared && !trial->wrong_count && !result->changed_input && !has_findings(trial->observation);
    trial->why = why_not_right(state, result);
}

static bool take_result(void *context, struct case_result *result, struct error *error)
{
    struct attempt_state *state = context;
    struct trial *trial = state->trial;
    trial->observation = result->observation;
    if (result->outcome == CASE_REFERENCE) {
        *error = result->refusal;
        return error_add_context(error, "this case");
    }
    take_outcome(state, result);
    trial->buffers = ARENA_ARRAY(trial->arena, result->shown_count + 1, struct trial_buffer);
    for (size_t i = 0; i < result->shown_count; i++)
        take_buffer(trial, &state->job.cases[0], &result->shown[i]);
    return true;
}

static bool take_time(void *context, struct case_result *result, struct error *error)
{
    struct trial *trial = ((struct attempt_state *)context)->trial;
    (void)error;
    observation_free(result->observation);
    if (result->time && result->time->status == TIMING_RECORDED)
        trial->microseconds = result->time->learner_ns.median / 1e3;
    else if (!trial->why) /* else the same finding stops the timed run */
        trial->note = result->time ? time_result_said(result->time, trial->arena) : _("the worker gave no time");
    return true;
}

static bool run(struct attempt_state *state, device_child_answer take, struct error *error)
{
    int64_t limit_ms = TRIAL_DEADLINE_MS + TRIAL_GRACE_MS;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(limit_ms * 1000000),
                                       .cancelled = state->request.cancelled,
                                       .context = state->request.context};
    size_t answered;
    return device_child_run(state->grading.grader->virtual_child, &state->job, &watch, state->grading.arena, take,
                            state, &answered, error);
}

/* Models the time at the chosen size, not at the exercise's timed size. */
static bool model_time(struct attempt_state *state, struct error *error)
{
    struct error failure = {0};
    struct trial *trial = state->trial;
    state->job.cases[0].measure = true;
    state->job.cases[0].show = false;
    state->job.cases[0].checks = 0;
    if (run(state, take_time, &failure))
        return true;
    trial->note = arena_strdup(trial->arena, failure.message);
    if (failure.code == ERROR_CANCELLED)
        *error = failure;
    return failure.code != ERROR_CANCELLED;
}

static void describe(struct attempt_state *state, const char *case_name)
{
    struct trial *trial = state->trial;
    const struct compile_result *compiled = state->grading.compiled;
    trial->case_name = arena_strdup(trial->arena, case_name);
    trial->plan = trial_plan_line(&state->source, trial->arena);
    trial->block = (uint32_t)trial_plan_block(&state->source);
    for (size_t i = 0; i < compiled->resource_count; i++)
        if (compiled->resources[i].registers > trial->registers)
            trial->registers = compiled->resources[i].registers;
}

bool trial_run(struct grader *grader, const struct trial_settings *settings, struct trial **out_trial,
               struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct verdict *scratch CLEANUP(verdict_free) = verdict_new(); /* not shown: grading needs a verdict to write to */
    struct trial *trial CLEANUP(trial_free) = trial_new();
    struct attempt_state state = {.source = *settings->source, .trial = trial};
    state.request = (struct grade_request){.curriculum = settings->curriculum,
                                           .exercise = settings->exercise,
                                           .source = settings->source,
                                           .device = "virtual",
                                           .seed = settings->seed ? settings->seed : 1,
                                           .cancelled = settings->cancelled,
                                           .context = settings->context};
    state.grading = (struct grading){
        .grader = grader, .request = &state.request, .arena = arena, .seed = state.request.seed, .verdict = scratch};
    if (!prepare(&state, settings, error) || !run(&state, take_result, error))
        return false;
    describe(&state, state.job.cases[0].name);
    if (settings->models_time && trial->ran && !model_time(&state, error))
        return false;
    *out_trial = trial;
    trial = NULL;
    return true;
}
