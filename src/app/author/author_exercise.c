/* Checks one exercise: texts, starter, solution, wrong kernels, slips. */
#include "app/author/author_exercise.h"

#include <string.h>

#include "app/author/wrong_kernel.h"
#include "app/submission.h"
#include "app/workspace.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "grader/reference_slip.h"
#include "report/writer.h"

/* Every check of one exercise has the same seed, so a failure can be reproduced. */
enum { AUTHOR_SEED = 20250101 };
enum { WRONG_KERNELS_MAX = 64 };

/* The exercise of the check, with an arena of its own. */
struct subject {
    struct author_exercise *given;
    struct arena *arena;
};

struct judged {
    struct verdict *verdict;
    const char *report, *speed;
    unsigned long elapsed_ms;
};

/* The topic of a check: a name for the table, and the file to correct. */
struct topic {
    const char *name;
    /* below the course's or the pack's folder; NULL: the lesson, at the exercise */
    const char *file;
    int line;
};

static void report_topic(struct subject *subject, const struct topic *topic, const char *message,
                         const struct judged *judged)
{
    const struct exercise *exercise = subject->given->exercise;
    struct author_result result = {
        .exercise = exercise->id,
        .subject = topic->name,
        .file = topic->file ? topic->file : exercise->source->name,
        .line = topic->file ? topic->line : exercise->location.line,
        .good = message == NULL,
        .message = message ? message : "",
        .report = message && judged ? judged->report : NULL,
        .speed = judged && judged->speed ? judged->speed : "",
        .elapsed_ms = judged ? judged->elapsed_ms : 0,
    };
    subject->given->result(subject->given->context, &result);
}

/* A kernel has no ratio if the other one of the course was not timed. */
static const char *speed_of(const struct verdict *verdict, struct arena *arena)
{
    const struct time_verdict *time = &verdict->time;
    if (!time->available)
        return time->note && verdict_on_gpu(verdict) ? arena_strdup(arena, time->note) : "";
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "%s%.2f us +- %.2f", time->modelled ? "modelled " : "", time->microseconds, time->interval);
    if (time->roofline_percent > 0)
        buffer_printf(&text, ", %.1f %% of the roofline", time->roofline_percent);
    if (time->ratio_to_solution > 0)
        buffer_printf(&text, ", %.3f of the solution", time->ratio_to_solution);
    if (time->ratio_to_reference > 0)
        buffer_printf(&text, ", %.2f of the reference", time->ratio_to_reference);
    buffer_printf(&text, ", %s", verdict_medal_name(time->medal));
    return arena_strdup(arena, buffer_text(&text));
}

/* A medal must not depend on noise. A shipped kernel keeps this distance from every boundary. */
#define BOUNDARY_SHARE 0.05

static bool is_at_boundary(double ratio, double boundary)
{
    return boundary > 0 && ratio > boundary * (1 - BOUNDARY_SHARE) && ratio < boundary * (1 + BOUNDARY_SHARE);
}

/* `ratio`: the kernel's speed relative to the base of the targets. */
static void check_boundaries(struct subject *subject, const struct topic *topic, double ratio)
{
    const struct targets *targets = &subject->given->exercise->targets;
    const struct {
        const char *medal;
        double boundary;
    } rows[] = {{"gold", targets->gold}, {"silver", targets->silver}, {"bronze", targets->bronze}};
    for (size_t i = 0; targets->of && ratio > 0 && i < sizeof rows / sizeof *rows; i++)
        if (is_at_boundary(ratio, rows[i].boundary))
            report_topic(subject, topic,
                         arena_printf(subject->arena,
                                      "at %.3f it lies within 5 %% of the boundary of %s, %.2f: move the boundary",
                                      ratio, rows[i].medal, rows[i].boundary),
                         NULL);
}

static const char *shipped_name(struct subject *subject, const char *folder, const char *relative)
{
    return path_join(subject->arena, folder, relative ? relative : subject->given->exercise->starter);
}

/* Checks the kernel's own ratio. For the solution, also the ratio of the reference. */
static void check_targets(struct subject *subject, const struct topic *topic, const struct verdict *verdict)
{
    const struct exercise *exercise = subject->given->exercise;
    const struct time_verdict *time = &verdict->time;
    if (!time->available || !exercise->targets.of)
        return;
    bool of_roofline = strcmp(exercise->targets.of, "roofline") == 0;
    double ratio = of_roofline ? time->roofline_percent / 100 : time->ratio_to_solution;
    bool is_solution = strcmp(topic->name, "solution") == 0;
    /* a kernel that does not pass gets no medal */
    if (verdict->status == VERDICT_PASS && (of_roofline || !is_solution))
        check_boundaries(subject, topic, ratio);
    struct topic reference = {"reference",
                              exercise->reference ? shipped_name(subject, "kernels", exercise->reference) : NULL, 1};
    if (is_solution && time->ratio_to_reference > 0)
        check_boundaries(subject, &reference, ratio / time->ratio_to_reference);
}

static bool judge_submission(struct subject *subject, struct submission *submission, struct judged *out_judged,
                             struct error *error)
{
    const struct author_exercise *given = subject->given;
    submission->device = given->device;
    submission->seed = AUTHOR_SEED;
    submission->cancelled = given->cancelled;
    submission->context = given->context;
    int64_t start_ns = clock_monotonic_ns();
    if (!submission_grade(given->app, given->grader, submission, &out_judged->verdict, error))
        return false;
    out_judged->elapsed_ms = (unsigned long)((clock_monotonic_ns() - start_ns) / 1000000);
    out_judged->speed = speed_of(out_judged->verdict, subject->arena);
    struct report_item item = {.verdict = out_judged->verdict};
    struct report report = {.items = &item, .count = 1, .ascii = true};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!report_writer_find("text")->write(&report, &text, error)) {
        verdict_free(out_judged->verdict);
        return false;
    }
    out_judged->report = arena_strdup(subject->arena, buffer_text(&text));
    return true;
}

static bool judge(struct subject *subject, const char *path, bool full, struct judged *out_judged, struct error *error)
{
    const struct author_exercise *given = subject->given;
    struct submission submission;
    if (!submission_prepare(given->app, given->exercise, path, subject->arena, &submission, error))
        return false;
    submission.full = full;
    return judge_submission(subject, &submission, out_judged, error);
}

static bool check_starter(struct subject *subject, struct error *error)
{
    const struct author_exercise *given = subject->given;
    struct topic topic = {"starter", shipped_name(subject, "exercises", given->exercise->starter), 1};
    struct judged judged = {0};
    if (!judge(subject, workspace_starter_path(given->app, given->exercise, subject->arena), false, &judged, error))
        return false;
    bool passes = judged.verdict->status == VERDICT_PASS;
    report_topic(subject, &topic, passes ? "the starter passes: there is nothing to learn" : NULL, &judged);
    verdict_free(judged.verdict);
    return true;
}

/* A warning: the result is good. */
static void warn_of_half_starter(struct subject *subject)
{
    const struct exercise *exercise = subject->given->exercise;
    bool is_core = exercise->lesson->kind == LESSON_ORDINARY && exercise->lesson->core && !exercise->variant_of;
    if (!is_core || (exercise->kind != EXERCISE_KERNEL && exercise->kind != EXERCISE_PLAN))
        return;
    struct judged none = {.speed = "warning: there is no `starter_half`, for learners who fail three times"};
    report_topic(subject, &(struct topic){.name = "half-written starter"}, NULL, &none);
}

static const char *half_starter_fault(const struct verdict *verdict)
{
    return verdict->status == VERDICT_PASS            ? "the half-written starter passes: nothing is left to write"
           : verdict->status == VERDICT_COMPILE_ERROR ? "the half-written starter does not compile"
                                                      : NULL;
}

static bool check_half_starter(struct subject *subject, struct error *error)
{
    const struct author_exercise *given = subject->given;
    struct judged judged = {0};
    if (!given->exercise->starter_half) {
        warn_of_half_starter(subject);
        return true;
    }
    struct topic topic = {"half-written starter", shipped_name(subject, "exercises", given->exercise->starter_half), 1};
    if (!judge(subject, workspace_half_starter_path(given->app, given->exercise, subject->arena), false, &judged,
               error))
        return false;
    report_topic(subject, &topic, half_starter_fault(judged.verdict), &judged);
    verdict_free(judged.verdict);
    return true;
}

/*
 * Warp instructions of all cases together, of the solution and of the reference. They take about
 * 0.3 s of processor time.
 */
enum { CASES_WORK_MAX = 10000000 };

/* A learner waits for the cases after each save. */
static void check_work(struct subject *subject, const struct verdict *verdict)
{
    static const struct topic topic = {.name = "cases"};
    uint64_t work = 0;
    for (size_t i = 0; i < verdict->case_count; i++)
        work += verdict->cases[i].work;
    if (work > CASES_WORK_MAX)
        report_topic(subject, &topic,
                     arena_printf(subject->arena,
                                  "solution and reference take %.1f million warp instructions for all cases (limit "
                                  "%d million): make the large cases smaller",
                                  (double)work / 1e6, CASES_WORK_MAX / 1000000),
                     NULL);
}

static bool check_solution(struct subject *subject, struct error *error)
{
    const struct author_exercise *given = subject->given;
    struct topic topic = {"solution", shipped_name(subject, "solutions", given->exercise->solution), 1};
    struct judged judged = {0};
    bool full = given->full || given->exercise->full;
    if (!judge(subject, workspace_solution_path(given->app, given->exercise, subject->arena), full, &judged, error))
        return false;
    bool passes = judged.verdict->status == VERDICT_PASS;
    bool is_whole = judged.verdict->trust >= VERDICT_TRUST_FULL || !full;
    const char *mistake = !passes ? "the solution does not pass" : "its time is not confirmed by the whole launch";
    report_topic(subject, &topic, passes && is_whole ? NULL : mistake, &judged);
    check_targets(subject, &topic, judged.verdict);
    check_work(subject, judged.verdict);
    verdict_free(judged.verdict);
    return true;
}

/* Below this gain a second kernel teaches nothing about speed. A GPU measures smaller gains too. */
#define BEST_GAIN_MODELLED 1.05
#define BEST_GAIN_MEASURED 1.02

/* NULL: none. */
static const char *best_fault(struct subject *subject, const struct verdict *verdict, bool full)
{
    const struct time_verdict *time = &verdict->time;
    const struct targets *targets = &subject->given->exercise->targets;
    double least = verdict_on_gpu(verdict) ? BEST_GAIN_MEASURED : BEST_GAIN_MODELLED;
    bool has_medal = verdict->trust != VERDICT_TRUST_NONE; /* else a sample shows too little for one */
    if (verdict->status != VERDICT_PASS)
        return "the best kernel does not pass";
    if (full && verdict->trust < VERDICT_TRUST_FULL)
        return "its time is not confirmed by the whole launch";
    if (time->available && targets->of && has_medal && time->medal != MEDAL_GOLD)
        return "the best kernel does not earn gold";
    if (time->available && time->ratio_to_solution > 0 && time->ratio_to_solution < least)
        return arena_printf(
            subject->arena,
            "the best kernel is %.3fx as fast as the solution, at least %.2fx is asked for: leave it out",
            time->ratio_to_solution, least);
    return NULL;
}

static bool check_best(struct subject *subject, struct error *error)
{
    const struct author_exercise *given = subject->given;
    const struct exercise *exercise = given->exercise;
    struct judged judged = {0};
    bool full = given->full || exercise->full;
    if (!exercise->best.kernel)
        return true;
    struct topic topic = {"best", shipped_name(subject, "solutions", exercise->best.kernel), 1};
    if (!judge(subject, workspace_best_path(given->app, exercise, subject->arena), full, &judged, error))
        return false;
    report_topic(subject, &topic, best_fault(subject, judged.verdict, full), &judged);
    verdict_free(judged.verdict);
    return true;
}

/* `folder`: the exercise's wrong kernels, below the course's folder. */
static struct topic wrong_topic(struct subject *subject, const char *folder, const char *name)
{
    return (struct topic){arena_printf(subject->arena, "wrong/%s", name), path_join(subject->arena, folder, name), 1};
}

static bool check_wrong_kernel(struct subject *subject, const char *folder, const char *name,
                               struct wrong_expectation *out_expectation, struct error *error)
{
    const struct author_exercise *given = subject->given;
    struct topic topic = wrong_topic(subject, folder, name);
    const char *path =
        path_join(subject->arena, curriculum_folder(given->app->curriculum, given->exercise), topic.file);
    struct submission submission;
    struct source source;
    struct error mistake = {0};
    if (!workspace_read(path, name, subject->arena, &source, error))
        return false;
    if (!wrong_expectation_read(&source, subject->arena, out_expectation, &mistake) ||
        !submission_prepare(given->app, given->exercise, path, subject->arena, &submission, &mistake)) {
        report_topic(subject, &topic, arena_strdup(subject->arena, mistake.message), NULL);
        return true;
    }
    struct judged judged = {0};
    if (!judge_submission(subject, &submission, &judged, error))
        return false;
    report_topic(subject, &topic,
                 wrong_expectation_difference(out_expectation, judged.verdict, judged.report, subject->arena), &judged);
    check_targets(subject, &topic, judged.verdict);
    verdict_free(judged.verdict);
    return true;
}

static void check_distinct(struct subject *subject, const struct wrong_expectation *expectations, const char *folder,
                           const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            struct topic topic = wrong_topic(subject, folder, names[i]);
            if (expectations[i].says && expectations[j].says && strcmp(expectations[i].says, expectations[j].says) == 0)
                report_topic(subject, &topic, arena_printf(subject->arena, "expects the same words as %s", names[j]),
                             NULL);
        }
}

static bool check_wrong_kernels(struct subject *subject, struct error *error)
{
    const struct author_exercise *given = subject->given;
    struct wrong_expectation expectations[WRONG_KERNELS_MAX] = {0};
    const char *folder = arena_printf(subject->arena, "tests/curriculum/wrong/%s", given->exercise->id);
    const char *path = path_join(subject->arena, curriculum_folder(given->app->curriculum, given->exercise), folder);
    const char *const *names = NULL;
    size_t count = 0;
    if (file_is_folder(path) && !file_list_folder(subject->arena, path, WRONG_KERNELS_MAX, &names, &count, error))
        return false;
    if (count < AUTHOR_WRONG_LEAST && !given->exercise->variant_of)
        report_topic(
            subject, &(struct topic){.name = "wrong"},
            arena_printf(subject->arena, "%zu wrong kernels, at least %d are asked for", count, AUTHOR_WRONG_LEAST),
            NULL);
    for (size_t i = 0; i < count; i++)
        if (!check_wrong_kernel(subject, folder, names[i], &expectations[i], error))
            return false;
    check_distinct(subject, expectations, folder, names, count);
    return true;
}

/* --- slips ------------------------------------------------------------------------------------ */

/* NULL: none. A learner who makes this slip must be told of it. */
static const char *slip_fault(struct subject *subject, const struct slip *slip, const struct verdict *verdict)
{
    if (verdict->status == VERDICT_COMPILE_ERROR)
        return "the reference with this slip does not compile";
    if (verdict->status != VERDICT_WRONG)
        return arena_printf(subject->arena, "the reference with this slip is not wrong in any case: its status is %s",
                            verdict_status_name(verdict->status));
    return strstr(verdict->message, slip->say) ? NULL
                                               : "the verdict about the reference with this slip does not name it";
}

/* Grades the slip as if a learner had made it. Here, the kernels of a plan may change too. */
static bool check_slip(struct subject *subject, const struct slip *slip, struct error *error)
{
    const struct author_exercise *given = subject->given;
    const struct exercise *exercise = given->exercise;
    struct topic topic = {arena_printf(subject->arena, "slip %zu", (size_t)(slip - exercise->slips) + 1),
                          exercise->source->name, slip->location.line};
    struct exercise graded = *exercise;
    graded.kind = EXERCISE_KERNEL;
    struct submission submission = {.exercise = &graded, .path = topic.name, .untimed = true};
    struct error mistake = {0};
    struct judged judged = {0};
    if (!reference_slip_source(given->app->curriculum, exercise, slip, subject->arena, &submission.source, &mistake)) {
        report_topic(subject, &topic, arena_strdup(subject->arena, mistake.message), NULL);
        return true;
    }
    if (!judge_submission(subject, &submission, &judged, error))
        return false;
    report_topic(subject, &topic, slip_fault(subject, slip, judged.verdict), &judged);
    verdict_free(judged.verdict);
    return true;
}

static bool check_slips(struct subject *subject, struct error *error)
{
    const struct exercise *exercise = subject->given->exercise;
    for (size_t i = 0; i < exercise->slip_count; i++)
        if (!check_slip(subject, &exercise->slips[i], error))
            return false;
    return true;
}

/*
 * NULL: the hints are complete. An assessment has none, a variant can have none. One general hint
 * comes first in any case.
 */
static const char *hints_lack(const struct exercise *exercise)
{
    if (exercise->lesson->kind == LESSON_ASSESSMENT || (exercise->variant_of && !exercise->hint_count))
        return NULL;
    if (exercise->hint_count < AUTHOR_HINTS_LEAST && !exercise->variant_of)
        return "at least three hints are asked for, from concept to pseudocode";
    size_t general = 0;
    for (size_t i = 0; i < exercise->hint_count; i++)
        general += !exercise->hints[i].when;
    bool has_last = exercise->hints[exercise->hint_count - 1].is_last;
    return general < 2 || has_last ? NULL : "the last hint needs `rung: last`, or it is shown before more general ones";
}

static void check_texts(struct subject *subject)
{
    const struct exercise *exercise = subject->given->exercise;
    report_topic(subject, &(struct topic){.name = "hints"}, hints_lack(exercise), NULL);
    report_topic(subject, &(struct topic){.name = "explanation"}, exercise->explain ? NULL : "there is no `explain`",
                 NULL);
}

/* Another toolkit or model changes all times. Else a missing one means that the kernel changed. */
static const char *time_fault(struct subject *subject, const struct course_time *time)
{
    if (time->needs_full)
        return "`bench` is too large to run whole, in instructions or in memory: give a smaller size as `full`";
    if (time->is_shipped && !time->agrees)
        return arena_printf(subject->arena,
                            "%.3f us are modelled, the file says %.3f us, or other counts: "
                            "`author-check --write-times` writes it anew",
                            time->modelled_us, time->shipped_us);
    return time->is_shipped || !time->is_made_here
               ? NULL
               : "the file has no time of this kernel and size: `author-check --write-times` writes it";
}

/* A missing time costs a learner a wait, and tables show the one of an older kernel. */
static void check_time(struct subject *subject, const struct course_time *time, unsigned long elapsed_ms)
{
    const struct author_exercise *given = subject->given;
    const char *fault = time_fault(subject, time);
    bool is_stale = !fault && !time->is_shipped;
    struct author_result result = {
        .exercise = given->exercise->id,
        .subject = arena_printf(subject->arena, "time of the %s", time->kernel),
        .file = COURSE_TIMES_FILE,
        .line = 1,
        .good = !fault,
        .is_stale = is_stale,
        .elapsed_ms = elapsed_ms,
        .speed = is_stale ? "out of date: the toolkit or the model has changed" : "",
        .message = fault ? fault : "",
    };
    given->result(given->context, &result);
}

static bool check_times(struct subject *subject, struct error *error)
{
    struct author_exercise *given = subject->given;
    struct course_time times[COURSE_TIMES_OF_EXERCISE];
    size_t count;
    const char *folder = curriculum_folder(given->app->curriculum, given->exercise);
    int64_t start_ns = clock_monotonic_ns();
    if (device_kind_measures_time(given->device))
        return true;
    if (!course_times_model(given->grader, given->app->curriculum, given->exercise, subject->arena, times, &count,
                            error))
        return false;
    if (given->writes_times)
        given->times(given->context, folder, times, count);
    else if (count && course_times_are_kept(folder, times[0].architecture))
        for (size_t i = 0; i < count; i++) /* all are modelled together */
            check_time(subject, &times[i], i ? 0 : (unsigned long)((clock_monotonic_ns() - start_ns) / 1000000));
    return true;
}

bool author_exercise_check(struct author_exercise *given, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct subject subject = {.given = given, .arena = arena};
    if (given->writes_times)
        return check_times(&subject, error);
    check_texts(&subject);
    return check_starter(&subject, error) && check_half_starter(&subject, error) && check_solution(&subject, error) &&
           check_best(&subject, error) && check_times(&subject, error) && check_wrong_kernels(&subject, error) &&
           check_slips(&subject, error);
}
