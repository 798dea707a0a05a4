/*
 * After five days away, at the start of the shell: where the learner was, and a small kernel to
 * repair.
 */

#include "app/repair.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "tui/screens/page/reader.h"

enum { DAYS_AWAY_LEAST = 5 };

struct return_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    struct arena *arena;
    struct repair repair;
    size_t due;       /* items to review */
    bool has_quizzes; /* a warm-up has questions */
};

static void count_due(struct shell *shell, struct return_screen *screen)
{
    struct review_item *items;
    size_t count;
    if (!review_list(shell->app->store, shell->app->curriculum, NULL, screen->arena, &items, &count, NULL))
        return;
    for (size_t i = 0; i < count; i++) {
        bool is_quiz = !items[i].exercise && items[i].lesson->steps[items[i].step].kind == STEP_QUIZ;
        screen->due += items[i].is_due;
        screen->has_quizzes = screen->has_quizzes || is_quiz;
    }
}

static bool open_return(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct return_screen *screen = state;
    screen->reader.where = *place;
    screen->arena = arena_new();
    count_due(shell, screen);
    return repair_choose(shell->app, (uint64_t)shell->figures.attempts, screen->arena, &screen->repair, error);
}

static void close_return(void *state)
{
    struct return_screen *screen = state;
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Welcome back"), line);
}

static void add_exercise(struct shell *shell, const struct exercise *exercise, struct page *page)
{
    const struct overview_exercise *row = shell_overview_exercise(shell, exercise);
    page_printf(page, STYLE_STRONG, "%s", exercise->id);
    if (row && row->progress.attempts > 0)
        page_printf(page, STYLE_NORMAL, ngettext("  %d attempt", "  %d attempts", row->progress.attempts),
                    row->progress.attempts);
    if (row && row->progress.last_status)
        page_printf(page, STYLE_DIM, _("  the last one: %s"), _(verdict_text_status_named(row->progress.last_status)));
}

/* The place below this screen, else the next lesson. */
static void add_place(struct shell *shell, struct page *page)
{
    struct place place = {0};
    const struct screen *below = &shell->screens[shell->screen_count >= 2 ? shell->screen_count - 2 : 0];
    if (below->class->place)
        below->class->place(below->state, &place);
    const struct lesson *lesson = place.lesson ? place.lesson : shell->overview.next_lesson;
    bool has_place = place.exercise || place.lesson;
    page_text(page, STYLE_NORMAL, has_place ? _("You were at  ") : _("Next  "));
    if (place.exercise) {
        add_exercise(shell, place.exercise, page);
    } else if (place.lesson) {
        page_printf(page, STYLE_STRONG, "%s", lesson->title);
        page_printf(page, STYLE_NORMAL, _("  step %d of %zu"), place.step < 0 ? 1 : place.step + 1, lesson->step_count);
    } else if (lesson) {
        page_printf(page, STYLE_STRONG, "%s", lesson->title);
        page_printf(page, STYLE_DIM, _("  week %d"), lesson->week);
    } else {
        page_text(page, STYLE_STRONG, _("the end of the course"));
    }
    page_end(page);
}

static void add_repair(const struct repair *repair, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, _("A kernel to repair"));
    page_end(page);
    page_blank(page);
    page_printf(page, STYLE_STRONG, "%s", repair->exercise->id);
    page_printf(page, STYLE_DIM, "  %s", shell_exercise_title(repair->exercise));
    page_end(page);
    page_text(
        page, STYLE_NORMAL,
        _("You have passed this exercise. This version of the kernel has one fault. Your file is kept; u restores "
          "it."));
    page_end(page);
    page_blank(page);
    page_text(page, STYLE_KEY, "r");
    page_text(page, STYLE_NORMAL, _("  opens it"));
    page_end(page);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct return_screen *screen = state;
    const struct overview *overview = &shell->overview;
    CLEANUP(page_done) struct page left = {0};
    CLEANUP(page_done) struct page right = {0};
    bool has_repair = screen->repair.exercise != NULL;
    if (has_repair)
        reader_begin_two(shell, area, &left, &right);
    else
        reader_begin(shell, area, &left);
    int days = (int)shell->figures.days_away;
    page_printf(&left, STYLE_TITLE, ngettext("%d day away", "%d days away", (unsigned)days), days);
    page_end(&left);
    page_blank(&left);
    add_place(shell, &left);
    page_printf(&left, STYLE_NORMAL,
                ngettext("%zu of %zu exercise passed", "%zu of %zu exercises passed", overview->exercise_count),
                overview->exercises_passed, overview->exercise_count);
    page_end(&left);
    if (screen->due > 0) {
        page_printf(&left, STYLE_NORMAL, _("Due for review: %zu"), screen->due);
        if (screen->has_quizzes)
            page_text(&left, STYLE_NORMAL, _(" (W asks up to three questions)"));
        page_end(&left);
    }
    page_blank(&left);
    page_text(&left, STYLE_KEY, "Enter");
    page_text(&left, STYLE_NORMAL, _("  continues from there"));
    page_end(&left);
    if (has_repair)
        add_repair(&screen->repair, &right);
    if (has_repair)
        reader_end_two(shell, &screen->reader, area, &left, &right);
    else
        reader_end(shell, &screen->reader, area, &left);
}

static void act_repair(struct shell *shell, void *state, enum action action)
{
    struct return_screen *screen = state;
    struct error error = {0};
    (void)action;
    const struct exercise *exercise = screen->repair.exercise;
    if (!exercise) {
        shell_say(shell, STYLE_DIM, "%s", _("You have not passed an exercise that has a kernel to repair"));
        return;
    }
    if (!repair_begin(shell->app, &screen->repair, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = exercise, .line = 1}; /* the source is to be read */
    shell_replace(shell, &place);
    shell_say(shell, STYLE_NORMAL, "%s", _("This kernel has one fault. r grades it; u restores your file."));
}

static bool offer(struct shell *shell, bool at_start)
{
    struct place place = {.screen = SCREEN_RETURN};
    if (!at_start || shell->clock_runs || shell->figures.days_away < DAYS_AWAY_LEAST)
        return false;
    shell_open(shell, &place);
    return true;
}

static const char *label(const void *state, enum action action)
{
    const struct return_screen *screen = state;
    return action == ACTION_REPAIR && !screen->repair.exercise ? "" : NULL;
}

static const struct action_handler handlers[] = {
    {ACTION_CONTINUE, shell_act_back},     {ACTION_BACK, shell_act_back},
    {ACTION_REPAIR, act_repair},           {ACTION_UP, reader_act_scroll},
    {ACTION_DOWN, reader_act_scroll},      {ACTION_PAGE_UP, reader_act_scroll},
    {ACTION_PAGE_DOWN, reader_act_scroll}, {ACTION_NONE, NULL},
};

const struct screen_class screen_return = {
    .context = CONTEXT_RETURN,
    .state_bytes = sizeof(struct return_screen),
    .open = open_return,
    .close = close_return,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .label = label,
    .handlers = handlers,
    .offer = offer,
};
