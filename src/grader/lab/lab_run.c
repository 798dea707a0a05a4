/* Runs a lab's kernel on its cases. */
#include "grader/lab_run.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "grader/finding/finding_sentence.h"
#include "grader/prepare/grading.h"
#include "grader/time/modelled/time_search.h"
#include "grader/value/counter.h"
#include "grader/value/number.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

enum { LEARNER_DEADLINE_MS = 30000, AUTHOR_DEADLINE_MS = 300000, GRACE_MS = 2000, PRINTED_LINES_MAX = 64, DIGITS = 6 };

/* Where a quantity comes from: the run of the case, its modelled run, or the GPU. */
enum origin { ORIGIN_COUNTED, ORIGIN_MODELLED, ORIGIN_MEASURED };

struct lab_state {
    const struct lab_run *run;
    struct grading grading;
    struct grade_request request;
    struct exercise exercise; /* the given one with the cases of the run, and nothing to judge it by */
    struct job job;
    struct arena *arena; /* of the results */
    struct lab_result *results;
    enum origin timed; /* of the present times */
};

/* --- the job ---------------------------------------------------------------------------------- */

static struct exercise plain_exercise(const struct lab_run *run, struct arena *arena)
{
    struct exercise exercise = *run->exercise;
    exercise.cases = ARENA_ARRAY(arena, run->case_count + 1, struct exercise_case);
    for (size_t i = 0; i < run->case_count; i++)
        exercise.cases[i] = *run->cases[i];
    exercise.case_count = run->case_count;
    exercise.gate_case = exercise.bench = NULL;
    exercise.reference = exercise.checker = NULL;
    exercise.gate_count = 0;
    return exercise;
}

/* The compiler's first error, with its hint. */
static bool refuse(const struct diagnostics *said, struct arena *arena, struct error *error)
{
    for (size_t i = 0; i < diagnostics_count(said); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(said, i);
        if (diagnostic->severity != DIAGNOSTIC_ERROR)
            continue;
        const char *text = phrase_diagnostic(arena, diagnostic);
        if (diagnostic->hint)
            text = sentence_text(arena, SENTENCE_COMPILE_HINT,
                                 FIELDS({"message", text}, {"hint", phrase_capitalised(arena, diagnostic->hint)}));
        return error_set(error, ERROR_SYNTAX, "%s", text);
    }
    return error_set(error, ERROR_SYNTAX, "%s", _("the kernel does not compile"));
}

static bool parse_plan(struct lab_state *state, const struct source *source, struct error *error)
{
    struct grading *grading = &state->grading;
    struct diagnostics *diagnostics = diagnostics_new(grading->arena);
    const struct exercise *exercise = &state->exercise;
    grading->plan = plan_parse(grading->arena, source, diagnostics);
    return (grading->plan &&
            plan_check(grading->plan, source, exercise->parameters, exercise->parameter_count, diagnostics)) ||
           refuse(diagnostics, grading->arena, error);
}

static bool compile_source(struct lab_state *state, const struct source *source, struct error *error)
{
    struct grading *grading = &state->grading;
    struct build_watch watch = {state->run->cancelled, state->run->context};
    struct compile_request request = {.source = source,
                                      .architecture = grading->architecture,
                                      .names = plan_name_expressions(grading->plan, grading->arena),
                                      .want_cubin = !state->run->reference};
    struct compiler *compiler = grading->grader->machine_compiler;
    if (!compiler_begin(compiler, &request, error) ||
        !build_wait(compiler, &watch, grading->arena, &grading->compiled, error))
        return false;
    if (grading->compiled->ok)
        return true;
    return refuse(grading->compiled->diagnostics, grading->arena, error);
}

static bool add_reference(struct lab_state *state, struct error *error)
{
    const struct built *built;
    struct grading *grading = &state->grading;
    if (!state->run->reference)
        return true;
    struct build_request request = {
        .source = state->run->reference, .exercise = &state->exercise, .architecture = grading->architecture};
    if (!build_file(grading->grader->cache, grading->grader->machine_compiler, &request, &built, error))
        return false;
    state->job.programs[state->job.program_count++] = build_program_of(JOB_REFERENCE, built, grading->arena);
    return true;
}

static bool needs_cache(const struct lab_run *run)
{
    for (size_t i = 0; i < run->quantity_count; i++)
        if (counter_needs_cache(run->quantities[i]))
            return true;
    return false;
}

/* The planned cases are sorted, so each is found by its number. */
static void choose_cases(struct lab_state *state)
{
    const struct lab_run *run = state->run;
    const struct planned_cases *planned = &state->grading.cases;
    unsigned counted = DEVICE_COUNT | (needs_cache(run) ? DEVICE_COUNT_CACHE : 0);
    state->job.cases = ARENA_ARRAY(state->grading.arena, run->case_count + 1, struct job_case);
    state->job.case_count = run->case_count;
    for (size_t i = 0; i < planned->count; i++) {
        const struct job_case *one = &planned->items[i].job;
        if (planned->items[i].is_drawn || one->number >= run->case_count)
            continue;
        struct job_case *chosen = &state->job.cases[one->number];
        *chosen = *one;
        chosen->compare = run->reference != NULL;
        chosen->checks = run->reference ? DEVICE_CHECK_ALL | DEVICE_COUNT : counted;
        chosen->instruction_limit = run->reference ? one->instruction_limit : 0;
    }
}

static bool prepare(struct lab_state *state, struct error *error)
{
    struct grading *grading = &state->grading;
    const struct source *source = state->run->source;
    if (!parse_plan(state, source, error) || !grading_choose_device(grading, error) ||
        !compile_source(state, source, error) || !grading_prepare_job(grading, error))
        return false;
    state->job = grading->job;
    state->job.deadline_ms = state->run->is_patient ? AUTHOR_DEADLINE_MS : LEARNER_DEADLINE_MS;
    state->job.programs[0] =
        build_program(JOB_LEARNER, state->run->source, grading->plan, grading->compiled, grading->arena);
    choose_cases(state);
    return add_reference(state, error);
}

static bool send(struct lab_state *state, struct device_child *child, device_child_answer take, struct error *error)
{
    int64_t limit_ns = ((int64_t)state->job.deadline_ms + GRACE_MS) * 1000000;
    struct device_child_watch watch = {
        .deadline_ns = clock_deadline_ns(limit_ns), .cancelled = state->run->cancelled, .context = state->run->context};
    size_t answered;
    return device_child_run(child, &state->job, &watch, state->grading.arena, take, state, &answered, error);
}

/* --- the results ------------------------------------------------------------------------------ */

static enum origin origin_of(const struct lab_state *state, const char *quantity)
{
    if (strcmp(quantity, LAB_TIME) == 0)
        return state->grading.on_cuda ? ORIGIN_MEASURED : ORIGIN_MODELLED;
    return counter_is_timed(quantity) ? ORIGIN_MODELLED : ORIGIN_COUNTED;
}

static const struct vgpu_finding *first_finding(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].severity == VGPU_SEVERITY_ERROR)
            return &observation->findings[i];
    return NULL;
}

static const char *wrong_element(const struct lab_state *state, const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++) {
        const struct buffer_result *buffer = &result->buffers[i];
        if (!buffer->wrong_count || !buffer->first_count)
            continue;
        const struct compare_element *element = &buffer->first[0];
        enum dtype dtype = buffer->parameter->dtype;
        double expected = number_decode(dtype, element->expected);
        bool is_one_of_many = state->job.cases[result->case_index].devices > 1;
        const char *name = buffer->parameter->name;
        if (is_one_of_many)
            name = phrase_of_rank(state->arena, buffer->rank, name);
        if (element->never_written)
            return arena_printf(state->arena, _("%s[%llu] is never written, expected %s."), name,
                                (unsigned long long)element->index, phrase_number(state->arena, expected, DIGITS));
        double got = number_decode(dtype, element->got);
        return arena_printf(state->arena, _("%s[%llu] is %s, expected %s."), name, (unsigned long long)element->index,
                            phrase_distinct(state->arena, got, expected, DIGITS),
                            phrase_distinct(state->arena, expected, got, DIGITS));
    }
    return NULL;
}

static void judge(struct lab_state *state, const struct case_result *result, struct lab_result *out)
{
    const struct vgpu_finding *finding = first_finding(result->observation);
    struct finding_view view = {result->observation, result->observation, state->run->source,
                                state->job.cases[result->case_index].name};
    const char *wrong = wrong_element(state, result);
    if (finding) {
        out->why = arena_strdup(state->arena, finding_sentence(state->arena, &view).text);
    } else if (wrong) {
        out->why = wrong;
    } else if (result->changed_input) {
        out->why = arena_printf(state->arena, _("The input %s was changed."), result->changed_input->name);
    } else if (result->outcome != CASE_RAN) {
        out->why =
            arena_strdup(state->arena, result->refusal.code ? result->refusal.message : result->observation->fault);
    }
    out->right = result->outcome == CASE_RAN && !out->why && !result->observation->timed_out;
    if (!out->right && !out->why)
        out->why = _("The kernel does not end.");
}

static void keep_printed(struct lab_state *state, const struct observation *observation, struct lab_result *out)
{
    size_t count = observation->printed_count < PRINTED_LINES_MAX ? observation->printed_count : PRINTED_LINES_MAX;
    out->printed = ARENA_ARRAY(state->arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++)
        out->printed[out->printed_count++] = arena_strdup(state->arena, observation->printed[i].text);
}

static bool count_quantities(struct lab_state *state, const struct case_result *result, struct lab_result *out,
                             struct error *error)
{
    const struct job_case *given = &state->job.cases[result->case_index];
    struct scope scope = {given->values, given->value_count, given->devices};
    struct counter_facts facts;
    const struct compile_result *compiled = state->grading.compiled;
    if (!counter_facts_of(&state->exercise, &scope, given->devices, result->observation, &facts, error))
        return false;
    if (compiled->cubin_bytes)
        counter_add_spills(&facts, compiled->resources, compiled->resource_count);
    for (size_t i = 0; i < state->run->quantity_count; i++) {
        if (origin_of(state, state->run->quantities[i]) != ORIGIN_COUNTED)
            continue;
        if (!counter_evaluate(state->run->quantities[i], result->observation, &facts, &out->values[i], error))
            return false;
        out->is_known[i] = true;
    }
    return true;
}

static bool take_counts(void *context, struct case_result *result, struct error *error)
{
    struct lab_state *state = context;
    struct lab_result *out = &state->results[result->case_index];
    CLEANUP(observation_free) struct observation *observation = result->observation;
    out->ran = result->outcome == CASE_RAN;
    if (result->outcome == CASE_REFERENCE) {
        *error = result->refusal;
        return false;
    }
    judge(state, result, out);
    keep_printed(state, observation, out);
    return !out->ran || count_quantities(state, result, out, error);
}

/* The reason why there is no time; NULL: there is one. */
static const char *no_time_why(const struct case_result *result, struct arena *arena)
{
    if (!result->time || (result->outcome != CASE_RAN && result->refusal.code))
        return result->refusal.code ? result->refusal.message : _("this run has no time");
    return result->time->status == TIMING_RECORDED ? NULL : time_result_said(result->time, arena);
}

static bool take_time(void *context, struct case_result *result, struct error *error)
{
    struct lab_state *state = context;
    struct lab_result *out = &state->results[result->case_index];
    const char *why = no_time_why(result, state->arena);
    (void)error;
    observation_free(result->observation);
    if (why) {
        out->why = arena_strdup(state->arena, why);
        return true;
    }
    for (size_t i = 0; i < state->run->quantity_count; i++) {
        const char *name = state->run->quantities[i];
        if (origin_of(state, name) != state->timed)
            continue;
        bool is_time = strcmp(name, LAB_TIME) == 0;
        out->values[i] = result->time->learner_ns.median / 1e3;
        out->is_known[i] = is_time || time_result_counter(result->time, name, &out->values[i]);
    }
    return true;
}

static bool wants(const struct lab_state *state, enum origin origin)
{
    for (size_t i = 0; i < state->run->quantity_count; i++)
        if (origin_of(state, state->run->quantities[i]) == origin)
            return true;
    return false;
}

static bool run_counted(struct lab_state *state, struct error *error)
{
    bool is_timed = wants(state, ORIGIN_MODELLED) || wants(state, ORIGIN_MEASURED);
    bool has_to = state->run->reference || wants(state, ORIGIN_COUNTED) || !is_timed;
    return !has_to || send(state, state->grading.grader->virtual_child, take_counts, error);
}

static bool run_timed(struct lab_state *state, enum origin origin, struct device_child *child, struct error *error)
{
    if (!wants(state, origin))
        return true;
    for (size_t i = 0; i < state->job.case_count; i++) {
        state->job.cases[i].measure = true;
        state->job.cases[i].compare = false;
        state->job.cases[i].checks = 0;
    }
    state->timed = origin;
    return send(state, child, take_time, error);
}

/* A plan with `tune` runs with the configuration that is fastest in each case. */
static bool choose_configurations(struct lab_state *state, struct error *error)
{
    bool is_timed = wants(state, ORIGIN_MODELLED) || wants(state, ORIGIN_MEASURED);
    for (size_t i = 0; is_timed && i < state->job.case_count && plan_tune_count(state->grading.plan); i++) {
        struct job_case alone = state->job.cases[i];
        struct job job = state->job;
        alone.measure = true;
        alone.compare = false;
        alone.checks = 0;
        job.cases = &alone;
        job.case_count = 1;
        if (!time_search_fastest(&state->grading, &job, &state->job.cases[i].choice, error))
            return false;
    }
    return true;
}

/* A GPU that lacks something leaves its reason in the verdict. */
static void note_model(struct lab_state *state)
{
    bool is_asked = state->run->device && device_kind_measures_time(state->run->device);
    for (size_t i = 0; is_asked && !state->grading.on_cuda && i < state->run->case_count; i++)
        state->results[i].modelled_why = arena_strdup(state->arena, state->grading.verdict->time.note);
}

bool lab_run(struct grader *grader, const struct lab_run *run, struct arena *arena, struct lab_result *out_results,
             struct error *error)
{
    CLEANUP(arena_free) struct arena *own = arena_new();
    CLEANUP(verdict_free) struct verdict *scratch = verdict_new();
    struct lab_state state = {.run = run, .exercise = plain_exercise(run, own), .arena = arena, .results = out_results};
    memset(out_results, 0, run->case_count * sizeof *out_results);
    state.request = (struct grade_request){.curriculum = run->curriculum,
                                           .exercise = &state.exercise,
                                           .source = run->source,
                                           .device = run->device ? run->device : "virtual",
                                           .seed = 1,
                                           .cancelled = run->cancelled,
                                           .context = run->context};
    state.grading =
        (struct grading){.grader = grader, .request = &state.request, .arena = own, .seed = 1, .verdict = scratch};
    if (!prepare(&state, error) || !choose_configurations(&state, error) || !run_counted(&state, error) ||
        !run_timed(&state, ORIGIN_MODELLED, grader->virtual_child, error) ||
        !run_timed(&state, ORIGIN_MEASURED, grader->cuda_child, error))
        return false;
    note_model(&state);
    return true;
}
