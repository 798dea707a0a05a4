/* The actions of the exercise screen. An action that destroys or forfeits something asks first. */
#include "app/assessment.h"
#include "app/editor.h"
#include "app/help_ladder.h"
#include "app/workspace.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/exercise/exercise.h"
#include "tui/screens/verdict/verdict_page.h"
#include "tui/shell/next.h"

static struct exercise_screen *exercise_on_top(struct shell *shell)
{
    struct screen *top = shell_top(shell);
    return top->id == SCREEN_EXERCISE ? top->state : NULL;
}

static void act_edit(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct error error = {0};
    (void)action;
    if (!shell->hooks.edit) {
        shell_say(shell, STYLE_DIM, "%s", _("Open the file in your editor: each save is judged"));
        return;
    }
    place_save(shell);
    bool was_deleted = open_exercise_bring_back(shell);
    int line = was_deleted ? 0 : screen->marked_line;
    const char *missing = editor_passed_over(shell->frame);
    /* some editors show a folder as a list of files */
    if (!file_is_readable(shell->open.path, &error) ||
        !shell->hooks.edit(shell->hooks.context, shell->open.path, line, &error))
        shell_say_error(shell, &error);
    else if (missing)
        shell_say(shell, STYLE_WARNING, _("There is no program '%s', so another editor opened: set $EDITOR"), missing);
    shell->redraw_whole = true;
    exercise_read_file(shell, screen);
}

/* Enter goes on after a pass. Before it, Enter edits. */
static void act_next(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    if (!screen->is_passed) {
        act_edit(shell, state, action);
        return;
    }
    struct next next = next_after(shell, screen->exercise, shell->frame);
    if (shell->screens[shell->screen_count - 2].id == next.place.screen && exercise_is_of_pool(screen->exercise)) {
        shell_back(shell); /* the assessment is below */
        return;
    }
    next_open(shell, &next.place);
}

/* From a variant, back to its exercise. */
static void act_variant(struct shell *shell, void *state, enum action action)
{
    const struct exercise *exercise = ((struct exercise_screen *)state)->exercise;
    const char *other = exercise->variant ? exercise->variant : exercise->variant_of;
    const struct exercise *variant = other ? curriculum_find_exercise(shell->app->curriculum, other) : NULL;
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = variant};
    (void)action;
    if (variant)
        shell_replace(shell, &place);
    else
        shell_say(shell, STYLE_DIM, "%s", _("This exercise has no variant"));
}

static void act_run(struct shell *shell, void *state, enum action action)
{
    (void)action;
    if (open_exercise_bring_back(shell))
        exercise_read_file(shell, state);
    else
        open_exercise_submit(shell);
}

static void act_hint(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct help_ladder_hint hint;
    struct error error = {0};
    (void)action;
    exercise_show(screen, VIEW_HINTS);
    if (screen->exercise->hint_count == 0)
        return;
    if (!help_ladder_next_hint(shell->app, screen->exercise, &hint, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    if (!hint.is_new)
        shell_say(shell, STYLE_DIM, "%s", _("That was the last hint; S shows the solution"));
    exercise_load_hints(shell, screen);
    screen->show_marked = true;
    shell_refresh(shell);
}

/* The best kernel follows the solution once the exercise has passed. */
static void show_solution(struct shell *shell, struct exercise_screen *screen)
{
    if (!screen->best.text)
        help_ladder_reveal_best(shell->app, screen->exercise, screen->arena, &screen->best, NULL);
    exercise_show(screen, VIEW_SOLUTION);
}

static void reveal(struct shell *shell, const char *text, bool done)
{
    struct exercise_screen *screen = exercise_on_top(shell);
    struct error error = {0};
    (void)text, (void)done;
    if (!screen)
        return;
    if (!help_ladder_reveal_solution(shell->app, screen->exercise, screen->arena, &screen->solution, &error))
        shell_say_error(shell, &error);
    show_solution(shell, screen);
    shell_refresh(shell);
}

static void act_solution(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct error error = {0};
    bool costs;
    (void)action;
    if (screen->solution.text) {
        show_solution(shell, screen);
    } else if (!help_ladder_solution_costs(shell->app, screen->exercise, &costs, &error)) {
        shell_say_error(shell, &error);
    } else if (costs) {
        prompt_confirm(shell, _("Show it? Your pass then counts as assisted, until you pass the variant."), reveal);
    } else {
        reveal(shell, "", true);
    }
}

static void reset(struct shell *shell, const char *text, bool done)
{
    struct exercise_screen *screen = exercise_on_top(shell);
    struct error error = {0};
    (void)text, (void)done;
    if (!screen)
        return;
    if (!workspace_reset(shell->app, screen->exercise, &error))
        shell_say_error(shell, &error);
    else
        shell_say(shell, STYLE_NORMAL, "%s", _("Reset to the starter. u restores your file"));
    open_exercise_accept(shell);
    exercise_read_file(shell, screen);
}

static void act_reset(struct shell *shell, void *state, enum action action)
{
    const struct exercise_screen *screen = state;
    (void)action;
    if (workspace_is_starter(shell->app, screen->exercise)) {
        shell_say(shell, STYLE_DIM, "%s", _("The file is the starter already"));
        return;
    }
    prompt_confirm(shell, _("Reset to the starter? Your file is kept; u restores it."), reset);
}

static void take_half(struct shell *shell, const char *text, bool done)
{
    struct exercise_screen *screen = exercise_on_top(shell);
    struct error error = {0};
    (void)text, (void)done;
    if (!screen)
        return;
    if (!help_ladder_take_half(shell->app, screen->exercise, &error))
        shell_say_error(shell, &error);
    else
        shell_say(shell, STYLE_NORMAL, "%s", _("The half-written starter is in place. u restores your file."));
    open_exercise_accept(shell);
    exercise_read_file(shell, screen);
    exercise_look_for_half_starter(shell, screen);
    exercise_show(screen, VIEW_SOURCE);
    shell_refresh(shell);
}

static void act_half_starter(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    (void)action;
    if (screen->is_half_due)
        prompt_confirm(shell, _("Take the half-written starter? Your file is kept; u restores it."), take_half);
    else if (screen->exercise->starter_half)
        shell_say(shell, STYLE_DIM, "%s", _("A half-written starter comes after three failures with one diagnosis"));
    else
        shell_say(shell, STYLE_DIM, "%s", _("This exercise has no half-written starter"));
}

static void act_undo(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct error error = {0};
    (void)action;
    if (!workspace_undo_reset(shell->app, screen->exercise, &error))
        shell_say_error(shell, &error);
    else
        shell_say(shell, STYLE_NORMAL, "%s", _("Your kept text is back; u again brings the next kept text"));
    open_exercise_accept(shell);
    exercise_read_file(shell, screen);
}

static void act_park(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct exercise_progress progress;
    struct error error = {0};
    (void)action;
    const char *id = screen->exercise->id;
    bool known = store_get_exercise(shell->app->store, id, shell->frame, &progress, &error);
    bool parks = known && progress.state != EXERCISE_PARKED;
    if (known && progress.state == EXERCISE_PASSED) {
        shell_say(shell, STYLE_DIM, "%s", _("This exercise is passed, so it cannot be parked"));
        return;
    }
    if (!known || !store_set_parked(shell->app->store, id, parks, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    shell_refresh(shell);
    shell_say(shell, STYLE_NORMAL, "%s", parks ? _("Parked: skipped for now. Press z to resume.") : _("Resumed"));
}

static void act_plan(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    (void)action;
    struct place place = {.screen = SCREEN_PLAN, .exercise = screen->exercise};
    shell_open(shell, &place);
}

static void act_history(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    (void)action;
    struct place place = {.screen = SCREEN_HISTORY, .exercise = screen->exercise};
    shell_open(shell, &place);
}

static void act_diff(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    (void)action;
    struct place place = {.screen = SCREEN_DIFF, .exercise = screen->exercise};
    shell_open(shell, &place);
}

static void act_figures(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct place place = {.screen = action == ACTION_ROOFLINE ? SCREEN_ROOFLINE : SCREEN_COMPARE,
                          .exercise = screen->exercise};
    shell_open(shell, &place);
}

bool exercise_has_kernel(const struct exercise *exercise)
{
    return exercise->kind == EXERCISE_KERNEL || exercise->kind == EXERCISE_PLAN;
}

/* The trial screen finds the case itself. */
static void act_trial(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct place place = {.screen = SCREEN_TRIAL, .exercise = screen->exercise};
    if (!exercise_has_kernel(screen->exercise)) {
        shell_say(shell, STYLE_DIM, "%s",
                  screen->exercise->kind == EXERCISE_TESTS
                      ? _("an exercise whose file holds tests has no kernel to try")
                      : _("a whole program has no case to change; run it with other arguments"));
        return;
    }
    shell_open(shell, &place);
    if (shell_top(shell)->id == SCREEN_TRIAL && action != ACTION_FAILING_CASE)
        shell_act(shell, action);
}

/* Returns to the previous lesson, else to the lesson's step with this exercise. */
static void act_switch(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    const struct lesson *lesson = screen->exercise->lesson;
    (void)action;
    if (!lesson)
        return;
    const struct screen *below = &shell->screens[shell->screen_count - 2];
    struct place under = {0};
    if (below->id == SCREEN_LESSON)
        below->class->place(below->state, &under);
    if (under.lesson == lesson) {
        shell_back(shell);
        return;
    }
    struct place place = {.screen = SCREEN_LESSON, .lesson = lesson, .step = -1};
    shell_open(shell, &place);
}

/* The map has no row for a variant, so it goes back to its lesson. */
static void act_back(struct shell *shell, void *state, enum action action)
{
    const struct exercise *exercise = ((struct exercise_screen *)state)->exercise;
    bool is_above_map = shell->screens[shell->screen_count - 2].id == SCREEN_HOME;
    struct place place = {.screen = SCREEN_LESSON, .lesson = exercise->lesson, .step = -1};
    (void)action;
    if (is_above_map && exercise->variant_of && exercise->lesson)
        shell_replace(shell, &place);
    else
        shell_back(shell);
}

static void act_read(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    const struct verdict *verdict = shell->open.exercise == screen->exercise ? shell->open.verdict : NULL;
    (void)action;
    bool says = verdict && verdict->read && *verdict->read;
    const struct lesson *lesson = says ? curriculum_find_lesson(shell->app->curriculum, verdict->read) : NULL;
    if (!lesson) {
        shell_say(shell, STYLE_DIM, "%s", _("The verdict names no lesson to read"));
        return;
    }
    struct place place = {.screen = SCREEN_LESSON, .lesson = lesson, .step = -1};
    shell_open(shell, &place);
}

static void act_neighbour(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    const struct curriculum *curriculum = shell->app->curriculum;
    int count = (int)curriculum->exercise_count, at = 0;
    while (at < count && curriculum->exercises[at] != screen->exercise)
        at++;
    int step = action == ACTION_NEXT_LESSON ? 1 : -1;
    do /* kernels of an assessment appear in the assessment alone */
        at += step;
    while (at >= 0 && at < count && curriculum->exercises[at]->lesson->kind == LESSON_ASSESSMENT);
    if (at < 0 || at >= count) {
        shell_say(shell, STYLE_DIM, "%s", step > 0 ? _("This is the last exercise") : _("This is the first exercise"));
        return;
    }
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = curriculum->exercises[at]};
    shell_replace(shell, &place);
}

static void act_view(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    (void)shell;
    exercise_show(screen, (enum exercise_view)(action - ACTION_VIEW_TASK));
}

_Static_assert(ACTION_VIEW_SOLUTION - ACTION_VIEW_TASK == VIEW_SOLUTION, "views and their actions are in one order");

static void act_side(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    int step = action == ACTION_NEXT_VIEW ? 1 : VIEW_COUNT - 1;
    (void)shell;
    screen->view = (enum exercise_view)(((int)screen->view + step) % VIEW_COUNT);
}

static void act_next_finding(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    const struct verdict *verdict = shell->open.exercise == screen->exercise ? shell->open.verdict : NULL;
    (void)action;
    int line = verdict ? source_page_next_marked(verdict, screen->marked_line) : 0;
    if (verdict && line == 0)
        line = source_page_next_marked(verdict, 0);
    if (line == 0) {
        shell_say(shell, STYLE_DIM, "%s", _("No line has a finding"));
        return;
    }
    screen->marked_line = line;
    screen->show_marked = true;
    exercise_show(screen, VIEW_SOURCE);
    shell_say(shell, STYLE_NORMAL, _("line %d"), line);
}

/* What the source view shows. */
static const struct source *shown_source(const struct shell *shell, const struct exercise_screen *screen)
{
    const struct verdict *verdict = shell->open.exercise == screen->exercise ? shell->open.verdict : NULL;
    return verdict && verdict->source ? verdict->source : &screen->file;
}

static void act_note(struct shell *shell, void *state, enum action action)
{
    const struct exercise_screen *screen = state;
    (void)action;
    notes_ask_line(shell, screen->exercise, shown_source(shell, screen),
                   screen->view == VIEW_SOURCE ? screen->marked_line : 0);
}

/* Up and Down move the marked line of the source. False: it is at the end. */
static bool move_line(struct shell *shell, struct exercise_screen *screen, enum action action)
{
    const struct source *source = shown_source(shell, screen);
    int last = (int)text_line_count(source->text, source->size_bytes);
    int line = screen->marked_line == 0 ? screen->first_line : screen->marked_line + (action == ACTION_UP ? -1 : 1);
    if (line < 1 || line > last)
        return false;
    screen->marked_line = line;
    screen->show_marked = true;
    return true;
}

/* The verdict's pane scrolls when the other one is at its end. */
static void act_scroll(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct scroller *view = &screen->scrollers[screen->view];
    bool is_line = screen->view == VIEW_SOURCE && (action == ACTION_UP || action == ACTION_DOWN);
    if (is_line && move_line(shell, screen, action))
        return;
    bool scrolls_verdict =
        screen->two_panes && screen->view != VIEW_VERDICT && (is_line || view->count <= view->height);
    bool is_pan = action == ACTION_PAN_LEFT || action == ACTION_PAN_RIGHT;
    shell_scroll(shell, scrolls_verdict && !is_pan ? &screen->verdict_pane : view, action);
}

static void act_microscope(struct shell *shell, void *state, enum action action)
{
    struct exercise_screen *screen = state;
    struct error error = {0};
    (void)action;
    if (!exercise_has_kernel(screen->exercise)) {
        shell_say(shell, STYLE_DIM, "%s",
                  screen->exercise->kind == EXERCISE_TESTS
                      ? _("an exercise whose file holds tests has no kernel to step through")
                      : _("the microscope steps through kernels, not through whole programs"));
        return;
    }
    if (!assessment_allows(shell->app, _("the microscope"), &error)) {
        shell_say_error(shell, &error);
        return;
    }
    struct place place = {.screen = SCREEN_MICROSCOPE, .exercise = screen->exercise};
    shell_open(shell, &place);
}

const struct action_handler exercise_handlers[] = {
    {ACTION_EDIT, act_edit},
    {ACTION_NEXT, act_next},
    {ACTION_VARIANT, act_variant},
    {ACTION_RUN, act_run},
    {ACTION_HINT, act_hint},
    {ACTION_SOLUTION, act_solution},
    {ACTION_HALF_STARTER, act_half_starter},
    {ACTION_RESET, act_reset},
    {ACTION_UNDO, act_undo},
    {ACTION_PARK, act_park},
    {ACTION_NOTE, act_note},
    {ACTION_PLAN, act_plan},
    {ACTION_HISTORY, act_history},
    {ACTION_DIFF, act_diff},
    {ACTION_ROOFLINE, act_figures},
    {ACTION_COMPARE, act_figures},
    {ACTION_FAILING_CASE, act_trial},
    {ACTION_OWN_CASE, act_trial},
    {ACTION_MORE_THREADS, act_trial},
    {ACTION_FEWER_THREADS, act_trial},
    {ACTION_SWITCH, act_switch},
    {ACTION_READ, act_read},
    {ACTION_PAN_LEFT, act_scroll},
    {ACTION_PAN_RIGHT, act_scroll},
    {ACTION_NEXT_LESSON, act_neighbour},
    {ACTION_PREVIOUS_LESSON, act_neighbour},
    {ACTION_VIEW_TASK, act_view},
    {ACTION_VIEW_SOURCE, act_view},
    {ACTION_VIEW_VERDICT, act_view},
    {ACTION_VIEW_HINTS, act_view},
    {ACTION_VIEW_OUTPUT, act_view},
    {ACTION_VIEW_SOLUTION, act_view},
    {ACTION_PREVIOUS_VIEW, act_side},
    {ACTION_NEXT_VIEW, act_side},
    {ACTION_NEXT_FINDING, act_next_finding},
    {ACTION_UP, act_scroll},
    {ACTION_DOWN, act_scroll},
    {ACTION_PAGE_UP, act_scroll},
    {ACTION_PAGE_DOWN, act_scroll},
    {ACTION_TOP, act_scroll},
    {ACTION_BOTTOM, act_scroll},
    {ACTION_MICROSCOPE, act_microscope},
    {ACTION_BACK, act_back},
    {ACTION_NONE, NULL},
};
