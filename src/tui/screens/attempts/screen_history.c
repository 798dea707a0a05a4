/* All attempts on an exercise, newest first, and a line of their results. */
#include <stdio.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/shell/shell.h"

enum { ATTEMPTS_MAX = 1000, SPARKS = 5 };

struct history {
    struct arena *arena;
    const struct exercise *exercise;
    struct attempt *attempts;
    size_t count;
    int selected, scroll, height;
    int64_t chosen[COMPARED_MAX]; /* for the comparison, in the order of marking */
    int chosen_count;
};

static bool load(struct shell *shell, struct history *history, struct error *error)
{
    arena_free(history->arena);
    history->arena = arena_new();
    history->count = 0;
    return store_list_attempts(shell->app->store, history->exercise->id, ATTEMPTS_MAX, false, history->arena,
                               &history->attempts, &history->count, error);
}

static bool open_history(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct history *history = state;
    history->exercise = place->exercise;
    return load(shell, history, error);
}

static void close_history(void *state)
{
    struct history *history = state;
    arena_free(history->arena);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct error error = {0};
    if (change == SCREEN_OVERVIEW && !load(shell, state, &error))
        shell_say_error(shell, &error);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    struct history *history = state;
    int x = line.x + canvas_cut(shell->canvas, line.x, line.y, line.width, STYLE_BAR, history->exercise->id) + 2;
    canvas_printf(shell->canvas, x, line.y, STYLE_DIM, history->count == 1 ? _("%zu attempt") : _("%zu attempts"),
                  history->count);
}

/* The stage that an attempt reached: 1 does not compile .. 5 passed. */
static int height_of(const struct attempt *attempt)
{
    static const struct {
        const char *status;
        int height;
    } heights[] = {{"pass", 5}, {"waived", 5}, {"slow", 4}, {"gate", 4}, {"wrong", 3}, {"unsafe", 2}};
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++)
        if (strcmp(heights[i].status, attempt->status) == 0)
            return heights[i].height;
    return 1;
}

static void draw_sparkline(struct shell *shell, const struct history *history, struct rect line)
{
    size_t shown = history->count < (size_t)line.width ? history->count : (size_t)line.width;
    for (size_t i = 0; i < shown; i++) {
        int height = height_of(&history->attempts[shown - 1 - i]);
        enum style style = height == SPARKS ? STYLE_GOOD : STYLE_WARNING;
        canvas_mark(shell->canvas, line.x + (int)i, line.y, style, (enum mark)(MARK_SPARK_1 + height - 1));
    }
}

static int chosen_at(const struct history *history, int64_t attempt)
{
    for (int i = 0; i < history->chosen_count; i++)
        if (history->chosen[i] == attempt)
            return i;
    return -1;
}

static void draw_attempt(struct shell *shell, const struct attempt *attempt, bool is_chosen, struct rect line)
{
    struct canvas *canvas = shell->canvas;
    bool passed = strcmp(attempt->status, "pass") == 0;
    int x = line.x + 1;
    if (is_chosen)
        canvas_mark(canvas, line.x, line.y, STYLE_ACCENT, MARK_CURSOR);
    canvas_mark(canvas, x, line.y, passed ? STYLE_GOOD : STYLE_BAD, passed ? MARK_PASSED : MARK_OPEN);
    x += 2 + canvas_printf(canvas, x + 2, line.y, STYLE_DIM, "%4lld", (long long)attempt->id) + 2;
    canvas_cut(canvas, x, line.y, 22, passed ? STYLE_GOOD : STYLE_NORMAL,
               _(verdict_text_status_named(attempt->status)));
    x = line.x + 32;
    if (attempt->medal)
        canvas_cut(canvas, x, line.y, 8, STYLE_STRONG, _(attempt->medal));
    if (attempt->started_at && line.width >= 62)
        canvas_cut(canvas, x + 9, line.y, 20, STYLE_DIM, attempt->started_at);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct history *history = state;
    if (history->count == 0) {
        canvas_cut(shell->canvas, 1, area.y, area.width - 2, STYLE_DIM,
                   _("No attempt yet. Save the file, or press r."));
        return;
    }
    bool has_line = area.height >= 6;
    if (has_line)
        draw_sparkline(shell, history, (struct rect){area.x + 1, area.y, area.width - 2, 1});
    struct rect list = {area.x, area.y + (has_line ? 2 : 0), area.width, area.height - (has_line ? 2 : 0)};
    history->height = list.height;
    if (history->selected >= (int)history->count)
        history->selected = (int)history->count - 1;
    if (history->selected < history->scroll)
        history->scroll = history->selected;
    if (history->selected >= history->scroll + list.height)
        history->scroll = history->selected - list.height + 1;
    for (int i = 0; i < list.height && history->scroll + i < (int)history->count; i++) {
        struct rect line = {list.x, list.y + i, list.width, 1};
        const struct attempt *attempt = &history->attempts[history->scroll + i];
        draw_attempt(shell, attempt, chosen_at(history, attempt->id) >= 0, line);
        if (history->scroll + i == history->selected)
            canvas_select(shell->canvas, line);
    }
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct history *history = state;
    struct scroller rows = {.scroll = history->selected, .height = 1, .count = (int)history->count};
    (void)shell;
    if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN) {
        rows.scroll += (action == ACTION_PAGE_UP ? -1 : 1) * (history->height > 1 ? history->height - 1 : 1);
        action = ACTION_NONE;
    }
    scroller_act(&rows, action);
    int last = (int)history->count - 1;
    history->selected = rows.scroll > last ? last : rows.scroll;
    if (history->selected < 0)
        history->selected = 0;
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    struct history *history = state;
    (void)action;
    if (history->count == 0)
        return;
    struct place place = {
        .screen = SCREEN_ATTEMPT, .exercise = history->exercise, .attempt = history->attempts[history->selected].id};
    shell_open(shell, &place);
}

static void act_diff(struct shell *shell, void *state, enum action action)
{
    struct history *history = state;
    (void)action;
    if (history->count == 0)
        return;
    struct place place = {
        .screen = SCREEN_DIFF, .exercise = history->exercise, .attempt = history->attempts[history->selected].id};
    shell_open(shell, &place);
}

static void act_choose(struct shell *shell, void *state, enum action action)
{
    struct history *history = state;
    (void)action;
    if (history->count == 0)
        return;
    int64_t attempt = history->attempts[history->selected].id;
    int at = chosen_at(history, attempt);
    if (at >= 0) {
        history->chosen_count--;
        memmove(&history->chosen[at], &history->chosen[at + 1],
                (size_t)(history->chosen_count - at) * sizeof history->chosen[0]);
    } else if (history->chosen_count < COMPARED_MAX) {
        history->chosen[history->chosen_count++] = attempt;
    } else {
        shell_say(shell, STYLE_DIM, _("At most %d can be compared; Space on a marked one takes it out"), COMPARED_MAX);
        return;
    }
    if (history->selected + 1 < (int)history->count)
        history->selected++;
}

/* Compares the marked attempts. A single one is compared with the one under the cursor. */
static void act_compare(struct shell *shell, void *state, enum action action)
{
    struct history *history = state;
    (void)action;
    struct place place = {.screen = SCREEN_COMPARE, .exercise = history->exercise};
    memcpy(place.compared, history->chosen, sizeof place.compared);
    place.compared_count = history->chosen_count;
    if (history->count > 0 && place.compared_count == 1 &&
        history->chosen[0] != history->attempts[history->selected].id)
        place.compared[place.compared_count++] = history->attempts[history->selected].id;
    shell_open(shell, &place);
}

static void act_back(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell_back(shell);
}

static void place(const void *state, struct place *out_place)
{
    const struct history *history = state;
    *out_place = (struct place){.screen = SCREEN_HISTORY, .exercise = history->exercise};
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open},    {ACTION_BACK, act_back},      {ACTION_UP, act_move},         {ACTION_DOWN, act_move},
    {ACTION_PAGE_UP, act_move}, {ACTION_PAGE_DOWN, act_move}, {ACTION_TOP, act_move},        {ACTION_BOTTOM, act_move},
    {ACTION_DIFF, act_diff},    {ACTION_CHOOSE, act_choose},  {ACTION_COMPARE, act_compare}, {ACTION_NONE, NULL},
};

const struct screen_class screen_history = {
    .context = CONTEXT_HISTORY,
    .state_bytes = sizeof(struct history),
    .open = open_history,
    .close = close_history,
    .status = status,
    .draw = draw,
    .changed = changed,
    .place = place,
    .handlers = handlers,
};
