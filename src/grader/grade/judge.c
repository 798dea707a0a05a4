/*
 * Computes the status from the results of the cases and the timed run, in this order: safe, right,
 * structure, speed. The room diagnose chooses the sentence.
 */
#include <string.h>

#include "grader/diagnose/diagnosis.h"
#include "grader/diagnose/wrong_buffers.h"
#include "grader/grade/deciding_number.h"
#include "grader/grade/gates.h"
#include "grader/grade/hoisted_read.h"
#include "grader/grade/judge.h"
#include "grader/grade/overrun_note.h"
#include "grader/grade/wrong_formula.h"
#include "grader/grade/wrong_word.h"
#include "grader/time/time_medal.h"
#include "grader/value/observation_merge.h"
#include "grader/value/strict.h"

struct judging {
    struct grading *grading;
    struct verdict *verdict;
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

/* The case that killed the device process has no result, but it ran. */
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
    if (result->excess > 0)
        grading->excess = record;
    if (result->excess > 0 && result->outcome != CASE_RAN)
        return; /* it was cut short */
    out->ran = result->outcome != CASE_REFUSED;
    out->elapsed_ns = result->elapsed_ns;
    out->work = observation_issued(result->observation) + result->reference_work;
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

/* The gate case, or the second one. NULL: it did not run to its end. */
static const struct case_record *ran_gate(const struct grading *grading, bool is_second)
{
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct planned_case *planned = &grading->cases.items[i];
        const struct case_record *record = &grading->records[i];
        if ((is_second ? planned->is_second_gate : planned->is_gate) && record->result &&
            record->result->outcome == CASE_RAN)
            return record;
    }
    return NULL;
}

static void merge_case(struct judging *judging, size_t index)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    const struct case_record *record = &grading->records[index];
    if (!record->result)
        return;
    const struct observation *observation = record->result->observation;
    bool shows_kernels = ran_gate(grading, false) ? grading->cases.items[index].is_gate : index == 0;
    bool shows_printed = observation->printed_count && !verdict->observation->printed_count;
    unsigned parts = (shows_kernels ? MERGE_KERNELS : 0) | (shows_printed ? MERGE_PRINTED : 0);
    observation_merge(verdict->observation, observation, parts);
    if (shows_printed)
        verdict->printed_case = arena_strdup(verdict->arena, grading->cases.items[index].job.name);
}

/* The first case with an error. */
static void find_unsafe_case(struct judging *judging)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    const struct observation *debug = grading->debug_observation;
    for (size_t i = 0; i < grading->cases.count && !verdict->unsafe_case; i++)
        if (grading->records[i].result && observation_endangers(grading->records[i].result->observation))
            verdict->unsafe_case = arena_strdup(verdict->arena, grading->cases.items[i].job.name);
    if (!verdict->unsafe_case && debug && observation_endangers(debug))
        verdict->unsafe_case =
            arena_strdup(verdict->arena, grading->debug_case ? grading->debug_case : grading->cases.items[0].job.name);
}

/* Large cases and the -G compile run without the search for the buffers of pointers. */
static void drop_echoes(struct judging *judging)
{
    struct grading *grading = judging->grading;
    const struct observation *known = NULL;
    for (size_t i = 0; i < grading->cases.count && !known; i++)
        if (grading->records[i].result && grading->records[i].result->follows_pointers)
            known = grading->records[i].result->observation;
    for (size_t i = 0; known && i < grading->cases.count; i++)
        if (grading->records[i].result && !grading->records[i].result->follows_pointers)
            observation_drop_echoes(grading->records[i].result->observation, known);
    if (known && grading->debug_observation)
        observation_drop_echoes(grading->debug_observation, known);
}

static void move_hoisted_reads(const struct grading *grading)
{
    const struct source *source = grading->verdict->source;
    for (size_t i = 0; source && i < grading->cases.count; i++)
        if (grading->records[i].result)
            hoisted_read_move(grading->records[i].result->observation, source);
    if (source && grading->debug_observation)
        hoisted_read_move(grading->debug_observation, source);
}

static void merge_all(struct judging *judging)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    move_hoisted_reads(grading);
    drop_echoes(judging);
    overrun_note(grading);
    for (size_t i = 0; i < grading->cases.count; i++)
        merge_case(judging, i);
    if (grading->debug_observation)
        observation_merge(verdict->observation, grading->debug_observation, 0);
    find_unsafe_case(judging);
}

/* Makes the notes errors that the exercise does not forgive. */
static bool applies_strict(struct judging *judging)
{
    const struct grading *grading = judging->grading;
    const struct exercise *exercise = grading->request->exercise;
    if (!strict_apply(exercise, judging->verdict->observation))
        return false;
    for (size_t i = 0; i < grading->cases.count; i++)
        if (grading->records[i].result)
            strict_apply(exercise, grading->records[i].result->observation);
    if (grading->debug_observation)
        strict_apply(exercise, grading->debug_observation);
    find_unsafe_case(judging);
    return true;
}

static bool read_case(const struct grading *grading, const struct case_record *record,
                      const struct observation *observation, struct counter_facts *out_facts,
                      struct gates_case *out_case, struct error *error)
{
    const struct job_case *given = &grading->cases.items[record - grading->records].job;
    struct scope scope = {given->values, given->value_count, given->devices};
    const struct verdict *verdict = grading->verdict;
    const struct exercise *exercise = grading->request->exercise;
    if (!counter_facts_of(exercise, &scope, given->devices, observation, out_facts, error))
        return false;
    counter_add_spills(out_facts, verdict->resources, verdict->resource_count);
    *out_case =
        (struct gates_case){.exercise = exercise, .observation = observation, .facts = out_facts, .name = given->name};
    return true;
}

static bool judge_gates(struct judging *judging, struct error *error)
{
    struct grading *grading = judging->grading;
    struct verdict *verdict = judging->verdict;
    const struct case_record *first = ran_gate(grading, false), *second = ran_gate(grading, true);
    struct counter_facts facts;
    struct gates_case given;
    if (!first)
        return true;
    if (!read_case(grading, first, verdict->observation, &facts, &given, error) ||
        !gates_judge(&given, verdict->arena, &verdict->gates, &verdict->gate_count, error))
        return false;
    if (grading->loads_in_vain)
        gates_refuse_vain_loads(verdict->arena, verdict->gates, verdict->gate_count);
    if (!second)
        return true;
    return read_case(grading, second, second->result->observation, &facts, &given, error) &&
           gates_judge_again(&given, verdict->arena, verdict->gates, verdict->gate_count, error);
}

static void judge_excess(struct judging *judging)
{
    struct verdict *verdict = judging->verdict;
    const struct case_record *record = judging->grading->excess;
    struct gates_excess excess = {.case_name = verdict->cases[record - judging->grading->records].name,
                                  .times = record->result->excess,
                                  .most = CASE_EXCESS_MOST,
                                  .is_cut = record->result->outcome != CASE_RAN,
                                  .source = record->result->excess_source};
    gates_add_excess(&excess, verdict->arena, &verdict->gates, &verdict->gate_count);
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
    if (observation_endangers(verdict->observation))
        return VERDICT_UNSAFE;
    if (grading->failure.code != ERROR_NONE)
        return grading->failure.code == ERROR_TIMEOUT ? VERDICT_TIMEOUT : VERDICT_CRASH;
    if (judging->stopped)
        return stopped_status(judging);
    if (verdict->smallest_failing)
        return VERDICT_WRONG; /* cases are left out only after others that failed or were unsafe */
    if (!grading->request->exercise->expect_trap && grading->debug_observation) {
        if (grading->debug_observation->timed_out)
            return VERDICT_TIMEOUT;
        if (trapped(grading->debug_observation))
            return VERDICT_CRASH;
    }
    return all_gates_met(verdict) ? VERDICT_PASS : VERDICT_GATE;
}

/* What is unsafe or wrong for another reason says more about a mistake than a strict note. */
static bool is_forgivable(enum verdict_status status)
{
    return status == VERDICT_PASS || status == VERDICT_GATE || status == VERDICT_TIMEOUT;
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

/* If the course's own kernel fails, the learner is not to blame. */
static bool check_references(const struct grading *grading, struct error *error)
{
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (!result || result->outcome != CASE_REFERENCE)
            continue;
        error_set(error, ERROR_INTERNAL, "exercise %s, case %s: %s", grading->request->exercise->id,
                  grading->cases.items[i].job.name, result->refusal.message);
        return error_add_hint(error, "the fault is in the exercise, not in your kernel");
    }
    return true;
}

/* Of the gate case; where that did not run, of the last case that did. */
static void choose_timeline(struct grading *grading)
{
    const struct case_record *chosen = ran_gate(grading, false);
    for (size_t i = grading->cases.count; i-- > 0 && !(chosen && chosen->result->timeline);)
        chosen = grading->records[i].result ? &grading->records[i] : chosen;
    if (chosen && chosen->result->timeline)
        verdict_keep_timeline(grading->verdict, chosen->result->timeline,
                              grading->cases.items[chosen - grading->records].job.name);
}

/* The part of the source that makes the result wrong, as far as further runs show it. */
static void find_wrong_part(struct grading *grading)
{
    struct rerun rerun;
    bool reruns = rerun_begin(&rerun, grading), quick = grading->request->quick;
    if (quick && reruns && rerun_is_costly(&rerun)) {
        grading->verdict->may_know_more = true;
        return;
    }
    if (reruns)
        grading->slip = wrong_formula_find(&rerun);
    if (reruns && !grading->slip && diagnose_lacks_cause(grading)) {
        grading->verdict->may_know_more |= quick && wrong_word_has_changes(&rerun);
        if (!quick)
            grading->word = wrong_word_find(&rerun);
    }
    if (!grading->slip && !grading->word.line)
        grading->deciding = deciding_number_find(grading);
}

bool judge_sees_mistake(const struct grading *grading)
{
    for (size_t i = 0; i < grading->cases.count && !grading->request->exercise->expect_trap; i++) {
        const struct case_result *result = grading->records[i].result;
        if (result && result->outcome == CASE_RAN && !result_is_right(result))
            return true;
    }
    return false;
}

bool judge_knows_right(const struct grading *grading)
{
    const struct case_result debug = {.outcome = CASE_RAN, .observation = grading->debug_observation};
    struct job_tally tally = {0};
    if (grading->failure.code != ERROR_NONE || (debug.observation && debug.observation->timed_out))
        return false;
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (!result || result->excess > 0)
            return false;
        result_count(result, &grading->cases.items[i].job, &tally);
    }
    if (debug.observation)
        result_count(&debug, &grading->cases.items[0].job, &tally);
    return !tally.failed && !tally.unsafe;
}

bool judge_cases(struct grading *grading, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct judging judging = {.grading = grading, .verdict = verdict};
    if (!check_references(grading, error))
        return false;
    verdict->case_count = grading->cases.count;
    verdict->cases = ARENA_ARRAY(verdict->arena, verdict->case_count, struct case_verdict);
    for (size_t i = 0; i < verdict->case_count; i++)
        judge_case(&judging, i);
    count_right(verdict);
    merge_all(&judging);
    if (!judge_gates(&judging, error))
        return false;
    if (grading->excess)
        judge_excess(&judging);
    choose_timeline(grading);
    verdict->status = choose_status(&judging);
    if (is_forgivable(verdict->status) && applies_strict(&judging))
        verdict->status = VERDICT_UNSAFE;
    if (verdict->status == VERDICT_WRONG)
        find_wrong_part(grading);
    diagnose_cases(grading, judging.stopped);
    return true;
}

/* --- the timed run ---------------------------------------------------------------------------- */

static enum verdict_status timed_status(enum time_failure_kind kind)
{
    static const enum verdict_status statuses[] = {
        [TIME_FAILURE_NONE] = VERDICT_PASS,     [TIME_FAILURE_WRONG] = VERDICT_WRONG,
        [TIME_FAILURE_REFUSED] = VERDICT_CRASH, [TIME_FAILURE_FAULT] = VERDICT_CRASH,
        [TIME_FAILURE_UNSAFE] = VERDICT_UNSAFE, [TIME_FAILURE_NO_END] = VERDICT_TIMEOUT,
        [TIME_FAILURE_DIED] = VERDICT_CRASH,    [TIME_FAILURE_TOO_SLOW] = VERDICT_SLOW,
    };
    return statuses[kind];
}

/* The gates on the modelled run. A kernel that misses one gets no medal. */
static void judge_timed_gates(struct grading *grading)
{
    struct verdict *verdict = grading->verdict;
    const struct exercise *exercise = grading->request->exercise;
    if (verdict->status != VERDICT_PASS || !gates_are_timed(exercise))
        return;
    gates_judge_timed(exercise, &grading->timed, verdict->observation, verdict->arena, &verdict->gates,
                      &verdict->gate_count);
    if (all_gates_met(verdict))
        return;
    verdict->status = VERDICT_GATE;
    verdict->time.medal = MEDAL_NONE;
    if (verdict->time.available && exercise->targets.of)
        verdict->time.note = NULL; /* it is about a medal */
    diagnose_gates(grading);
}

void judge_time(struct grading *grading, const struct time_failure *failure)
{
    struct verdict *verdict = grading->verdict;
    if (failure->kind == TIME_FAILURE_NONE) {
        judge_timed_gates(grading);
        const struct targets *targets = &grading->request->exercise->targets;
        bool is_slow = verdict->time.available ? time_medal(targets, time_ratio(targets, &verdict->time)) == MEDAL_NONE
                                               : grading->is_over_budget;
        if (verdict->status == VERDICT_PASS && is_slow && targets->demanded) {
            verdict->status = VERDICT_SLOW;
            if (verdict->time.available)
                diagnose_slow(grading);
        }
        return;
    }
    verdict->status = timed_status(failure->kind);
    verdict->trust = VERDICT_TRUST_NONE;
    diagnose_timed(grading, failure);
}
