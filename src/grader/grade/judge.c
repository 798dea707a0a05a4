/* From what the cases left behind to the verdict: safe, right, structure, in that order. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/diagnose/case_relation.h"
#include "grader/diagnose/explain.h"
#include "grader/diagnose/explain_stage.h"
#include "grader/diagnose/explain_wrong.h"
#include "grader/diagnose/wrong_buffers.h"
#include "grader/grade/gates.h"
#include "grader/grade/judge.h"
#include "grader/time/time_medal.h"
#include "grader/value/merge.h"
#include "grader/value/number.h"
#include "grader/value/scope.h"

struct judging {
    struct grading *grading;
    struct verdict *verdict;
    struct explain_context explain;
    const struct case_record *stopped; /* the first that did not run to its end */
};

/* A wanted fault: the kernel must end itself by a trap or an assertion. */
static bool trapped(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].kind == VGPU_FINDING_TRAP ||
            observation->findings[i].kind == VGPU_FINDING_ASSERTION)
            return true;
    return false;
}

/* The case that took the device process with it has no result, and yet it ran. */
static bool died_there(const struct grading *grading, const char *name)
{
    return grading->failure.code != ERROR_NONE && grading->failed_case && !strcmp(grading->failed_case, name);
}

static void judge_case(struct judging *judging, size_t index)
{
    struct grading *grading = judging->grading;
    const struct planned_case *planned = &grading->cases.items[index];
    const struct case_record *record = &grading->records[index];
    struct case_verdict *out = &judging->verdict->cases[index];
    *out = (struct case_verdict){.name = arena_strdup(judging->verdict->arena, planned->job.name),
                                 .is_drawn = planned->is_drawn};
    if (!record->result) {
        out->ran = died_there(grading, planned->job.name);
        return;
    }
    const struct case_result *result = record->result;
    out->ran = result->outcome != CASE_REFUSED;
    out->elapsed_ns = result->elapsed_ns;
    if (result->changed_input) {
        out->input_changed = true;
        out->changed_input = arena_strdup(judging->verdict->arena, result->changed_input->name);
    }
    wrong_buffers_fill(grading, &planned->job, result, out);
    out->right = result->outcome == CASE_RAN && !out->wrong_count && !out->input_changed;
    if (grading->request->exercise->expect_trap)
        out->right = trapped(result->observation);
    else if (result->outcome != CASE_RAN && !judging->stopped)
        judging->stopped = record;
}

static bool ends_itself(const struct vgpu_finding *finding)
{
    return finding->kind == VGPU_FINDING_TRAP || finding->kind == VGPU_FINDING_ASSERTION ||
           finding->kind == VGPU_FINDING_ILLEGAL_INSTRUCTION;
}

/* Findings that speak against the kernel's safety; a trap is an ending, not an access. */
static bool is_unsafe(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].severity == VGPU_SEVERITY_ERROR && !ends_itself(&observation->findings[i]))
            return true;
    return false;
}

static void merge_case(struct judging *judging, size_t index)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    const struct case_record *record = &grading->records[index];
    if (!record->result)
        return;
    const struct observation *observation = record->result->observation;
    unsigned parts = (grading->cases.items[index].is_gate ? MERGE_KERNELS : 0) | (index ? 0 : MERGE_PRINTED);
    observation_merge(verdict->observation, observation, parts);
    if (!verdict->unsafe_case && is_unsafe(observation))
        verdict->unsafe_case = arena_strdup(verdict->arena, grading->cases.items[index].job.name);
}

static void merge_all(struct judging *judging)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    for (size_t i = 0; i < grading->cases.count; i++)
        merge_case(judging, i);
    if (!grading->debug_observation)
        return;
    observation_merge(verdict->observation, grading->debug_observation, 0);
    if (!verdict->unsafe_case && is_unsafe(grading->debug_observation) && grading->debug_case)
        verdict->unsafe_case = arena_strdup(verdict->arena, grading->debug_case);
}

static const struct observation *unsafe_view(struct judging *judging)
{
    struct grading *grading = judging->grading;
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_record *record = &grading->records[i];
        if (!record->result || !is_unsafe(record->result->observation))
            continue;
        return record->result->observation;
    }
    return grading->debug_observation && is_unsafe(grading->debug_observation) ? grading->debug_observation : NULL;
}

static bool judge_gates(struct judging *judging, struct error *error)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    for (size_t i = 0; i < grading->cases.count; i++) {
        struct counter_facts facts;
        const struct case_record *record = &grading->records[i];
        if (!grading->cases.items[i].is_gate || !record->result || record->result->outcome != CASE_RAN)
            continue;
        const struct job_case *given = &grading->cases.items[i].job;
        struct scope scope = {given->values, given->value_count};
        return counter_facts_of(grading->request->exercise, &scope, given->devices, verdict->observation, &facts,
                                error) &&
               gates_judge(grading->request->exercise, verdict->observation, &facts, verdict->arena, &verdict->gates,
                           &verdict->gate_count, error);
    }
    return true;
}

static bool all_gates_met(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!verdict->gates[i].met)
            return false;
    return true;
}

static enum verdict_status stopped_status(const struct judging *judging)
{
    const struct case_result *result = judging->stopped->result;
    if (result->outcome == CASE_REFUSED) {
        if (result->refusal.code == ERROR_TIMEOUT)
            return VERDICT_TIMEOUT;
        return result->refusal.code == ERROR_UNSUPPORTED ? VERDICT_WAIVED : VERDICT_CRASH;
    }
    bool hangs = result->observation->timed_out || result->observation->deadlocked;
    return hangs ? VERDICT_TIMEOUT : VERDICT_CRASH;
}

static enum verdict_status choose_status(const struct judging *judging)
{
    const struct grading *grading = judging->grading;
    const struct verdict *verdict = judging->verdict;
    if (is_unsafe(verdict->observation))
        return VERDICT_UNSAFE;
    if (grading->failure.code != ERROR_NONE)
        return grading->failure.code == ERROR_TIMEOUT ? VERDICT_TIMEOUT : VERDICT_CRASH;
    if (judging->stopped)
        return stopped_status(judging);
    if (verdict->right_count < verdict->case_count)
        return VERDICT_WRONG;
    if (!grading->request->exercise->expect_trap && grading->debug_observation) {
        if (grading->debug_observation->timed_out)
            return VERDICT_TIMEOUT;
        if (trapped(grading->debug_observation))
            return VERDICT_CRASH;
    }
    return all_gates_met(verdict) ? VERDICT_PASS : VERDICT_GATE;
}

static void count_right(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        verdict->right_count += given->right;
        if (given->ran && !given->right && !verdict->smallest_failing)
            verdict->smallest_failing = given;
    }
}

static enum pattern_kind case_pattern(const struct judging *judging, const struct case_verdict *given)
{
    if (!given || !given->wrong_count)
        return PATTERN_NONE;
    const struct case_result *result = judging->grading->records[given - judging->verdict->cases].result;
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return result->buffers[i].pattern.kind;
    return PATTERN_NONE;
}

enum { TELLING_ELEMENTS = 8 };

/* How much a failing case says: one that is wrong in part says where, a tiny one says nothing. */
static int telling(const struct judging *judging, const struct case_verdict *given)
{
    enum { EXPLAINED = 4 };
    enum pattern_kind pattern = case_pattern(judging, given);
    bool is_explained = pattern >= PATTERN_OTHER_OUTPUT && pattern <= PATTERN_EXCHANGED_HALVES;
    if (!given->ran || given->right || !given->wrong_count)
        return 0;
    const struct wrong_buffer *wrong = &given->wrong[0];
    bool is_partly_right = wrong->wrong_count < wrong->element_count;
    bool has_many = wrong->element_count >= TELLING_ELEMENTS;
    return is_explained ? EXPLAINED + has_many : 1 + is_partly_right + has_many;
}

static const struct case_verdict *most_telling(const struct judging *judging)
{
    const struct verdict *verdict = judging->verdict;
    const struct case_verdict *best = verdict->smallest_failing;
    for (size_t i = 0; best && i < verdict->case_count; i++)
        if (telling(judging, &verdict->cases[i]) > telling(judging, best))
            best = &verdict->cases[i];
    return best;
}

static double largest_shown(const struct wrong_buffer *wrong)
{
    double largest = 0;
    for (size_t i = 0; i < wrong->first_count; i++)
        largest = fmax(largest, fabs(wrong->first[i].expected));
    return largest;
}

/* Whether what the case shows is off by little: by a share of the largest of what was expected there. */
static bool shows_close(const struct case_verdict *given, double share)
{
    const struct wrong_buffer *wrong = &given->wrong[0];
    double off_max = share * largest_shown(wrong);
    for (size_t i = 0; i < wrong->first_count; i++) {
        const struct wrong_element *element = &wrong->first[i];
        bool is_whole = element->got == nearbyint(element->got) && element->expected == nearbyint(element->expected);
        if (element->never_written || is_whole || !(fabs(element->got - element->expected) <= off_max))
            return false;
    }
    return wrong->first_count > 0;
}

/* Among large numbers a term that is missing looks like rounding: the other cases know better. */
static bool is_mostly_imprecise(const struct judging *judging)
{
    enum { SMALLEST_OFF_PERCENT = 5 };
    const struct verdict *verdict = judging->verdict;
    int close = 0, off = 0;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        if (!given->ran || given->right || !given->wrong_count || given->wrong[0].element_count < TELLING_ELEMENTS)
            continue;
        bool is_close = case_pattern(judging, given) == PATTERN_IMPRECISE;
        close += is_close;
        off += !is_close;
    }
    return close >= off && shows_close(verdict->smallest_failing, SMALLEST_OFF_PERCENT / 100.0);
}

/* Wrong in most cases, and by little in all of them: what a single number, or a few, cannot say of themselves. */
static bool is_imprecise_throughout(const struct verdict *verdict)
{
    static const double share = 0.005; /* ten times what f16 rounds by */
    enum { TELLING_CASES = 3 };
    int failing = 0, ran = 0;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        ran += given->ran;
        if (!given->ran || given->right)
            continue;
        if (!given->wrong_count || !shows_close(given, share))
            return false;
        failing++;
    }
    return failing >= TELLING_CASES && 2 * failing > ran;
}

static enum pattern_kind told_pattern(const struct judging *judging, const struct case_verdict *failing)
{
    enum pattern_kind pattern = case_pattern(judging, failing);
    bool is_vague = pattern == PATTERN_NONE || pattern == PATTERN_EVERYTHING || pattern == PATTERN_IMPRECISE ||
                    pattern == PATTERN_ONLY_FIRST_RIGHT || pattern_is_position(pattern);
    if (is_vague && is_imprecise_throughout(judging->verdict))
        return PATTERN_IMPRECISE;
    return pattern == PATTERN_IMPRECISE && !is_mostly_imprecise(judging) ? PATTERN_NONE : pattern;
}

/* Of the smallest failing case where it is wrong: what it holds may fit a pattern by chance, among few elements. */
static enum pattern_kind smallest_pattern(const struct judging *judging)
{
    enum pattern_kind pattern = case_pattern(judging, judging->verdict->smallest_failing);
    return pattern_is_position(pattern) ? pattern : PATTERN_NONE;
}

/* "FILE:12:5: what is wrong" as "Line 12: what is wrong": the learner knows the file. */
static const char *say_refusal(const struct verdict *verdict, const char *message)
{
    size_t length = verdict->source ? strlen(verdict->source->name) : 0;
    int line, column, end = 0;
    if (length && !strncmp(message, verdict->source->name, length) &&
        sscanf(message + length, ":%d:%d: %n", &line, &column, &end) == 2 && end)
        return arena_printf(verdict->arena, "line %d: %s", line, message + length + end);
    return message;
}

static void set_message(struct judging *judging)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    struct explain_context *context = &judging->explain;
    *context = (struct explain_context){.curriculum = grading->request->curriculum,
                                        .exercise = grading->request->exercise,
                                        .unsafe = unsafe_view(judging),
                                        .failing = most_telling(judging)};
    context->pattern = told_pattern(judging, context->failing);
    context->relation = case_relation(&grading->cases, verdict, verdict->arena);
    if (!explain_knows_pattern(context->pattern)) {
        context->failing = verdict->smallest_failing;
        context->pattern = smallest_pattern(judging);
    } else if (case_pattern(judging, verdict->smallest_failing) == context->pattern) {
        context->failing = verdict->smallest_failing; /* which says the same */
    }
    if (context->failing) {
        const struct case_result *result = grading->records[context->failing - verdict->cases].result;
        context->stage = explain_stage(verdict->arena, result);
        context->stage_line = explain_stage_line(result);
    }
    verdict->told = context->failing == verdict->smallest_failing ? NULL : context->failing;
    if (judging->stopped) {
        size_t index = (size_t)(judging->stopped - grading->records);
        context->stopped = judging->stopped->result->observation;
        context->stopped_case = verdict->cases[index].name;
        if (judging->stopped->result->outcome == CASE_REFUSED)
            verdict->message = arena_printf(verdict->arena, "The launch was refused in case %s, %s",
                                            explain_case_text(verdict->arena, context->stopped_case),
                                            say_refusal(verdict, judging->stopped->result->refusal.message));
    } else if (grading->failure.code != ERROR_NONE) {
        context->stopped_case = grading->failed_case;
        if (verdict->status == VERDICT_CRASH)
            verdict->message = arena_printf(verdict->arena, "The device process died in case %s and was started afresh",
                                            grading->failed_case);
    } else if (grading->debug_observation) {
        context->stopped = grading->debug_observation;
        context->stopped_case = grading->debug_case ? grading->debug_case : verdict->cases[0].name;
    }
    explain(verdict, context);
}

/* A course whose own kernel fails must not blame the learner. */
static bool check_references(const struct grading *grading, struct error *error)
{
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (!result || result->outcome != CASE_REFERENCE)
            continue;
        error_set(error, ERROR_INTERNAL, "exercise %s, case %s: %s", grading->request->exercise->id,
                  grading->cases.items[i].job.name, result->refusal.message);
        return error_add_hint(error, "the fault lies with the exercise, not with your kernel");
    }
    return true;
}

bool judge_cases(struct grading *grading, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct judging judging = {.grading = grading, .verdict = verdict};
    if (!check_references(grading, error))
        return false;
    grading_progress(grading, STAGE_GATES, 0, 1);
    verdict->case_count = grading->cases.count;
    verdict->cases = ARENA_ARRAY(verdict->arena, verdict->case_count, struct case_verdict);
    for (size_t i = 0; i < verdict->case_count; i++)
        judge_case(&judging, i);
    count_right(verdict);
    merge_all(&judging);
    if (!judge_gates(&judging, error))
        return false;
    verdict->status = choose_status(&judging);
    set_message(&judging);
    return true;
}

/* --- the timed run -------------------------------------------------------------------------------------------------
 */

/* Adds the measured case to the verdict, with what was wrong in it. */
static const struct case_verdict *add_timed_case(struct grading *grading, const struct job_case *given,
                                                 const struct case_result *result)
{
    struct verdict *verdict = grading->verdict;
    struct case_verdict *cases = ARENA_ARRAY(verdict->arena, verdict->case_count + 1, struct case_verdict);
    struct case_verdict *added = &cases[verdict->case_count];
    memcpy(cases, verdict->cases, verdict->case_count * sizeof *cases);
    *added = (struct case_verdict){
        .name = arena_strdup(verdict->arena, given->name), .ran = true, .elapsed_ns = result->elapsed_ns};
    if (result->changed_input) {
        added->input_changed = true;
        added->changed_input = arena_strdup(verdict->arena, result->changed_input->name);
    }
    wrong_buffers_fill(grading, given, result, added);
    verdict->cases = cases;
    verdict->case_count++;
    verdict->smallest_failing = added;
    return added;
}

/* The kernel fails on the GPU, in the timed case or on its way there. */
static void say_measured_failure(struct grading *grading, const struct time_failure *failure)
{
    struct verdict *verdict = grading->verdict;
    const struct case_result *result = failure->result;
    const char *name = failure->given->name;
    struct explain_context context = {.curriculum = grading->request->curriculum,
                                      .exercise = grading->request->exercise,
                                      .stopped = result ? result->observation : NULL,
                                      .stopped_case = name,
                                      .failing = result ? add_timed_case(grading, failure->given, result) : NULL};
    verdict->message = "";
    if (failure->kind == TIME_FAILURE_REFUSED) {
        verdict->message = arena_printf(verdict->arena, "The launch was refused in case %s, which is timed: %s", name,
                                        result->refusal.message);
        return;
    }
    explain(verdict, &context);
    if (result && failure->kind == TIME_FAILURE_NO_END)
        verdict->message = arena_printf(verdict->arena,
                                        "The kernel is right on every case, but did not end within %d s in case "
                                        "%s, which is timed: a loop that ends for "
                                        "small sizes only, or far too slow.",
                                        (int)(JOB_GPU_RUN_NS / 1000000000), name);
    else if (failure->kind == TIME_FAILURE_WRONG && *result->time->note)
        verdict->message =
            arena_printf(verdict->arena, "In case %s, which is timed, the kernel is %s.", name, result->time->note);
}

static enum verdict_status timed_status(enum time_failure_kind kind)
{
    static const enum verdict_status statuses[] = {
        [TIME_FAILURE_NONE] = VERDICT_PASS,     [TIME_FAILURE_WRONG] = VERDICT_WRONG,
        [TIME_FAILURE_REFUSED] = VERDICT_CRASH, [TIME_FAILURE_FAULT] = VERDICT_CRASH,
        [TIME_FAILURE_UNSAFE] = VERDICT_UNSAFE, [TIME_FAILURE_NO_END] = VERDICT_TIMEOUT,
        [TIME_FAILURE_DIED] = VERDICT_CRASH,
    };
    return statuses[kind];
}

void judge_time(struct grading *grading, const struct time_failure *failure)
{
    struct verdict *verdict = grading->verdict;
    const struct exercise *exercise = grading->request->exercise;
    if (failure->kind == TIME_FAILURE_NONE) {
        bool has_no_medal = verdict->time.available && verdict->time.medal == MEDAL_NONE;
        if (verdict->status == VERDICT_PASS && has_no_medal && time_is_demanded(exercise))
            verdict->status = VERDICT_SLOW;
        return;
    }
    verdict->status = timed_status(failure->kind);
    if (failure->what)
        verdict->message =
            arena_printf(verdict->arena, "The kernel is right on every case but %s, which is timed: there it is %s.",
                         failure->given->name, failure->what);
    else
        say_measured_failure(grading, failure);
}
