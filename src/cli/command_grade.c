/* `grade` and `watch`. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/assessment.h"
#include "app/help_ladder.h"
#include "app/submission.h"
#include "app/verdict_text.h"
#include "app/watch.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "cli/grade_output.h"
#include "cli/output.h"
#include "cli/session.h"

enum { DEVICES_MOST = 8 }; /* of --devices: as many as one host has */

/* The kernel to judge instead of the learner's copy. NULL: none is named. */
static bool file_of(const struct invocation *invocation, const char **out_path, struct error *error)
{
    const char *argument = invocation_argument(invocation, 1), *option = invocation_option(invocation, "file");
    if (argument && option)
        return error_set(error, ERROR_RANGE, "you named two files, '%s' and '%s': name one", argument, option);
    *out_path = argument ? argument : option;
    return true;
}

static bool prepare(const struct invocation *invocation, struct app *app, const struct exercise *exercise,
                    struct submission *out_submission, struct error *error)
{
    const char *path;
    uint64_t devices;
    if (!file_of(invocation, &path, error))
        return false;
    if (invocation_has(invocation, "solution"))
        path = workspace_solution_path(app, exercise, invocation->arena);
    if (!submission_prepare(app, exercise, path, invocation->arena, out_submission, error))
        return false;
    out_submission->device = invocation_option_or(invocation, "device", "auto");
    return invocation_number(invocation, "seed", (struct option_range){1, UINT64_MAX, 0}, &out_submission->seed,
                             error) &&
           invocation_number(invocation, "devices", (struct option_range){1, DEVICES_MOST, 0}, &devices, error) &&
           (!devices || submission_take_devices(out_submission, (int)devices, invocation->arena, error));
}

static bool record(const struct invocation *invocation, struct app *app, const struct submission *submission,
                   const struct verdict *verdict, int64_t *out_attempt, struct error *error)
{
    *out_attempt = 0;
    if (invocation_has(invocation, "no-record") || invocation_has(invocation, "solution") || submission->other_devices)
        return true;
    return submission_record(app, submission, verdict, out_attempt, error);
}

static void print_search(const struct invocation *invocation, const struct verdict *verdict)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_char(&text, '\n');
    verdict_text_search(verdict, output_style(invocation).columns, invocation->arena, &text);
    output_print(&text);
}

static void print_timeline(const struct invocation *invocation, const struct verdict *verdict)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_char(&text, '\n');
    verdict_text_timeline(verdict, output_style(invocation).columns, false, invocation->arena, &text);
    if (verdict_text_has_ranking(verdict))
        buffer_append_char(&text, '\n');
    verdict_text_ranking(verdict, invocation->arena, &text);
    output_print(&text);
}

/* The number of this attempt on this exercise, counted from 1. */
static int64_t attempt_number(struct app *app, const char *exercise, struct arena *arena, int64_t attempt)
{
    struct exercise_progress progress;
    if (attempt == 0 || !store_get_exercise(app->store, exercise, arena, &progress, NULL))
        return 0;
    return progress.attempts;
}

/* Reports the badges of this attempt, and what one after help still needs. Failures are ignored. */
static void print_badges(struct app *app, const struct exercise *exercise, struct arena *arena)
{
    const char *debt;
    if (help_ladder_debt(app, exercise, arena, &debt, NULL) && debt)
        output_line("%s", debt);
    output_new_badges(app, arena);
}

/* On terminals, prints the known parts before the kernel is timed, and how far a whole run is. */
static void print_judged(void *context, enum grader_stage stage, int done, int total)
{
    const struct submission *submission = context;
    if (stage == STAGE_FULL && isatty(STDERR_FILENO))
        output_progress(_("running every block: %d s of about %d s"), done, total);
    if (stage == STAGE_DONE && submission->full && isatty(STDERR_FILENO))
        output_progress("%s", "");
    if (stage != STAGE_TIME || done || !isatty(STDOUT_FILENO)) /* nothing else is timed */
        return;
    output_line(_("safe and right; timing ..."));
    fflush(stdout);
}

/* On terminals, the time before what the kernel wrote is compared. */
static void print_timed(void *context, const struct time_verdict *time)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    (void)context;
    if (!isatty(STDOUT_FILENO))
        return;
    verdict_text_speed(time, &text);
    output_line(_("%s; comparing its values ..."), buffer_text(&text));
    fflush(stdout);
}

static bool grade_once(struct session *session, struct grader *grader, const struct exercise *exercise,
                       struct error *error)
{
    struct invocation *invocation = session->invocation;
    struct app *app = session->app;
    struct submission submission;
    if (!prepare(invocation, app, exercise, &submission, error))
        return false;
    CLEANUP(verdict_free) struct verdict *verdict = NULL;
    int64_t attempt;
    submission.full = invocation_has(invocation, "full");
    submission.context = &submission;
    bool is_text = strcmp(grade_output_format(invocation), "text") == 0;
    if (is_text)
        submission.progress = print_judged;
    if (is_text)
        submission.timed = print_timed;
    if (!submission_grade(app, grader, &submission, &verdict, error))
        return false;
    struct error failure = {0};
    if (!record(invocation, app, &submission, verdict, &attempt, &failure))
        output_warning(&failure);
    int64_t number = attempt_number(app, exercise->id, invocation->arena, attempt);
    grade_output_print(invocation,
                       &(struct report_item){
                           .verdict = verdict, .title = exercise->title, .path = submission.path, .attempt = number});
    if (is_text && submission.other_devices)
        output_line(submission.other_devices == 1
                        ? _("judged with %d device instead of %d: without gates, and not recorded")
                        : _("judged with %d devices instead of %d: without gates, and not recorded"),
                    submission.other_devices, exercise->devices);
    if (is_text && verdict_text_has_search(verdict))
        print_search(invocation, verdict);
    if (is_text && invocation_has(invocation, "timeline"))
        print_timeline(invocation, verdict);
    session->status = verdict_exit_code(verdict->status);
    if (attempt != 0 && verdict->status == VERDICT_PASS && is_text)
        print_badges(app, exercise, invocation->arena);
    return grade_output_files(invocation, verdict, number, error);
}

/* Reports hold the counters that an assessment asks to predict. */
static bool may_report(const struct invocation *invocation, struct app *app, const struct exercise *exercise,
                       struct error *error)
{
    bool is_report = strcmp(grade_output_format(invocation), "json") == 0 || invocation_has(invocation, "junit") ||
                     invocation_has(invocation, "html");
    bool is_pool = exercise_is_of_pool(exercise);
    return !is_report || !is_pool || assessment_allows(app, _("a report of its kernels"), error);
}

bool command_grade(struct session *session, struct error *error)
{
    struct grader_settings settings = app_grader_settings(session->app);
    CLEANUP(grader_free) struct grader *grader = NULL;
    const struct exercise *exercise =
        app_find_exercise(session->app, invocation_argument(session->invocation, 0), error);
    return exercise && may_report(session->invocation, session->app, exercise, error) &&
           (grader = grader_new(&settings, error)) && grade_once(session, grader, exercise, error);
}

static void wait_for_save(struct watch *watch)
{
    int wait_ms = 0;
    while (!watch_saved(watch, clock_monotonic_ns(), &wait_ms)) {
        struct pollfd descriptor = {.fd = watch_descriptor(watch), .events = POLLIN};
        poll(&descriptor, descriptor.fd >= 0, wait_ms);
    }
}

/* Ends with the process only. */
static bool watch_exercise(struct session *session, const struct exercise *exercise, struct error *error)
{
    struct grader_settings settings = app_grader_settings(session->app);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, error);
    if (!grader || !workspace_start(session->app, exercise, error))
        return false;
    const char *path = workspace_path(session->app, exercise, session->invocation->arena);
    CLEANUP(watch_free) struct watch *watch = watch_new(path, error);
    if (!watch)
        return false;
    output_line(_("watching %s (Ctrl-C ends)"), path);
    for (;;) {
        struct error failure = {0};
        fflush(stdout);
        if (!grade_once(session, grader, exercise, &failure))
            output_error(&failure);
        fflush(stdout);
        wait_for_save(watch);
    }
}

bool command_watch(struct session *session, struct error *error)
{
    const struct exercise *exercise = session_exercise(session, error);
    return exercise && watch_exercise(session, exercise, error);
}
