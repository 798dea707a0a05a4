/*
 * After a pass: the medal, the time and its rank among the attempts. One sentence says what the
 * solution does better, and one key goes on.
 */
#include <stdio.h>
#include <string.h>

#include "app/help_ladder.h"
#include "app/standings.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/markdown.h"
#include "tui/screens/attempts/pass_medal.h"
#include "tui/screens/attempts/solution_trial.h"
#include "tui/screens/page/reader.h"
#include "tui/shell/checking.h"
#include "tui/shell/next.h"

enum { WIDE_COLUMNS = 50, ATTEMPT_COLUMNS = 26, BAR_COLUMNS_MAX = 60, ROWS_MAX = 8, ROWS_BESIDE = 16, REVEAL_MS = 600 };
/* From these sizes on the medal is large, and the page is two pages. */
enum { LARGE_FROM = 100, LARGE_ROWS = 34, TWO_PAGES_FROM = 166 };

#define AS_FAST_LEAST 0.97 /* of the solution's speed: a difference below this is no difference */

struct pass_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    struct arena *arena;
    struct standings standings;
    struct standing mine;
    int attempts; /* on this exercise */
    const char *message, *origin, *badge;
    const char *debt; /* what the badge still needs after help; NULL: nothing */
    struct next next;
    const struct exercise *variant; /* NULL: none is open */
    struct solution_trial trial;
    const char *better; /* a sentence on the solution; NULL: none */
    bool celebrates, is_best, is_large;
    bool has_plan;    /* the verdict has a timeline of its plan */
    bool is_assessed; /* so what a better kernel does stays unsaid */
    int64_t opened_ns;
};

/* --- what is known ---------------------------------------------------------------------------- */

static bool is_comparable(const struct pass_screen *screen, const struct standing *standing)
{
    return standing->status == VERDICT_PASS && standing_shares_gpu(standing, &screen->mine);
}

/* From 1. *out_count: the attempts with a time, *out_best: the best of their times. */
static size_t rank_of(const struct pass_screen *screen, size_t *out_count, double *out_best)
{
    size_t rank = 1;
    *out_count = 0;
    *out_best = screen->mine.microseconds;
    for (size_t i = 0; i < screen->standings.count; i++) {
        const struct standing *one = &screen->standings.items[i];
        if (!is_comparable(screen, one))
            continue;
        ++*out_count;
        rank += one->microseconds < screen->mine.microseconds;
        *out_best = one->microseconds < *out_best ? one->microseconds : *out_best;
    }
    return rank;
}

static const struct exercise *open_variant(struct shell *shell, const struct exercise *exercise)
{
    const struct exercise *variant =
        exercise->variant ? curriculum_find_exercise(shell->app->curriculum, exercise->variant) : NULL;
    struct exercise_progress progress;
    bool is_open = variant && !variant->locked &&
                   store_get_exercise(shell->app->store, variant->id, shell->frame, &progress, NULL) &&
                   progress.state != EXERCISE_PASSED;
    return is_open ? variant : NULL;
}

static const char *new_badge(const struct shell *shell, struct arena *arena)
{
    const struct badge_list *badges = &shell->overview.badges;
    for (size_t i = badges->count; i > 0; i--)
        if (badges->items[i - 1].is_new)
            return arena_strdup(arena, badges->items[i - 1].title);
    return NULL;
}

/* Takes the open exercise's verdict and the recorded attempts. */
static bool read_verdict(struct shell *shell, struct pass_screen *screen, struct error *error)
{
    const struct verdict *verdict = shell->open.verdict;
    if (!standings_read(shell->app, screen->reader.where.exercise, screen->arena, &screen->standings, error))
        return false;
    screen->mine = standing_of(verdict, shell->open.attempt, screen->arena);
    screen->message = arena_strdup(screen->arena, verdict->message ? verdict->message : "");
    screen->origin = verdict_text_origin(verdict, screen->arena);
    return true;
}

static bool open_pass(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct pass_screen *screen = state;
    screen->reader.where = *place;
    screen->arena = arena_new();
    if (shell->open.exercise != place->exercise || !shell->open.verdict)
        return error_set(error, ERROR_INTERNAL, "there is no pass to show");
    if (!read_verdict(shell, screen, error))
        return false;
    screen->attempts = shell->open.attempt_number;
    screen->badge = new_badge(shell, screen->arena);
    help_ladder_debt(shell->app, place->exercise, screen->arena, &screen->debt, NULL);
    screen->next = next_after(shell, place->exercise, screen->arena);
    screen->variant = open_variant(shell, place->exercise);
    screen->celebrates = strcmp(shell->app->settings.values[SETTING_CELEBRATION], "off") != 0;
    screen->is_best =
        (screen->mine.is_timed || !place->exercise->bench) && rank_of(screen, &(size_t){0}, &(double){0}) == 1;
    screen->is_assessed = shell->clock_runs;
    screen->opened_ns = shell->now_ns;
    if (screen->celebrates)
        shell->animated_until_ns = shell->now_ns + REVEAL_MS * INT64_C(1000000);
    double ratio = screen->mine.ratio_to_solution;
    if (ratio > 0 && ratio < AS_FAST_LEAST)
        solution_trial_start(&screen->trial, shell, place->exercise);
    return true;
}

static void close_pass(void *state)
{
    struct pass_screen *screen = state;
    solution_trial_end(&screen->trial);
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct pass_screen *screen = state;
    struct error error = {0};
    if (change == SCREEN_CHECKED && shell->open.attempt == screen->mine.attempt && !read_verdict(shell, screen, &error))
        shell_say_error(shell, &error);
    CLEANUP(trial_free) struct trial *trial = solution_trial_take(&screen->trial, change);
    if (trial)
        screen->better = solution_trial_difference(&screen->mine, trial, screen->arena);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct pass_screen *screen = state;
    struct canvas *canvas = shell->canvas;
    int end = line.x + line.width;
    int x = line.x + canvas_cut(canvas, line.x, line.y, line.width / 2, STYLE_BAR, screen->reader.where.exercise->id);
    x += 2 + canvas_printf(canvas, x + 2, line.y, STYLE_DIM, _("attempt %d"), screen->attempts) + 2;
    x += canvas_cut(canvas, x, line.y, end - x, STYLE_GOOD, _("passed")) + 2;
    if (end - x >= text_width(screen->origin))
        canvas_text(canvas, end - text_width(screen->origin), line.y, STYLE_DIM, screen->origin);
}

static enum style style_of(const struct pass_screen *screen)
{
    return screen->mine.medal == MEDAL_NONE ? STYLE_GOOD : theme_medal(verdict_medal_name(screen->mine.medal));
}

/* A celebration fills the medal from the left. The best time leaves sparks around it. */
static struct pass_medal medal_of(const struct shell *shell, const struct pass_screen *screen, bool is_large)
{
    int64_t passed_ms = (shell->now_ns - screen->opened_ns) / 1000000;
    bool is_done = passed_ms >= REVEAL_MS;
    return (struct pass_medal){.style = style_of(screen),
                               .is_large = is_large,
                               .has_sparks = screen->celebrates && screen->is_best && is_done,
                               .filled = screen->celebrates && !is_done ? (double)passed_ms / REVEAL_MS : 1};
}

static void add_time(const struct pass_screen *screen, struct page *page)
{
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT;
    if (!screen->mine.is_timed)
        return;
    text_append_duration(&time, screen->mine.microseconds * 1e-6);
    page_text(page, STYLE_STRONG, buffer_text(&time));
}

static void add_rank(const struct pass_screen *screen, struct page *page)
{
    CLEANUP(buffer_done) struct buffer best = BUFFER_INIT;
    size_t count;
    double fastest;
    size_t rank = rank_of(screen, &count, &fastest);
    if (!screen->mine.is_timed)
        return;
    text_append_duration(&best, fastest * 1e-6);
    if (count < 2)
        page_text(page, STYLE_NORMAL, _("your first pass timed on this GPU"));
    else if (rank == 1)
        page_printf(page, STYLE_NORMAL, _("your fastest of %zu"), count);
    else
        page_printf(page, STYLE_NORMAL, _("rank %zu of your %zu; the fastest took %s"), rank, count,
                    buffer_text(&best));
}

static void add_ratio(const struct pass_screen *screen, struct page *page)
{
    char factor[TEXT_FACTOR_BYTES];
    double ratio = screen->mine.ratio_to_solution;
    if (!(ratio > 0))
        return;
    if (ratio < AS_FAST_LEAST)
        page_printf(page, STYLE_NORMAL, _("the solution is %sx as fast"), text_format_factor(1 / ratio, factor));
    else if (screen->mine.ratio_to_best >= VERDICT_AT_LIMIT)
        page_text(page, STYLE_GOOD, _("at the limit: as fast as the best kernel"));
    else if (ratio * AS_FAST_LEAST > 1)
        page_printf(page, STYLE_GOOD, _("%sx as fast as the solution"), text_format_factor(ratio, factor));
    else
        page_text(page, STYLE_GOOD, _("as fast as the solution"));
}

static void add_medal(const struct shell *shell, const struct pass_screen *screen, struct page *page)
{
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    const char *word = screen->mine.medal == MEDAL_NONE ? N_("passed") : verdict_medal_name(screen->mine.medal);
    bool has_art = page->columns >= WIDE_COLUMNS, is_large = screen->is_large && has_art;
    struct pass_medal medal = medal_of(shell, screen, is_large);
    pass_medal_append_name(_(word), &name);
    for (int row = 0; row < pass_medal_rows(is_large); row++) {
        int line = row - pass_medal_name_row(is_large);
        if (has_art)
            pass_medal_add_row(&medal, row, page);
        if (line == 0)
            page_text(page, style_of(screen), buffer_text(&name));
        else if (line == 1)
            add_time(screen, page);
        else if (line == 2)
            add_rank(screen, page);
        else if (line == 3)
            add_ratio(screen, page);
        if (has_art)
            page_end_unwrapped(page);
        else
            page_end(page);
    }
}

/* One attempt: number, time or status, and a bar as long as its time. */
static void add_attempt(const struct pass_screen *screen, size_t index, double slowest, struct page *page)
{
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT;
    const struct standing *one = &screen->standings.items[index];
    bool is_timed = is_comparable(screen, one), is_mine = one->attempt == screen->mine.attempt;
    char number[16];
    snprintf(number, sizeof number, "%4d", one->number);
    if (is_mine)
        page_mark(page, STYLE_ACCENT, MARK_CURSOR);
    else
        page_text(page, STYLE_NORMAL, " ");
    page_cell(page, STYLE_DIM, number, 6);
    if (!is_timed) {
        page_text(page, one->status == VERDICT_PASS ? STYLE_GOOD : STYLE_NORMAL, _(one->words));
        page_end_unwrapped(page);
        return;
    }
    text_append_duration(&time, one->microseconds * 1e-6);
    page_cell(page, is_mine ? STYLE_STRONG : STYLE_NORMAL, buffer_text(&time), 10);
    const char *medal = one->medal == MEDAL_NONE ? "" : verdict_medal_name(one->medal);
    page_cell(page, theme_medal(medal), _(medal), 9);
    int room = page->columns - ATTEMPT_COLUMNS - 1;
    room = room > BAR_COLUMNS_MAX ? BAR_COLUMNS_MAX : room;
    int full = (int)(one->microseconds / slowest * room + 0.5);
    for (int i = 0; i < (full < 1 ? 1 : full); i++)
        page_mark(page, is_mine ? style_of(screen) : STYLE_DIM, MARK_BAR_FULL);
    page_end_unwrapped(page);
}

static void add_attempts(const struct pass_screen *screen, size_t most, struct page *page)
{
    double slowest = screen->mine.microseconds > 0 ? screen->mine.microseconds : 1;
    size_t shown = screen->standings.count < most ? screen->standings.count : most;
    if (shown < 2)
        return;
    for (size_t i = 0; i < shown; i++)
        if (is_comparable(screen, &screen->standings.items[i]) && screen->standings.items[i].microseconds > slowest)
            slowest = screen->standings.items[i].microseconds;
    page_blank(page);
    page_text(page, STYLE_DIM, _("Your attempts"));
    page_end(page);
    for (size_t i = shown; i > 0; i--)
        add_attempt(screen, i - 1, slowest, page);
}

/* The time that the next better medal needs. Nothing after gold, or without medals. */
static void add_goal(const struct pass_screen *screen, struct page *page)
{
    const struct targets *targets = &screen->reader.where.exercise->targets;
    const double shares[] = {
        [MEDAL_BRONZE] = targets->bronze, [MEDAL_SILVER] = targets->silver, [MEDAL_GOLD] = targets->gold};
    int next = (int)screen->mine.medal + 1;
    bool is_of_solution = targets->of && strcmp(targets->of, "solution") == 0;
    double ratio = screen->mine.ratio_to_solution;
    /* a kernel that is fast enough lacks something else for its medal */
    if (!is_of_solution || next > MEDAL_GOLD || !(ratio > 0) || !(shares[next] > 0) || ratio >= shares[next])
        return;
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT;
    const char *medal = verdict_medal_name((enum medal)next);
    text_append_duration(&time, screen->mine.microseconds * ratio / shares[next] * 1e-6);
    page_blank(page);
    page_mark(page, theme_medal(medal), MARK_OPEN);
    page_printf(page, STYLE_NORMAL, _(" Next medal: %s, at %s or less"), _(medal), buffer_text(&time));
    page_end(page);
}

/* Whether the verdict's closing sentence says how much faster the best kernel is. */
static bool says_factor(const struct pass_screen *screen, double factor)
{
    char text[32];
    snprintf(text, sizeof text, "%.2f", factor);
    return strstr(screen->message, text) != NULL;
}

/* The step beyond the solution, for a kernel that is about as fast as the solution. */
static void add_best(const struct pass_screen *screen, struct page *page)
{
    const struct best_kernel *best = &screen->reader.where.exercise->best;
    char factor[TEXT_FACTOR_BYTES];
    double ratio = screen->mine.ratio_to_best;
    if (!best->kernel || screen->is_assessed || screen->better || screen->trial.is_running || ratio >= AS_FAST_LEAST)
        return;
    page_blank(page);
    if (ratio > 0 && !says_factor(screen, 1 / ratio))
        page_printf(page, STYLE_STRONG, _("The best kernel is %sx as fast. Press S to read it."),
                    text_format_factor(1 / ratio, factor));
    else
        page_text(page, STYLE_STRONG, _("Press S to read the best kernel."));
    page_end(page);
    markdown_render(best->adds, page);
}

static void add_words(const struct pass_screen *screen, struct page *page)
{
    if (*screen->message) {
        page_blank(page);
        page_text(page, STYLE_STRONG, screen->message);
        page_end(page);
    }
    if (screen->better || screen->trial.is_running) {
        page_blank(page);
        page_text(page, screen->better ? STYLE_NORMAL : STYLE_DIM,
                  screen->better ? screen->better : _("The solution runs, so that its counters can be compared."));
        page_end(page);
    }
    add_best(screen, page);
    add_goal(screen, page);
    if (screen->badge) {
        page_blank(page);
        page_mark(page, STYLE_GOOD, MARK_PASSED);
        page_printf(page, STYLE_GOOD, _(" Badge earned: %s"), screen->badge);
        page_end(page);
    }
    if (screen->debt) {
        page_blank(page);
        page_text(page, STYLE_NORMAL, screen->debt);
        page_end(page);
    }
}

static void add_ways(const struct pass_screen *screen, struct page *page)
{
    page_blank(page);
    page->prefix_style = STYLE_KEY;
    page_indent(page, "Enter  ", "       ");
    page_text(page, STYLE_STRONG, screen->next.words);
    page_end(page);
    if (screen->variant) {
        page_indent(page, "V      ", "       ");
        page_printf(page, STYLE_NORMAL, _("a variant of this exercise: %s"), screen->variant->id);
        page_end(page);
    }
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
}

/*
 * On a wide screen, the lessons of the pass and the attempts are beside the medal, the way on and
 * what it leads to.
 */
static void draw(struct shell *shell, void *state, struct rect area)
{
    struct pass_screen *screen = state;
    CLEANUP(page_done) struct page result = {0};
    CLEANUP(page_done) struct page beside = {0};
    bool is_wide = area.width >= TWO_PAGES_FROM;
    struct page *words = is_wide ? &beside : &result;
    screen->has_plan = verdict_text_has_timeline(shell->open.verdict) || verdict_text_has_search(shell->open.verdict);
    screen->is_large = area.width >= LARGE_FROM && area.height >= LARGE_ROWS;
    if (is_wide)
        reader_begin_two(shell, area, &result, &beside);
    else
        reader_begin(shell, area, &result);
    add_medal(shell, screen, &result);
    add_ways(screen, &result);
    checking_add(shell, words);
    add_words(screen, words);
    add_attempts(screen, is_wide ? ROWS_BESIDE : ROWS_MAX, words);
    if (is_wide)
        next_describe(&screen->next, &result);
    if (is_wide)
        reader_end_two(shell, &screen->reader, area, &result, &beside);
    else
        reader_end(shell, &screen->reader, area, &result);
}

/* --- keys ------------------------------------------------------------------------------------- */

static void act_next(struct shell *shell, void *state, enum action action)
{
    const struct pass_screen *screen = state;
    struct place place = screen->next.place;
    (void)action;
    next_open(shell, &place);
}

static void act_variant(struct shell *shell, void *state, enum action action)
{
    const struct pass_screen *screen = state;
    struct place place = {.screen = SCREEN_EXERCISE, .exercise = screen->variant};
    (void)action;
    if (!screen->variant) {
        shell_say(shell, STYLE_DIM, "%s", _("This exercise has no open variant"));
        return;
    }
    shell_back(shell); /* `screen` is gone from here on */
    shell_replace(shell, &place);
}

/* Figures of the attempt, from which Esc leads back. */
static void act_figures(struct shell *shell, void *state, enum action action)
{
    const struct pass_screen *screen = state;
    enum screen_id id = action == ACTION_COMPARE    ? SCREEN_COMPARE
                        : action == ACTION_ROOFLINE ? SCREEN_ROOFLINE
                        : action == ACTION_PLAN     ? SCREEN_PLAN
                        : action == ACTION_DIFF     ? SCREEN_DIFF
                                                    : SCREEN_HISTORY;
    shell_open(shell, &(struct place){.screen = id, .exercise = screen->reader.where.exercise});
}

/* A key of the exercise screen, which is below. */
static void act_below(struct shell *shell, void *state, enum action action)
{
    (void)state;
    shell_back(shell);
    shell_act(shell, action);
}

static const char *label(const void *state, enum action action)
{
    const struct pass_screen *screen = state;
    bool is_hidden = (action == ACTION_PLAN && !screen->has_plan) || (action == ACTION_VARIANT && !screen->variant);
    return is_hidden ? "" : NULL;
}

static const struct action_handler handlers[] = {
    {ACTION_NEXT, act_next},
    {ACTION_VARIANT, act_variant},
    {ACTION_EDIT, act_below},
    {ACTION_RUN, act_below},
    {ACTION_COMPARE, act_figures},
    {ACTION_SOLUTION, act_below},
    {ACTION_ROOFLINE, act_figures},
    {ACTION_PLAN, act_figures},
    {ACTION_HISTORY, act_figures},
    {ACTION_DIFF, act_figures},
    {ACTION_SWITCH, act_below},
    {ACTION_VIEW_VERDICT, act_below},
    {ACTION_BACK, shell_act_back},
    {ACTION_UP, reader_act_scroll},
    {ACTION_DOWN, reader_act_scroll},
    {ACTION_PAGE_UP, reader_act_scroll},
    {ACTION_PAGE_DOWN, reader_act_scroll},
    {ACTION_TOP, reader_act_scroll},
    {ACTION_BOTTOM, reader_act_scroll},
    {ACTION_NONE, NULL},
};

const struct screen_class screen_pass = {
    .context = CONTEXT_PASS,
    .state_bytes = sizeof(struct pass_screen),
    .open = open_pass,
    .close = close_pass,
    .status = status,
    .draw = draw,
    .changed = changed,
    .place = reader_place,
    .label = label,
    .handlers = handlers,
};
