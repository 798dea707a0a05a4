#include "tui/shell/open_exercise.h"

#include <string.h>

#include "app/attempts.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/shell/shell.h"

static void forget(struct bench *bench)
{
    verdict_free(bench->verdict);
    watch_free(bench->watch);
    arena_free(bench->arena);
    uint64_t ticket = bench->ticket;
    *bench = (struct bench){.ticket = ticket, .watch_wait_ms = WATCH_POLL_MS};
}

void bench_close(struct bench *bench)
{
    forget(bench);
}

/* True if the file is not the text that the verdict is about. */
static bool differs_from_verdict(const struct bench *bench)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source source;
    const struct source *graded = bench->verdict ? bench->verdict->source : NULL;
    if (!graded || !workspace_read(bench->path, bench->path, arena, &source, NULL))
        return false;
    return source.size_bytes != graded->size_bytes || memcmp(source.text, graded->text, source.size_bytes) != 0;
}

static int count_attempts(const struct shell *shell, const struct exercise *exercise)
{
    const struct overview_exercise *row = shell_overview_exercise(shell, exercise);
    return row ? row->progress.attempts : 0;
}

bool bench_open(struct shell *shell, const struct exercise *exercise, struct error *error)
{
    struct bench *bench = &shell->bench;
    if (bench->exercise == exercise)
        return true;
    if (!exercise->starter)
        return error_set(error, ERROR_UNSUPPORTED, "%s has no file to edit here: it is handed in by command",
                         exercise->id);
    if (!workspace_start(shell->app, exercise, error))
        return false;
    if (shell->grading)
        grading_cancel(shell->grading);
    forget(bench);
    bench->arena = arena_new();
    bench->exercise = exercise;
    bench->path = workspace_path(shell->app, exercise, bench->arena);
    struct error trouble = {0};
    bench->watch = watch_new(bench->path, &trouble);
    if (!bench->watch)
        shell_say_error(shell, &trouble);
    if (!attempts_last_verdict(shell->app, exercise, &bench->attempt, &bench->verdict, &trouble))
        shell_say_error(shell, &trouble);
    bench->attempt_number = count_attempts(shell, exercise);
    bench->is_stale = differs_from_verdict(bench);
    return true;
}

void bench_run(struct shell *shell)
{
    struct bench *bench = &shell->bench;
    if (!bench->exercise)
        return;
    bench->trouble = (struct error){0};
    if (bench->watch)
        watch_accept(bench->watch);
    if (!shell->grading) {
        bench->trouble = shell->grading_trouble;
        if (bench->trouble.code == ERROR_NONE)
            error_set(&bench->trouble, ERROR_UNSUPPORTED, "the grader is not started yet");
        shell_say_error(shell, &bench->trouble);
        return;
    }
    uint64_t ticket = grading_submit(shell->grading, bench->exercise, NULL, "auto", &bench->trouble);
    if (ticket == 0) {
        shell_say_error(shell, &bench->trouble);
        return;
    }
    bench->ticket = ticket;
    bench->is_stale = bench->verdict != NULL;
    if (!bench->is_working)
        bench->started_ns = clock_monotonic_ns();
    bench->is_working = true;
}

bool bench_look(struct shell *shell)
{
    struct bench *bench = &shell->bench;
    if (!bench->watch || !watch_saved(bench->watch, clock_monotonic_ns(), &bench->watch_wait_ms))
        return false;
    bench_run(shell);
    return true;
}

/* The largest of those that are new. */
static void tell_badges(struct shell *shell)
{
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
    struct bench *bench = &shell->bench;
    struct submission submission = {.exercise = event->exercise, .source = event->source, .device = "auto"};
    struct error error = {0};
    int64_t attempt = 0;
    bool stored = submission_record(shell->app, &submission, event->verdict, &attempt, &error);
    if (event->exercise == bench->exercise)
        bench->attempt = attempt;
    shell_refresh(shell);
    if (event->exercise == bench->exercise)
        bench->attempt_number = count_attempts(shell, event->exercise);
    tell_badges(shell);
    if (!stored)
        shell_say_error(shell, &error);
}

/* The event's text dies with the next event; the verdict keeps its own. */
static void keep_source(struct verdict *verdict, const struct source *graded)
{
    struct source *source = ARENA_NEW(verdict->arena, struct source);
    source->name = arena_strdup(verdict->arena, graded->name);
    source->text = arena_strndup(verdict->arena, graded->text, graded->size_bytes);
    source->size_bytes = graded->size_bytes;
    verdict->source = source;
}

static void take_verdict(struct shell *shell, struct grading_event *event)
{
    struct bench *bench = &shell->bench;
    record(shell, event);
    bool is_older = event->ticket != 0 && event->ticket < bench->verdict_ticket;
    if (event->exercise != bench->exercise || is_older) {
        verdict_free(event->verdict);
        return;
    }
    keep_source(event->verdict, &event->source);
    verdict_free(bench->verdict);
    bench->verdict = event->verdict;
    bench->verdict_ticket = event->ticket;
    bench->is_working = event->ticket < bench->ticket;
    bench->is_stale = bench->is_working || differs_from_verdict(bench);
    shell_tell(shell, SCREEN_VERDICT);
}

static void take_failure(struct shell *shell, const struct grading_event *event)
{
    struct bench *bench = &shell->bench;
    if (event->ticket == 0) {
        shell->grading_trouble = event->error;
        shell_say_error(shell, &event->error);
        return;
    }
    if (event->ticket >= bench->ticket)
        bench->is_working = false;
    bench->trouble = event->error;
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
    shell_tell(shell, SCREEN_MEASURED);
    return true;
}

bool bench_event(struct shell *shell, struct grading_event *event)
{
    struct bench *bench = &shell->bench;
    if (take_measure(shell, event))
        return true;
    switch (event->kind) {
    case GRADING_STARTED:
        if (event->exercise == bench->exercise)
            bench->stage = STAGE_PLAN;
        break;
    case GRADING_STAGE:
        bench->stage = event->stage;
        bench->done = event->done;
        bench->total = event->total;
        break;
    case GRADING_VERDICT:
        take_verdict(shell, event);
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

void bench_stage_text(const struct bench *bench, int64_t now_ns, struct buffer *out)
{
    static const char *const words[] = {
        [STAGE_PLAN] = N_("reading the launch plan"), [STAGE_COMPILE] = N_("compiling"),
        [STAGE_CASES] = N_("running cases"),          [STAGE_GATES] = N_("counting"),
        [STAGE_TIME] = N_("safe and right; timing"), /* nothing else is timed */
        [STAGE_DONE] = N_("writing the verdict"),
    };
    buffer_append_text(out, _(words[bench->stage]));
    if (bench->stage == STAGE_CASES && bench->total > 0)
        buffer_printf(out, _(" %d of %d"), bench->done, bench->total);
    double seconds = (double)(now_ns - bench->started_ns) * 1e-9;
    buffer_printf(out, "  %.1f s", seconds < 0 ? 0 : seconds);
}
