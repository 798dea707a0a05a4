/* Chooses the sentence about a submission, from the results of its cases and its timed run. */
#include "grader/diagnose/diagnosis.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "grader/cause/cause.h"
#include "grader/cause/cause_remark.h"
#include "grader/diagnose/case_inits.h"
#include "grader/diagnose/case_relation.h"
#include "grader/diagnose/explanation.h"
#include "grader/diagnose/explanation_stage.h"
#include "grader/diagnose/explanation_wrong.h"
#include "grader/diagnose/failing_case.h"
#include "grader/diagnose/idle_blocks.h"
#include "grader/diagnose/wrong_buffers.h"
#include "grader/finding/element_name.h"
#include "grader/source/cut_number.h"
#include "grader/source/given_call.h"
#include "grader/source/source_todo.h"
#include "grader/time/time_medal.h"
#include "grader/value/observation_merge.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

static struct explain_context context_of(const struct grading *grading)
{
    return (struct explain_context){.curriculum = grading->request->curriculum, .exercise = grading->request->exercise};
}

/* What the learner began with, and what the course ends with. False: one of them is missing. */
static bool read_given(const struct grading *grading, struct source *out_starter, struct source *out_solution)
{
    const struct exercise *exercise = grading->request->exercise;
    const char *root = curriculum_folder(grading->request->curriculum, exercise);
    return grading->verdict->source && exercise->starter && exercise->solution &&
           build_read_source(root, "exercises", exercise->starter, grading->arena, out_starter, NULL) &&
           build_read_source(root, "solutions", exercise->solution, grading->arena, out_solution, NULL);
}

/* NULL: the learner's file has no functions that the exercise gives. */
static const struct given_calls *calls_of(const struct grading *grading)
{
    const struct compile_result *compiled = grading->compiled;
    struct source starter, solution;
    if (!compiled || !compiled->ptx || !read_given(grading, &starter, &solution))
        return NULL;
    return given_calls_find(grading->arena, grading->verdict->source, &starter, &solution, compiled->ptx,
                            compiled->ptx_bytes);
}

static struct given_call changed_of(const struct grading *grading)
{
    struct source starter, solution;
    if (!read_given(grading, &starter, &solution))
        return (struct given_call){0};
    return given_call_changed(grading->arena, grading->verdict->source, &starter, &solution);
}

static bool has_floats_alone(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].rank && dtype_kind(exercise->parameters[i].dtype) != DTYPE_KIND_FLOAT)
            return false;
    return true;
}

/* A line that cuts a number, where all buffers hold floats, or all results are whole numbers. */
static int cut_line_of(const struct grading *grading, enum pattern_kind pattern)
{
    const struct compile_result *compiled = grading->compiled;
    bool is_whole = pattern == PATTERN_WHOLE_NUMBERS || pattern == PATTERN_ALL_ZERO;
    const struct source *source = grading->verdict->source;
    return (is_whole || has_floats_alone(grading->request->exercise)) && source && compiled && compiled->ptx
               ? cut_number_line(source, compiled->ptx, compiled->ptx_bytes)
               : 0;
}

/* The learner began with one of both starters. Only the half-written one has parts of its own. */
static struct source_todo todo_of(const struct grading *grading)
{
    const struct exercise *exercise = grading->request->exercise;
    const char *const starters[] = {exercise->starter, exercise->starter_half};
    const char *root = curriculum_folder(grading->request->curriculum, exercise);
    struct source_todo open = {0};
    for (size_t i = 0; grading->verdict->source && i < sizeof starters / sizeof *starters && !open.count; i++) {
        struct source starter;
        if (starters[i] && build_read_source(root, "exercises", starters[i], grading->arena, &starter, NULL))
            open = source_todo_open(grading->verdict->source, &starter);
    }
    return open;
}

void diagnose_early(struct grading *grading, const char *message)
{
    struct explain_context context = context_of(grading);
    context.stopped_case = "";
    grading->verdict->message = arena_strdup(grading->verdict->arena, message);
    explain(grading->verdict, &context);
}

/* --- the cases -------------------------------------------------------------------------------- */

static const struct observation *unsafe_view(const struct grading *grading)
{
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_record *record = &grading->records[i];
        if (!record->result || !observation_endangers(record->result->observation))
            continue;
        return record->result->observation;
    }
    return grading->debug_observation && observation_endangers(grading->debug_observation) ? grading->debug_observation
                                                                                           : NULL;
}

/*
 * "FILE:12:5: no such buffer" as "line 12: no such buffer", because the learner knows the file. The
 * reason may be told (base/told.h). The verdict takes the line.
 */
static const char *say_refusal(struct verdict *verdict, const char *message)
{
    size_t length = verdict->source ? strlen(verdict->source->name) : 0;
    int line, column, end = 0;
    if (length && !strncmp(message, verdict->source->name, length) &&
        sscanf(message + length, ":%d:%d: %n", &line, &column, &end) == 2 && end) {
        verdict->line = line;
        return sentence_text(verdict->arena, SENTENCE_REFUSED_AT_LINE,
                             FIELDS({"line", phrase_integer(verdict->arena, line)},
                                    {"why", told_local(verdict->arena, message + length + end)}));
    }
    return told_local(verdict->arena, message);
}

/* Adds the case that did not run to its end. */
static void add_stopped(struct grading *grading, const struct case_record *stopped, struct explain_context *context)
{
    struct verdict *verdict = grading->verdict;
    context->stopped = stopped->result->observation;
    context->stopped_case = verdict->cases[stopped - grading->records].name;
    const struct case_result *result = stopped->result;
    if (result->outcome != CASE_REFUSED)
        return;
    verdict->message = sentence_text(verdict->arena, SENTENCE_REFUSED,
                                     FIELDS({"case", phrase_case(verdict->arena, context->stopped_case)},
                                            {"why", say_refusal(verdict, result->refusal.message)}));
}

/*
 * Adds a case that goes wrong in another order or in a second run only, if the verdict reports it.
 */
static void add_order(const struct grading *grading, const struct case_record *stopped, struct explain_context *context)
{
    const struct verdict *verdict = grading->verdict;
    const struct case_verdict *failing = context->failing;
    const struct case_record *reported = stopped   ? stopped
                                         : failing ? &grading->records[failing - verdict->cases]
                                                   : NULL;
    if (reported && reported->result && reported->result->runs_before)
        context->repeated_case = verdict->cases[reported - grading->records].name;
    if (!reported || !reported->result || !reported->result->order)
        return;
    context->order = reported->result->order;
    context->reordered = reported->result->observation;
    context->reordered_case = verdict->cases[reported - grading->records].name;
}

/* Adds a worker that died or hung. The result of its case is unknown. */
static void add_death(struct grading *grading, struct explain_context *context)
{
    struct verdict *verdict = grading->verdict;
    context->stopped_case = grading->failed_case;
    if (verdict->status == VERDICT_CRASH)
        verdict->message = sentence_text(verdict->arena, SENTENCE_PROCESS_DIED, FIELDS({"case", grading->failed_case}));
}

static void add_failing(struct grading *grading, struct explain_context *context)
{
    struct verdict *verdict = grading->verdict;
    struct failing_case failing = failing_case_choose(grading);
    context->failing = failing.verdict;
    context->pattern = failing.pattern;
    context->relation = case_relation(&grading->cases, verdict, verdict->arena);
    context->relation_is_far = case_inits_are_far(&grading->cases, verdict, verdict->arena);
    verdict->reported = failing.verdict == verdict->smallest_failing ? NULL : failing.verdict;
    if (!failing.verdict)
        return;
    const struct case_result *result = grading->records[failing.verdict - verdict->cases].result;
    context->stage = explain_stage(verdict->arena, result);
    context->stage_line = explain_stage_line(result);
    context->slip = grading->slip;
    context->word = grading->word;
    context->deciding = grading->deciding;
    context->changed = changed_of(grading);
    context->cut_line = cut_line_of(grading, failing.pattern);
    bool is_zero = failing.pattern == PATTERN_ALL_ZERO ||
                   (failing.pattern == PATTERN_CUT_AT_ZERO && !verdict->right_count); /* it is 0 for any inputs */
    if (is_zero && failing.verdict->wrong[0].element_count == 1)
        context->pattern = PATTERN_NONE; /* one zero is no pattern */
}

bool diagnose_lacks_cause(struct grading *grading)
{
    struct explain_context context = context_of(grading);
    context.todo = todo_of(grading);
    add_failing(grading, &context);
    return !context.todo.count && !pattern_explains(context.pattern) &&
           explain_wrong_lacks_cause(grading->verdict, &context);
}

/* The index of the case that the verdict reports; the number of cases: none. */
static size_t reported_case(const struct grading *grading, const struct explain_context *context)
{
    const struct verdict *verdict = grading->verdict;
    const char *name = verdict->status == VERDICT_UNSAFE ? verdict->unsafe_case
                       : context->failing                ? context->failing->name
                                                         : context->stopped_case;
    size_t index = 0;
    while (index < grading->cases.count && (!name || strcmp(grading->cases.items[index].job.name, name) != 0))
        index++;
    return index;
}

/* Lines that the reported case printed say more than those of the first case that prints. */
static void show_printed(const struct grading *grading, const struct explain_context *context)
{
    struct verdict *verdict = grading->verdict;
    size_t index = reported_case(grading, context);
    const struct case_result *result = index < grading->cases.count ? grading->records[index].result : NULL;
    if (!result || !result->observation->printed_count)
        return;
    verdict->observation->printed_count = 0;
    verdict->observation->printed_total = 0;
    observation_merge(verdict->observation, result->observation, MERGE_PRINTED);
    verdict->printed_case = arena_strdup(verdict->arena, grading->cases.items[index].job.name);
}

/* Variables that a starter gives are for the part that is still open. */
static void drop_unused_variables(struct diagnostics *diagnostics)
{
    diagnostics_drop_warnings(diagnostics, "was declared but never referenced");
    diagnostics_drop_warnings(diagnostics, "was set but never used");
}

void diagnose_cases(struct grading *grading, const struct case_record *stopped)
{
    struct verdict *verdict = grading->verdict;
    struct explain_context context = context_of(grading);
    context.todo = todo_of(grading);
    if (context.todo.count)
        drop_unused_variables(verdict->diagnostics);
    context.unsafe = unsafe_view(grading);
    bool is_of_debug = context.unsafe && context.unsafe == grading->debug_observation;
    if ((context.unsafe && !is_of_debug) || verdict->status == VERDICT_GATE)
        context.calls = calls_of(grading);
    if (verdict->status == VERDICT_GATE || verdict->status == VERDICT_PASS)
        context.idle_blocks = idle_blocks_text(grading);
    add_failing(grading, &context);
    add_order(grading, stopped, &context);
    if (stopped) {
        add_stopped(grading, stopped, &context);
    } else if (grading->failure.code != ERROR_NONE) {
        add_death(grading, &context);
    } else if (grading->debug_observation) {
        context.stopped = grading->debug_observation;
        context.stopped_case = grading->debug_case ? grading->debug_case : verdict->cases[0].name;
    }
    show_printed(grading, &context);
    explain(verdict, &context);
    struct finding_view names = {.source = verdict->source, .exercise = context.exercise};
    element_name_in_messages(verdict->observation, &names);
}

void diagnose_checker(struct grading *grading, const struct observation *unsafe, const char *case_name)
{
    struct verdict *verdict = grading->verdict;
    struct explain_context context = context_of(grading);
    context.unsafe = unsafe;
    context.stopped_case = "";
    verdict->status = VERDICT_UNSAFE;
    verdict->unsafe_case = arena_strdup(verdict->arena, case_name);
    observation_merge(verdict->observation, unsafe, 0);
    explain(verdict, &context);
}

/* --- the timed run ---------------------------------------------------------------------------- */

/* Adds the timed case to the verdict. It counts as not run until the caller says more. */
static struct case_verdict *append_timed_case(struct verdict *verdict, const struct job_case *given)
{
    struct case_verdict *cases = ARENA_ARRAY(verdict->arena, verdict->case_count + 1, struct case_verdict);
    struct case_verdict *added = &cases[verdict->case_count];
    memcpy(cases, verdict->cases, verdict->case_count * sizeof *cases);
    *added = (struct case_verdict){.name = arena_strdup(verdict->arena, given->name)};
    verdict->cases = cases;
    verdict->case_count++;
    return added;
}

/* Adds the timed case with its wrong elements. */
static const struct case_verdict *add_timed_case(struct grading *grading, const struct job_case *given,
                                                 const struct case_result *result)
{
    struct verdict *verdict = grading->verdict;
    struct case_verdict *added = append_timed_case(verdict, given);
    added->ran = true;
    added->elapsed_ns = result->elapsed_ns;
    if (result->changed_input) {
        added->input_changed = true;
        added->changed_input = arena_strdup(verdict->arena, result->changed_input->name);
    }
    wrong_buffers_fill(grading, given, result, added);
    verdict->smallest_failing = added;
    return added;
}

/* A launch that is refused at the timed size only. */
static void say_timed_refused(struct verdict *verdict, const struct time_failure *failure)
{
    struct arena *arena = verdict->arena;
    const struct case_result *result = failure->result;
    const char *why = failure->what ? failure->what : result->refusal.message;
    const struct case_verdict *timed = append_timed_case(verdict, failure->given);
    verdict->message =
        sentence_text(arena, SENTENCE_TIMED_REFUSED,
                      FIELDS({"case", phrase_case(arena, timed->name)}, {"why", say_refusal(verdict, why)}));
}

/* The kernel fails on the GPU, in the timed case. */
static void say_measured_failure(struct grading *grading, const struct time_failure *failure)
{
    struct verdict *verdict = grading->verdict;
    struct arena *arena = verdict->arena;
    const struct case_result *result = failure->result;
    const char *name = failure->given->name;
    struct explain_context context = context_of(grading);
    context.stopped = result ? result->observation : NULL;
    context.stopped_case = name;
    context.failing = result ? add_timed_case(grading, failure->given, result) : NULL;
    verdict->message = "";
    if (failure->kind == TIME_FAILURE_UNSAFE) {
        observation_merge(verdict->observation, result->observation, 0);
        verdict->unsafe_case = arena_strdup(arena, name);
        context.unsafe = result->observation;
    }
    if (failure->kind == TIME_FAILURE_TOO_SLOW)
        verdict->message = sentence_text(arena, SENTENCE_TOO_SLOW_TO_CERTIFY, FIELDS({"case", name}));
    explain(verdict, &context);
    if (result && failure->kind == TIME_FAILURE_NO_END && !failure->is_whole)
        verdict->message =
            sentence_text(arena, SENTENCE_TIMED_NO_END,
                          FIELDS({"case", name}, {"seconds", phrase_integer(arena, JOB_GPU_RUN_NS / 1000000000)}));
    else if (failure->kind == TIME_FAILURE_WRONG && result->runs_before)
        verdict->message = sentence_text(arena, SENTENCE_WRONG_WHEN_RUN_AGAIN, FIELDS({"case", name}));
    else if (failure->kind == TIME_FAILURE_WRONG && result->time && *result->time->note)
        verdict->message =
            sentence_text(arena, SENTENCE_TIMED_WRONG, FIELDS({"case", name}, {"what", result->time->note}));
}

void diagnose_gates(struct grading *grading)
{
    struct explain_context context = context_of(grading);
    context.idle_blocks = idle_blocks_text(grading);
    context.calls = calls_of(grading);
    explain(grading->verdict, &context);
}

/* The kernels of a plan exercise are given: the choice of configurations is the learner's. */
static const char *slow_rest(const struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    const struct verdict_search *search = verdict->search;
    bool is_choice = grading->request->exercise->kind == EXERCISE_PLAN && search && search->row_count;
    if (!is_choice)
        return verdict->message ? verdict->message : "";
    return sentence_text(verdict->arena, SENTENCE_TOO_SLOW_CONFIGURATION,
                         FIELDS({"configuration", search->rows[search->chosen].configuration}));
}

void diagnose_slow(struct grading *grading)
{
    struct verdict *verdict = grading->verdict;
    const struct targets *targets = &grading->request->exercise->targets;
    verdict->message = sentence_text(
        verdict->arena, SENTENCE_TOO_SLOW,
        FIELDS({"ratio", phrase_number(verdict->arena, time_ratio(targets, &verdict->time), 2)},
               {"baseline", !strcmp(targets->of, "reference") ? _("the reference") : _("the solution")},
               {"wanted", phrase_number(verdict->arena, targets->bronze, 2)}, {"rest", slow_rest(grading)}));
}

/* A slip in the source can show at large sizes only. */
static void say_timed_failure(struct grading *grading, const struct time_failure *failure)
{
    struct verdict *verdict = grading->verdict;
    struct sentence cause = cause_find(verdict, &(struct cause_evidence){.exercise = grading->request->exercise});
    const char *said =
        phrase_ended(verdict->arena, sentence_text(verdict->arena, SENTENCE_TIMED_FAILS,
                                                   FIELDS({"case", failure->given->name}, {"what", failure->what})));
    verdict->message = cause.text ? phrase_joined(verdict->arena, cause.text, said) : cause_remark_add(verdict, said);
}

void diagnose_timed(struct grading *grading, const struct time_failure *failure)
{
    struct verdict *verdict = grading->verdict;
    if (failure->kind == TIME_FAILURE_REFUSED)
        say_timed_refused(verdict, failure);
    else if (failure->what)
        say_timed_failure(grading, failure);
    else
        say_measured_failure(grading, failure);
}
