/* The exercise that the learner works on. */
#include "tui/shell/open_exercise.h"

#include <string.h>
#include <unistd.h>

#include "app/attempts.h"
#include "app/verdict_text.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "tui/shell/checking.h"
#include "tui/shell/shell.h"

static void forget(struct open_exercise *open)
{
    verdict_free(open->verdict);
    watch_free(open->watch);
    if (open->has_claim && open->claim >= 0)
        close(open->claim);
    arena_free(open->arena);
    uint64_t ticket = open->ticket;
    *open = (struct open_exercise){.ticket = ticket, .watch_wait_ms = WATCH_POLL_MS};
}

void open_exercise_close(struct open_exercise *open)
{
    forget(open);
}

/* True if the file differs from the text of the verdict. Without a verdict: from the starter. */
static bool is_ungraded(const struct shell *shell)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct open_exercise *open = &shell->open;
    const char *path = workspace_starter_path(shell->app, open->exercise, arena);
    struct source source, starter;
    const struct source *graded = open->verdict                                       ? open->verdict->source
                                  : workspace_read(path, path, arena, &starter, NULL) ? &starter
                                                                                      : NULL;
    if (!graded || !workspace_read(open->path, open->path, arena, &source, NULL))
        return false;
    return source.size_bytes != graded->size_bytes || memcmp(source.text, graded->text, source.size_bytes) != 0;
}

/* From the store, since the overview has no row for a variant. */
static int count_attempts(const struct shell *shell, const struct exercise *exercise)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    return store_get_exercise(shell->app->store, exercise->id, arena, &progress, NULL) ? progress.attempts : 0;
}

/* Of two shells with the same exercise, the first judges each save. */
static bool take_claim(struct shell *shell)
{
    struct open_exercise *open = &shell->open;
    if (!open->has_claim)
        open->has_claim = workspace_claim(shell->app, open->exercise, &open->claim);
    return open->has_claim;
}

void open_exercise_accept(struct shell *shell)
{
    if (shell->open.watch)
        watch_accept(shell->open.watch);
    shell->open.is_stale = is_ungraded(shell);
}

bool open_exercise_start(struct shell *shell, const struct exercise *exercise, struct error *error)
{
    struct open_exercise *open = &shell->open;
    if (open->exercise == exercise)
        return true;
    if (!exercise->starter)
        return error_set(error, ERROR_UNSUPPORTED, "%s has no file to edit here: it is handed in by command",
                         exercise->id);
    if (!workspace_start(shell->app, exercise, error))
        return false;
    if (shell->grading)
        grading_cancel(shell->grading);
    forget(open);
    open->arena = arena_new();
    open->exercise = exercise;
    open->path = workspace_path(shell->app, exercise, open->arena);
    take_claim(shell);
    struct error trouble = {0};
    open->watch = watch_new(open->path, &trouble);
    if (!open->watch)
        shell_say_error(shell, &trouble);
    if (!attempts_last_verdict(shell->app, exercise, &open->attempt, &open->verdict, &trouble))
        shell_say_error(shell, &trouble);
    open->attempt_number = count_attempts(shell, exercise);
    open->is_stale = is_ungraded(shell);
    return true;
}

void open_exercise_follow(struct shell *shell)
{
    struct open_exercise *open = &shell->open;
    struct verdict *verdict = NULL;
    int64_t attempt = 0;
    if (!open->exercise || open->is_working ||
        !attempts_last_verdict(shell->app, open->exercise, &attempt, &verdict, NULL))
        return;
    if (attempt == open->attempt) {
        verdict_free(verdict);
        return;
    }
    shell->message[0] = '\0'; /* that another shell judges the file */
    verdict_free(open->verdict);
    open->verdict = verdict;
    open->attempt = attempt;
    open->attempt_number = count_attempts(shell, open->exercise);
    open->is_stale = is_ungraded(shell);
    shell_notify(shell, SCREEN_VERDICT);
}

void open_exercise_submit(struct shell *shell)
{
    struct open_exercise *open = &shell->open;
    if (!open->exercise)
        return;
    open->trouble = (struct error){0};
    shell->message[0] = '\0'; /* about an earlier submission */
    checking_cancel(shell);
    if (open->watch)
        watch_accept(open->watch);
    if (!shell->grading) {
        open->trouble = shell->grading_trouble;
        if (open->trouble.code == ERROR_NONE)
            error_set(&open->trouble, ERROR_UNSUPPORTED, "the grader is not started yet");
        shell_say_error(shell, &open->trouble);
        return;
    }
    uint64_t ticket = grading_submit(shell->grading, open->exercise, NULL, "auto", &open->trouble);
    if (ticket == 0) {
        shell_say_error(shell, &open->trouble);
        return;
    }
    open->ticket = ticket;
    open->is_stale = true;
    if (!open->is_working)
        open->started_ns = clock_monotonic_ns();
    open->is_working = true;
}

/* Some editors delete a file for a moment when they save it. */
enum { LOOKS_BEFORE_GONE = 3 };

/* Reports once that the file was deleted, until it is back. */
static bool look_for_deletion(struct shell *shell)
{
    struct open_exercise *open = &shell->open;
    const char *words = _("The file was deleted. Press e or r to get the starter back.");
    if (!open->watch || file_exists(open->path)) {
        bool is_back = open->looks_without_file >= LOOKS_BEFORE_GONE && strcmp(shell->message, words) == 0;
        open->looks_without_file = 0;
        if (is_back)
            shell->message[0] = '\0';
        return is_back;
    }
    if (++open->looks_without_file != LOOKS_BEFORE_GONE)
        return false;
    shell_say(shell, STYLE_WARNING, "%s", words);
    return true;
}

bool open_exercise_bring_back(struct shell *shell)
{
    struct open_exercise *open = &shell->open;
    struct error error = {0};
    if (!open->exercise || file_exists(open->path))
        return false;
    if (!workspace_start(shell->app, open->exercise, &error)) {
        shell_say_error(shell, &error);
        return false;
    }
    open_exercise_accept(shell);
    shell_say(shell, STYLE_WARNING, "%s",
              _("The file was deleted, so this is the starter. The history keeps your attempts."));
    return true;
}

static void report_other_shell(struct shell *shell)
{
    shell->open.is_stale = shell->open.verdict != NULL;
    shell_say(shell, STYLE_WARNING, "%s",
              _("Another shell has this exercise open and judges it. Press r to judge it here."));
}

bool open_exercise_look(struct shell *shell)
{
    struct open_exercise *open = &shell->open;
    if (look_for_deletion(shell))
        return true;
    if (!open->watch || !watch_saved(open->watch, clock_monotonic_ns(), &open->watch_wait_ms))
        return false;
    if (take_claim(shell))
        open_exercise_submit(shell);
    else
        report_other_shell(shell);
    return true;
}

/* A pass on the exercise screen has a screen of its own. A kernel of an assessment has none. */
static bool shows_pass(struct shell *shell)
{
    const struct open_exercise *open = &shell->open;
    const struct screen *top = shell_top(shell);
    struct place place = {0};
    top->class->place(top->state, &place);
    bool is_here = (top->id == SCREEN_EXERCISE || top->id == SCREEN_PASS) && place.exercise == open->exercise;
    return is_here && open->exercise->lesson && open->exercise->lesson->kind != LESSON_ASSESSMENT;
}

/* Opens the screen after a pass, or leaves it after a verdict that is none. */
static void follow_verdict(struct shell *shell)
{
    struct place place = {.screen = SCREEN_PASS, .exercise = shell->open.exercise};
    shell_remove_below(shell, SCREEN_PASS); /* of an earlier attempt */
    if (!shows_pass(shell) || shell->open.is_stale)
        return;
    if (shell_top(shell)->id == SCREEN_PASS)
        shell_back(shell);
    if (shell->open.verdict->status == VERDICT_PASS)
        shell_open(shell, &place);
}

void open_exercise_report_badges(struct shell *shell)
{
    if (shows_pass(shell))
        return;
    const struct badge_list *badges = &shell->overview.badges;
    for (size_t i = badges->count; i > 0; i--) {
        if (!badges->items[i - 1].is_new)
            continue;
        shell_say(shell, STYLE_GOOD, _("Badge earned: %s"), badges->items[i - 1].title);
        return;
    }
}

static void record(struct shell *shell, const struct grading_event *event)
{
    struct open_exercise *open = &shell->open;
    struct submission submission = {.exercise = event->exercise, .source = event->source, .device = "auto"};
    struct error error = {0};
    int64_t attempt = 0;
    bool stored = submission_record(shell->app, &submission, event->verdict, &attempt, &error);
    shell->cause_search = (struct cause_search){event->ticket, attempt, event->verdict->status};
    if (event->exercise == open->exercise)
        open->attempt = attempt;
    shell_refresh(shell);
    if (event->exercise == open->exercise)
        open->attempt_number = count_attempts(shell, event->exercise);
    open_exercise_report_badges(shell);
    if (!stored)
        shell_say_error(shell, &error);
    else if (store_is_gone(shell->app->store))
        shell_say(shell, STYLE_BAD, "%s",
                  _("The progress file was moved or deleted: what you do now is lost when you leave."));
}

static const char words_of_search[] = N_("Looking for what is wrong ...");

/* The event's text ends with the next event, so the verdict keeps its own. */
static void keep_source(struct verdict *verdict, const struct source *graded)
{
    struct source *source = ARENA_NEW(verdict->arena, struct source);
    source->name = arena_strdup(verdict->arena, graded->name);
    source->text = arena_strndup(verdict->arena, graded->text, graded->size_bytes);
    source->size_bytes = graded->size_bytes;
    verdict->source = source;
}

/* The learner can save while another screen is shown, which has no verdict. */
static void report_elsewhere(struct shell *shell)
{
    const struct open_exercise *open = &shell->open;
    const struct screen *top = shell_top(shell);
    struct place place = {0};
    top->class->place(top->state, &place);
    if (shell->message[0] || place.exercise == open->exercise || exercise_is_of_pool(open->exercise))
        return;
    bool is_beside = top->id == SCREEN_LESSON && place.lesson == open->exercise->lesson;
    shell_say(shell, open->verdict->status == VERDICT_PASS ? STYLE_GOOD : STYLE_WARNING,
              is_beside ? _("%s: %s. Press Tab for the verdict.") : "%s: %s", open->exercise->id,
              _(verdict_text_words(open->verdict)));
}

static void take_verdict(struct shell *shell, struct grading_event *event)
{
    struct open_exercise *open = &shell->open;
    shell->message[0] = '\0';
    record(shell, event);
    bool is_older = event->ticket != 0 && event->ticket < open->verdict_ticket;
    if (event->exercise != open->exercise || is_older) {
        verdict_free(event->verdict);
        return;
    }
    keep_source(event->verdict, &event->source);
    verdict_free(open->verdict);
    open->verdict = event->verdict;
    open->verdict_ticket = event->ticket;
    open->is_working = event->ticket < open->ticket;
    open->is_stale = open->is_working || is_ungraded(shell);
    if (!open->is_working)
        checking_begin(shell);
    shell_notify(shell, SCREEN_VERDICT);
    follow_verdict(shell);
    report_elsewhere(shell);
    if (!shell->message[0] && open->verdict->may_know_more && open->verdict->status == VERDICT_WRONG)
        shell_say(shell, STYLE_DIM, "%s", _(words_of_search));
}

/* Replaces the shown verdict. A message that came meanwhile stays. */
static void show_cause(struct shell *shell, struct grading_event *event)
{
    struct open_exercise *open = &shell->open;
    bool says_more = strcmp(event->verdict->message, open->verdict->message) != 0;
    keep_source(event->verdict, &event->source);
    verdict_free(open->verdict);
    open->verdict = event->verdict;
    shell_notify(shell, SCREEN_CAUSE);
    if (says_more && !shell->message[0])
        shell_say(shell, STYLE_GOOD, "%s", _("Found what is wrong: the last sentence of the verdict names it."));
}

/* What a quick verdict left out. */
static void take_cause(struct shell *shell, struct grading_event *event)
{
    const struct open_exercise *open = &shell->open;
    struct cause_search search = shell->cause_search;
    struct error error = {0};
    bool is_it = event->ticket == search.ticket && event->verdict && event->verdict->status == search.status;
    bool is_shown = event->exercise == open->exercise &&
                    (search.attempt ? search.attempt == open->attempt : search.ticket == open->verdict_ticket);
    if (strcmp(shell->message, _(words_of_search)) == 0)
        shell->message[0] = '\0';
    if (is_it && search.attempt && !submission_rejudge(shell->app, search.attempt, event->verdict, &error))
        shell_say_error(shell, &error);
    if (is_it && is_shown)
        show_cause(shell, event);
    else
        verdict_free(event->verdict);
}

static void take_failure(struct shell *shell, const struct grading_event *event)
{
    struct open_exercise *open = &shell->open;
    if (event->ticket == 0) {
        shell->grading_trouble = event->error;
        shell_say_error(shell, &event->error);
        return;
    }
    if (event->ticket >= open->ticket)
        open->is_working = false;
    open->trouble = event->error;
    if (event->kind == GRADING_CANCELLED)
        shell_say(shell, STYLE_WARNING, "%s", _("Cancelled"));
    else
        shell_say_error(shell, &event->error);
}

static bool take_measure(struct shell *shell, const struct grading_event *event)
{
    if (event->ticket == 0 || event->ticket != shell->measure_ticket)
        return false;
    shell->measure_ticket = 0;
    shell->measured_good = event->kind == GRADING_MEASURED;
    shell->measured = event->value;
    shell->measure_error = event->error;
    shell_notify(shell, SCREEN_MEASURED);
    return true;
}

/* A whole program has no launch plan. */
static enum grader_stage first_stage(const struct exercise *exercise)
{
    return exercise->kind == EXERCISE_PROGRAM ? STAGE_COMPILE : STAGE_PLAN;
}

bool open_exercise_take_event(struct shell *shell, struct grading_event *event)
{
    struct open_exercise *open = &shell->open;
    if (take_measure(shell, event))
        return true;
    switch (event->kind) {
    case GRADING_STARTED:
        if (event->exercise == open->exercise)
            open->stage = first_stage(open->exercise);
        open->time.available = false;
        break;
    case GRADING_TIMED:
        open->time = event->time;
        break;
    case GRADING_STAGE:
        open->stage = event->stage;
        open->done = event->done;
        open->total = event->total;
        break;
    case GRADING_VERDICT:
        take_verdict(shell, event);
        break;
    case GRADING_CAUSE:
        take_cause(shell, event);
        break;
    case GRADING_FAILED:
    case GRADING_CANCELLED:
        take_failure(shell, event);
        break;
    default:
        break;
    }
    return true;
}

void open_exercise_stage_text(const struct open_exercise *open, int64_t now_ns, struct buffer *out)
{
    static const char *const words[] = {
        [STAGE_PLAN] = N_("reading the launch plan"), [STAGE_COMPILE] = N_("compiling"),
        [STAGE_CASES] = N_("running cases"),          [STAGE_GATES] = N_("safe and right; counting"),
        [STAGE_TIME] = N_("safe and right; timing"),  [STAGE_FULL] = N_("running every block"),
        [STAGE_DONE] = N_("writing the verdict"),
    };
    bool is_timed = open->stage == STAGE_TIME && open->time.available;
    if (is_timed)
        verdict_text_speed(&open->time, out);
    buffer_append_text(out, is_timed ? _("; checking it") : _(words[open->stage]));
    bool has_sizes = open->stage == STAGE_TIME && open->total > 1;
    if ((open->stage == STAGE_CASES && open->total > 0) || has_sizes)
        buffer_printf(out, _(" %d of %d"), open->done, open->total);
    double seconds = (double)(now_ns - open->started_ns) * 1e-9;
    buffer_printf(out, "  %.1f s", seconds < 0 ? 0 : seconds);
}
