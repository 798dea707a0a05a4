#include "app/author_check.h"

#include <string.h>

#include "app/submission.h"
#include "app/workspace.h"
#include "app/wrong_kernel_internal.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "report/writer.h"

/* Every check of one exercise has the same seed, so that a failure shows again when it is looked into. */
enum { AUTHOR_SEED = 20250101 };
enum { WRONG_KERNELS_MAX = 64 };

/* What is checked now, with an arena of its own. */
struct subject {
    struct app *app;
    struct grader *grader;
    struct author_check *check;
    const struct exercise *exercise;
    struct arena *arena;
};

struct judged {
    struct verdict *verdict;
    const char *report, *speed;
    unsigned long elapsed_ms;
};

static void tell(struct subject *subject, const char *name, const char *message, const struct judged *judged)
{
    struct author_result result = {
        .exercise = subject->exercise->id,
        .subject = name,
        .good = message == NULL,
        .message = message ? message : "",
        .report = message && judged ? judged->report : NULL,
        .speed = judged && judged->speed ? judged->speed : "",
        .elapsed_ms = judged ? judged->elapsed_ms : 0,
    };
    subject->check->checked++;
    subject->check->failed += !result.good;
    subject->check->result(subject->check->context, &result);
}

/* A kernel of the course that was not timed beside this one has no ratio. */
static const char *speed_of(const struct verdict *verdict, struct arena *arena)
{
    const struct time_verdict *time = &verdict->time;
    if (!time->available)
        return time->note && strcmp(verdict->device, "virtual") ? arena_strdup(arena, time->note) : "";
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "%s%.2f us +- %.2f", time->modelled ? "modelled " : "", time->microseconds, time->interval);
    if (time->roofline_percent > 0)
        buffer_printf(&text, ", %.1f %% of the roofline", time->roofline_percent);
    if (time->ratio_to_solution > 0)
        buffer_printf(&text, ", %.3f of the solution", time->ratio_to_solution);
    if (time->ratio_to_reference > 0)
        buffer_printf(&text, ", %.2f of the reference", time->ratio_to_reference);
    buffer_printf(&text, ", %s", medal_name(time->medal));
    return arena_strdup(arena, buffer_text(&text));
}

/* A medal must not hang on noise: a kernel that an author ships keeps this far from every boundary. */
#define BOUNDARY_SHARE 0.05

static bool is_at_boundary(double ratio, double boundary)
{
    return boundary > 0 && ratio > boundary * (1 - BOUNDARY_SHARE) && ratio < boundary * (1 + BOUNDARY_SHARE);
}

/* `ratio`: speed of the kernel beside what the targets are of. */
static void check_boundaries(struct subject *subject, const char *name, double ratio)
{
    const struct targets *targets = &subject->exercise->targets;
    const struct {
        const char *medal;
        double boundary;
    } rows[] = {{"gold", targets->gold}, {"silver", targets->silver}, {"bronze", targets->bronze}};
    for (size_t i = 0; targets->of && ratio > 0 && i < sizeof rows / sizeof *rows; i++)
        if (is_at_boundary(ratio, rows[i].boundary))
            tell(subject, name,
                 arena_printf(subject->arena,
                              "at %.3f it lies within 5 %% of the boundary of %s, %.2f: move the boundary", ratio,
                              rows[i].medal, rows[i].boundary),
                 NULL);
}

/* The kernel's own ratio; of the solution also what the reference would get. */
static void check_targets(struct subject *subject, const char *name, const struct verdict *verdict)
{
    const struct targets *targets = &subject->exercise->targets;
    const struct time_verdict *time = &verdict->time;
    if (!time->available || !targets->of)
        return;
    bool of_roofline = strcmp(targets->of, "roofline") == 0;
    double ratio = of_roofline ? time->roofline_percent / 100 : time->ratio_to_solution;
    bool is_solution = strcmp(name, "solution") == 0;
    if (of_roofline || !is_solution)
        check_boundaries(subject, name, ratio);
    if (is_solution && time->ratio_to_reference > 0)
        check_boundaries(subject, "reference", ratio / time->ratio_to_reference);
}

static bool judge(struct subject *subject, const char *path, struct judged *out_judged, struct error *error)
{
    struct submission submission;
    if (!submission_prepare(subject->app, subject->exercise, path, subject->arena, &submission, error))
        return false;
    submission.device = subject->check->device ? subject->check->device : "virtual";
    submission.seed = AUTHOR_SEED;
    int64_t start_ns = clock_monotonic_ns();
    if (!submission_grade(subject->app, subject->grader, &submission, &out_judged->verdict, error))
        return false;
    out_judged->elapsed_ms = (unsigned long)((clock_monotonic_ns() - start_ns) / 1000000);
    out_judged->speed = speed_of(out_judged->verdict, subject->arena);
    struct report_item item = {.verdict = out_judged->verdict};
    struct report report = {.items = &item, .count = 1, .ascii = true};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!report_writer_find("text")->write(&report, &text, error))
        return false;
    out_judged->report = arena_strdup(subject->arena, buffer_text(&text));
    return true;
}

static bool check_starter(struct subject *subject, struct error *error)
{
    struct judged judged = {0};
    if (!judge(subject, workspace_starter_path(subject->app, subject->exercise, subject->arena), &judged, error))
        return false;
    bool passes = judged.verdict->status == VERDICT_PASS;
    tell(subject, "starter", passes ? "the starter passes: there is nothing to learn" : NULL, &judged);
    verdict_free(judged.verdict);
    return true;
}

static bool check_solution(struct subject *subject, struct error *error)
{
    struct judged judged = {0};
    if (!judge(subject, workspace_solution_path(subject->app, subject->exercise, subject->arena), &judged, error))
        return false;
    bool passes = judged.verdict->status == VERDICT_PASS;
    tell(subject, "solution", passes ? NULL : "the solution does not pass", &judged);
    check_targets(subject, "solution", judged.verdict);
    verdict_free(judged.verdict);
    return true;
}

static bool check_wrong_kernel(struct subject *subject, const char *folder, const char *name,
                               struct wrong_expectation *out_expectation, struct error *error)
{
    const char *path = path_join(subject->arena, folder, name);
    const char *title = arena_printf(subject->arena, "wrong/%s", name);
    struct source source;
    struct error mistake = {0};
    if (!workspace_read(path, name, subject->arena, &source, error))
        return false;
    if (!wrong_expectation_read(&source, subject->arena, out_expectation, &mistake)) {
        tell(subject, title, arena_strdup(subject->arena, mistake.message), NULL);
        return true;
    }
    struct judged judged = {0};
    if (!judge(subject, path, &judged, error))
        return false;
    tell(subject, title, wrong_expectation_difference(out_expectation, judged.verdict, judged.report, subject->arena),
         &judged);
    check_targets(subject, title, judged.verdict);
    verdict_free(judged.verdict);
    return true;
}

static void check_distinct(struct subject *subject, const struct wrong_expectation *expectations,
                           const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (expectations[i].says && expectations[j].says && strcmp(expectations[i].says, expectations[j].says) == 0)
                tell(subject, arena_printf(subject->arena, "wrong/%s", names[i]),
                     arena_printf(subject->arena, "expects the same words as %s", names[j]), NULL);
}

static bool check_wrong_kernels(struct subject *subject, struct error *error)
{
    struct wrong_expectation expectations[WRONG_KERNELS_MAX] = {0};
    const char *folder = path_join(subject->arena, curriculum_folder(subject->app->curriculum, subject->exercise),
                                   arena_printf(subject->arena, "tests/curriculum/wrong/%s", subject->exercise->id));
    const char *const *names = NULL;
    size_t count = 0;
    if (file_is_folder(folder) && !file_list_folder(subject->arena, folder, WRONG_KERNELS_MAX, &names, &count, error))
        return false;
    if (count < AUTHOR_WRONG_LEAST && !subject->exercise->variant_of)
        tell(subject, "wrong",
             arena_printf(subject->arena, "%zu wrong kernels, at least %d are asked for", count, AUTHOR_WRONG_LEAST),
             NULL);
    for (size_t i = 0; i < count; i++)
        if (!check_wrong_kernel(subject, folder, names[i], &expectations[i], error))
            return false;
    check_distinct(subject, expectations, names, count);
    return true;
}

static void check_texts(struct subject *subject)
{
    const struct exercise *exercise = subject->exercise;
    bool is_pool = exercise->lesson->kind == LESSON_ASSESSMENT; /* there are no hints in an assessment */
    bool enough = exercise->hint_count >= AUTHOR_HINTS_LEAST || exercise->variant_of || is_pool;
    tell(subject, "hints", enough ? NULL : "at least three hints are asked for, from concept to pseudocode", NULL);
    tell(subject, "explanation", exercise->explain ? NULL : "there is no `explain`", NULL);
}

static bool check_exercise(struct app *app, struct grader *grader, struct author_check *check,
                           const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct subject subject = {.app = app, .grader = grader, .check = check, .exercise = exercise, .arena = arena};
    check_texts(&subject);
    return check_starter(&subject, error) && check_solution(&subject, error) && check_wrong_kernels(&subject, error);
}

static bool is_wanted(const struct author_check *check, const struct exercise *exercise)
{
    if (exercise->locked) /* there is nothing yet that could be judged */
        return false;
    return !check->only || strcmp(exercise->id, check->only) == 0 || strcmp(exercise->lesson->id, check->only) == 0;
}

/* Some lessons have no exercise to judge; loading them has checked all there is. */
static bool has_none_to_judge(const struct curriculum *curriculum, const char *id)
{
    return !id || curriculum_find_lesson(curriculum, id) || curriculum_find_exercise(curriculum, id);
}

bool author_check_run(struct app *app, struct grader *grader, struct author_check *check, struct error *error)
{
    size_t wanted = 0;
    for (size_t i = 0; i < app->curriculum->exercise_count; i++) {
        const struct exercise *exercise = app->curriculum->exercises[i];
        if (!is_wanted(check, exercise))
            continue;
        wanted++;
        if (!check_exercise(app, grader, check, exercise, error))
            return false;
    }
    if (wanted == 0 && !has_none_to_judge(app->curriculum, check->only))
        return error_set(error, ERROR_NOT_FOUND, "there is no lesson or exercise '%s'", check->only);
    return true;
}
