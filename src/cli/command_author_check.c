/* `author-check`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/author_check.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/diagnostics.h"
#include "base/jobs.h"
#include "base/random.h"
#include "cli/output.h"
#include "cli/session.h"
#include "tui/tui.h"

/* A failure is repeated at the end, by file, since its first report has scrolled away. */
struct mistake {
    const char *file, *exercise, *subject, *message;
    int line;
};

/* The time that one exercise took, all its kernels together. */
struct cost {
    const char *exercise;
    unsigned long elapsed_ms;
};

enum { MISTAKES_MAX = 256, COSTS_SHOWN = 5 };

struct report {
    struct arena *arena;
    struct mistake mistakes[MISTAKES_MAX];
    size_t count;
    struct cost costs[COSTS_SHOWN + 1]; /* the longest so far, and the current exercise */
};

static void keep_mistake(struct report *report, const struct author_result *result)
{
    if (result->good || report->count == MISTAKES_MAX)
        return;
    report->mistakes[report->count++] = (struct mistake){.file = arena_strdup(report->arena, result->file),
                                                         .exercise = arena_strdup(report->arena, result->exercise),
                                                         .subject = arena_strdup(report->arena, result->subject),
                                                         .message = arena_strdup(report->arena, result->message),
                                                         .line = result->line};
}

static int by_cost(const void *left, const void *right)
{
    const struct cost *a = left, *b = right;
    return (a->elapsed_ms < b->elapsed_ms) - (a->elapsed_ms > b->elapsed_ms);
}

/* Results of one exercise come one after another. A new one takes the place of the shortest. */
static void add_cost(struct report *report, const struct author_result *result)
{
    struct cost *current = &report->costs[COSTS_SHOWN];
    if (!current->exercise || strcmp(current->exercise, result->exercise) != 0) {
        qsort(report->costs, COSTS_SHOWN + 1, sizeof *report->costs, by_cost);
        *current = (struct cost){.exercise = arena_strdup(report->arena, result->exercise)};
    }
    current->elapsed_ms += result->elapsed_ms;
}

static void print_costs(struct report *report, int64_t elapsed_ns)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    qsort(report->costs, COSTS_SHOWN + 1, sizeof *report->costs, by_cost);
    buffer_printf(&text, "%.1f s", (double)elapsed_ns / 1e9);
    for (size_t i = 0; i < COSTS_SHOWN && report->costs[i].elapsed_ms > 0; i++)
        buffer_printf(&text, "%s %s %.1f s", i ? "," : "; longest:", report->costs[i].exercise,
                      (double)report->costs[i].elapsed_ms / 1e3);
    output_line("%s", buffer_text(&text));
}

static void print_result(void *context, const struct author_result *result)
{
    const char *words = result->good ? result->speed : result->message;
    output_line("%s  %-24s %-28s %5lu ms%s%s", result->good ? "good" : "FAIL", result->exercise, result->subject,
                result->elapsed_ms, *words ? "  " : "", words);
    if (result->report)
        output_line("%s", result->report);
    fflush(stdout);
    keep_mistake(context, result);
    add_cost(context, result);
}

static int by_place(const void *left, const void *right)
{
    const struct mistake *a = left, *b = right;
    int files = strcmp(a->file, b->file);
    if (files || a->line != b->line)
        return files ? files : a->line - b->line;
    int subjects = strcmp(a->subject, b->subject);
    return subjects ? subjects : strcmp(a->message, b->message);
}

static void print_mistakes(struct report *report)
{
    qsort(report->mistakes, report->count, sizeof *report->mistakes, by_place);
    for (size_t i = 0; i < report->count; i++) {
        const struct mistake *mistake = &report->mistakes[i];
        output_line("%s:%d: %s, %s: %s", mistake->file, mistake->line, mistake->exercise, mistake->subject,
                    mistake->message);
    }
}

static bool check_curriculum(struct invocation *invocation, struct app *app, struct author_check *check,
                             struct error *error)
{
    uint64_t jobs;
    if (!invocation_number(invocation, "jobs", (struct option_range){1, JOBS_MAX, 0}, &jobs, error))
        return false;
    if (!invocation_number(invocation, "seeds", (struct option_range){1, AUTHOR_SEEDS_MAX, 0}, &check->seeds, error) ||
        !invocation_number(invocation, "first-seed", (struct option_range){1, UINT32_MAX, random_system_seed() >> 33},
                           &check->first_seed, error))
        return false;
    if (check->seeds)
        output_line("seeds from %llu on", (unsigned long long)check->first_seed);
    check->only = invocation->arguments;
    check->only_count = (size_t)invocation->argument_count;
    check->device = invocation_option(invocation, "device");
    check->jobs = (int)jobs;
    check->full = invocation_has(invocation, "full");
    check->writes_times = invocation_has(invocation, "write-times");
    check->writes_steps = invocation_has(invocation, "write-steps");
    return author_check_run(app, check, error);
}

/* A step is drawn on one screen. The shell knows how. */
static void check_sizes(const struct app *app, struct author_check *check)
{
    for (size_t i = 0; i < app->curriculum->lesson_count; i++)
        for (size_t k = 0; k < app->curriculum->lessons[i]->step_count; k++) {
            const struct step *step = &app->curriculum->lessons[i]->steps[k];
            if (!step_is_lab(step) || !author_check_wants_lab(check, step->lab))
                continue;
            struct tui_lab_size size = tui_lab_measure(app, step->lab);
            if (size.rows <= TUI_LAB_ROWS && size.columns <= TUI_LAB_COLUMNS)
                continue;
            CLEANUP(buffer_done) struct buffer message = BUFFER_INIT;
            buffer_printf(&message, "it takes %d rows and %d columns; a screen of 80x24 has %d and %d", size.rows,
                          size.columns, TUI_LAB_ROWS, TUI_LAB_COLUMNS);
            struct author_result result = {.exercise = step->lab->id,
                                           .subject = "size",
                                           .file = step->lab->lesson->source->name,
                                           .line = step->lab->location.line,
                                           .message = buffer_text(&message),
                                           .speed = ""};
            check->checked++;
            check->failed++;
            print_result(check->context, &result);
        }
}

bool command_author_check(struct session *session, struct error *error)
{
    size_t mistakes = diagnostics_error_count(session->app->diagnostics);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    diagnostics_render(session->app->diagnostics, &text);
    output_print(&text);

    struct report report = {.arena = session->app->arena};
    struct author_check check = {.result = print_result, .context = &report};
    int64_t start_ns = clock_monotonic_ns();
    if (!check_curriculum(session->invocation, session->app, &check, error))
        return false;
    check_sizes(session->app, &check);
    print_mistakes(&report);
    if (check.stale)
        output_line("%zu modelled times in solutions/modelled-times.json are out of date: `warpschool author-check "
                    "--write-times` writes them anew",
                    check.stale);
    if (check.judged)
        output_line("%llu verdicts in %.0f s of processor time, %.2f s each", (unsigned long long)check.judged,
                    (double)check.processor_ns / 1e9, (double)check.processor_ns / 1e9 / (double)check.judged);
    print_costs(&report, clock_monotonic_ns() - start_ns);
    output_line("%zu checks, %zu failed; %zu mistakes in lessons/", check.checked, check.failed, mistakes);
    session->status = check.failed + mistakes > 0 ? EXIT_NOT_PASSED : EXIT_PASSED;
    return true;
}
