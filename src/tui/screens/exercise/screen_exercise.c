/* The exercise screen: opens, closes, and takes verdicts. */
#include "app/help_ladder.h"
#include "app/verdict_text.h"
#include "app/workspace.h"
#include "tui/screens/exercise/exercise.h"
#include "tui/screens/verdict/verdict_page.h"

void exercise_show(struct exercise_screen *screen, enum exercise_view view)
{
    screen->view = view;
}

void exercise_read_file(struct shell *shell, struct exercise_screen *screen)
{
    struct arena *arena = arena_new();
    struct source source = {0};
    bool good = shell->open.exercise == screen->exercise &&
                workspace_read(shell->open.path, shell->open.path, arena, &source, NULL);
    arena_free(screen->file_arena);
    screen->file_arena = arena;
    screen->file = good ? source : (struct source){0};
}

void exercise_load_hints(struct shell *shell, struct exercise_screen *screen)
{
    struct help_ladder_hint hint;
    screen->hint_count = 0;
    for (int number = 1; number <= HINTS_SHOWN_MAX; number++) {
        if (!help_ladder_shown_hint(shell->app, screen->exercise, number, &hint, NULL))
            return;
        screen->hints[screen->hint_count++] = hint.text;
    }
}

static void mark_finding(struct shell *shell, struct exercise_screen *screen)
{
    const struct verdict *verdict = shell->open.verdict;
    bool has_line = verdict && verdict->line > 0;
    screen->marked_line = has_line ? verdict->line : verdict ? source_page_next_marked(verdict, 0) : 0;
    screen->found_line = screen->marked_line;
    screen->found_scroll = screen->scrollers[VIEW_SOURCE].scroll;
    screen->show_marked = screen->marked_line > 0;
}

static void show_findings(struct shell *shell, struct exercise_screen *screen)
{
    mark_finding(shell, screen);
    screen->verdict_pane.scroll = screen->scrollers[VIEW_VERDICT].scroll = 0;
}

static void forget_strips(struct exercise_screen *screen)
{
    arena_free(screen->strips.arena);
    screen->strips = (struct lab_strips){0};
    screen->has_asked = false;
}

void exercise_take_strips(struct exercise_screen *screen, const struct lab_strips *strips)
{
    forget_strips(screen);
    screen->strips = *strips;
    screen->has_asked = true;
    bool is_plan = screen->exercise->kind == EXERCISE_PLAN; /* its kernels are given, so none is to be read first */
    if (screen->marked_line == 0 && strips->count > 0 && !is_plan)
        screen->marked_line = screen->found_line = strips->items[0].line;
    screen->show_marked |= strips->count > 0 && screen->marked_line > 0; /* they take rows from the source */
}

/* Once for each verdict. While an assessment runs, a line shows no strip. */
static void ask_for_strips(struct shell *shell, struct exercise_screen *screen)
{
    const struct verdict *verdict = shell->open.exercise == screen->exercise ? shell->open.verdict : NULL;
    bool has_kernels = verdict && verdict->source && verdict->observation && verdict->observation->kernel_count > 0;
    if (screen->has_asked || shell->clock_runs || !has_kernels || !shell_labs(shell))
        return;
    screen->has_asked = true;
    lab_runner_find_strips(shell->labs, screen->exercise, verdict);
}

static void take_strips(struct shell *shell, struct exercise_screen *screen)
{
    struct lab_strips strips;
    if (shell->labs && lab_runner_poll_strips(shell->labs, screen->exercise, &strips))
        exercise_take_strips(screen, &strips);
    ask_for_strips(shell, screen);
}

void exercise_look_for_half_starter(struct shell *shell, struct exercise_screen *screen)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    struct error error = {0};
    if (!help_ladder_half_is_due(shell->app, screen->exercise, &screen->is_half_due, &error))
        shell_say_error(shell, &error);
    screen->is_half_due = screen->is_half_due && !shell->clock_runs;
    screen->is_half_offered = screen->is_half_due &&
                              store_get_exercise(shell->app->store, screen->exercise->id, arena, &progress, NULL) &&
                              !progress.has_half_starter;
}

static bool open_exercise(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct exercise_screen *screen = state;
    if (!place->exercise)
        return error_set(error, ERROR_INTERNAL, "no exercise was named");
    screen->arena = arena_new();
    screen->exercise = place->exercise;
    if (!open_exercise_start(shell, place->exercise, error))
        return false;
    exercise_load_hints(shell, screen);
    exercise_read_file(shell, screen);
    if (shell->open.verdict && shell->open.verdict->status != VERDICT_PASS) {
        screen->view = VIEW_SOURCE;
        show_findings(shell, screen);
    }
    if (place->line > 0) {
        screen->view = VIEW_SOURCE;
        screen->marked_line = place->line;
        screen->show_marked = true;
    }
    exercise_look_for_half_starter(shell, screen);
    ask_for_strips(shell, screen);
    return true;
}

/* The learner reads already. So only a mark that nobody has moved goes to another line. */
static void take_cause(struct shell *shell, struct exercise_screen *screen)
{
    bool is_scrolled = screen->scrollers[VIEW_SOURCE].scroll != screen->found_scroll;
    if (screen->marked_line == screen->found_line && !is_scrolled)
        mark_finding(shell, screen);
    exercise_look_for_half_starter(shell, screen);
}

static void close_exercise(void *state)
{
    struct exercise_screen *screen = state;
    forget_strips(screen);
    arena_free(screen->arena);
    arena_free(screen->file_arena);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct exercise_screen *screen = state;
    if (change == SCREEN_SHOWN) { /* another exercise can have been open meanwhile */
        struct error error = {0};
        if (!open_exercise_start(shell, screen->exercise, &error))
            shell_say_error(shell, &error);
        exercise_read_file(shell, screen);
    }
    if (change == SCREEN_LAB)
        take_strips(shell, screen);
    if (change == SCREEN_CAUSE && shell->open.exercise == screen->exercise)
        take_cause(shell, screen);
    if (change != SCREEN_VERDICT || shell->open.exercise != screen->exercise)
        return;
    exercise_read_file(shell, screen);
    screen->view = screen->two_panes ? VIEW_SOURCE : VIEW_VERDICT;
    show_findings(shell, screen);
    exercise_look_for_half_starter(shell, screen);
    forget_strips(screen);
    ask_for_strips(shell, screen);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    exercise_status(shell, state, line);
}

static bool is_passed(const struct shell *shell, const struct exercise *exercise)
{
    const struct open_exercise *open = &shell->open;
    return open->exercise == exercise && open->verdict && open->verdict->status == VERDICT_PASS && !open->is_stale;
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct exercise_screen *screen = state;
    screen->is_passed = is_passed(shell, screen->exercise);
    screen->has_plan = shell->open.exercise == screen->exercise &&
                       (verdict_text_has_timeline(shell->open.verdict) || verdict_text_has_search(shell->open.verdict));
    exercise_draw(shell, state, area);
}

static void click(struct shell *shell, void *state, int target)
{
    struct exercise_screen *screen = state;
    (void)shell;
    if (target < EXERCISE_LINE_TARGET) {
        exercise_show(screen, (enum exercise_view)target);
        return;
    }
    screen->marked_line = target - EXERCISE_LINE_TARGET;
    screen->show_marked = true;
}

static void place(const void *state, struct place *out_place)
{
    const struct exercise_screen *screen = state;
    *out_place = (struct place){.screen = SCREEN_EXERCISE, .exercise = screen->exercise};
}

static const char *label(const void *state, enum action action)
{
    const struct exercise_screen *screen = state;
    bool needs_kernel = action == ACTION_MICROSCOPE || action == ACTION_FAILING_CASE || action == ACTION_OWN_CASE ||
                        action == ACTION_MORE_THREADS;
    bool is_help = action == ACTION_HINT || action == ACTION_MICROSCOPE; /* an assessment allows none */
    bool is_hidden = (action == ACTION_NEXT && !screen->is_passed) || (action == ACTION_PLAN && !screen->has_plan) ||
                     (action == ACTION_HALF_STARTER && !screen->is_half_offered) ||
                     (needs_kernel && !exercise_has_kernel(screen->exercise)) ||
                     (is_help && exercise_is_of_pool(screen->exercise));
    return is_hidden ? "" : NULL;
}

const struct screen_class screen_exercise = {
    .context = CONTEXT_EXERCISE,
    .state_bytes = sizeof(struct exercise_screen),
    .open = open_exercise,
    .close = close_exercise,
    .status = status,
    .draw = draw,
    .click = click,
    .changed = changed,
    .place = place,
    .label = label,
    .handlers = exercise_handlers,
};
