/*
 * All attempts on an exercise, newest first, with a plot of the times of the last ones. On a wide
 * screen, the verdict and the source of the marked attempt are beside them.
 */
#include <math.h>
#include <string.h>

#include "app/attempts.h"
#include "app/standings.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/attempts/history_plot.h"
#include "tui/screens/verdict/verdict_page.h"
#include "tui/shell/shell.h"

enum {
    ATTEMPTS_MAX = 1000,
    NUMBER_COLUMNS = 9,
    NUMBER_COLUMNS_LEAST = 6,
    WHEN_COLUMNS = 18,
    STATUS_COLUMNS = 18,
    TIME_COLUMNS = 10,
    MEDAL_COLUMNS = 8,
    ASSISTED_COLUMNS = 12,
    BAR_COLUMNS_MAX = 40,
};

/* A column is drawn if the line has at least so many columns. */
enum { MEDAL_FROM = 44, TIME_FROM = 56, WHEN_FROM = 72, BAR_FROM = 90 };

/* The marked attempt is beside the list on a screen of so many columns. */
enum { TWO_PANES_FROM = 110, LIST_COLUMNS = 60, PLOT_ROWS_LEAST = 6, PLOT_ROWS_MAX = 16 };

struct history {
    struct arena *arena;
    const struct exercise *exercise;
    struct attempt *attempts;
    size_t count;
    struct standings standings;         /* of the newest */
    const struct standing *newest_time; /* NULL: none has a time */
    double slowest;                     /* of the times on its GPU, in microseconds */
    int selected, height;
    struct scroller marked; /* of the marked attempt's page: the wheel scrolls it */
    struct scroller_list list;
    struct verdict *verdict;      /* of the marked attempt; NULL: it cannot be read */
    int64_t chosen[COMPARED_MAX]; /* for the comparison, in the order of marking */
    int chosen_count;
};

static void read_marked(struct shell *shell, struct history *history)
{
    verdict_free(history->verdict);
    history->verdict = NULL;
    history->marked = (struct scroller){0};
    if (history->selected < (int)history->count &&
        !attempts_read_verdict(shell->app, history->attempts[history->selected].id, &history->verdict, NULL))
        history->verdict = NULL;
}

static void find_times(struct history *history)
{
    for (size_t i = 0; i < history->standings.count; i++) {
        const struct standing *one = &history->standings.items[i];
        if (!history->newest_time && one->is_timed)
            history->newest_time = one;
        if (history->newest_time && standing_shares_gpu(one, history->newest_time))
            history->slowest = fmax(history->slowest, one->microseconds);
    }
}

static bool load(struct shell *shell, struct history *history, struct error *error)
{
    arena_free(history->arena);
    history->arena = arena_new();
    history->count = 0;
    history->newest_time = NULL;
    history->slowest = 0;
    const struct attempt_query wanted = {.exercise = history->exercise->id, .limit = ATTEMPTS_MAX};
    if (!store_list_attempts(shell->app->store, &wanted, history->arena, &history->attempts, &history->count, error) ||
        !standings_read(shell->app, history->exercise, history->arena, &history->standings, error))
        return false;
    find_times(history);
    read_marked(shell, history);
    return true;
}

/* NULL: an older one, or its verdict cannot be read. */
static const struct standing *standing_at(const struct history *history, int64_t attempt)
{
    for (size_t i = 0; i < history->standings.count; i++)
        if (history->standings.items[i].attempt == attempt)
            return &history->standings.items[i];
    return NULL;
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
    verdict_free(history->verdict);
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
    canvas_printf(shell->canvas, x, line.y, STYLE_DIM, ngettext("%zu attempt", "%zu attempts", history->count),
                  history->count);
}

static int chosen_at(const struct history *history, int64_t attempt)
{
    for (int i = 0; i < history->chosen_count; i++)
        if (history->chosen[i] == attempt)
            return i;
    return -1;
}

/* The column of each part, for a line. -1: it has no room. */
struct columns {
    int number, when, status, time, medal, assisted, bar;
};

static struct columns columns_of(struct rect line)
{
    struct columns columns = {.number = line.x + 3, .when = -1, .time = -1, .medal = -1, .assisted = -1, .bar = -1};
    int x = columns.number + (line.width >= MEDAL_FROM ? NUMBER_COLUMNS : NUMBER_COLUMNS_LEAST);
    if (line.width >= WHEN_FROM) {
        columns.when = x;
        x += WHEN_COLUMNS;
    }
    columns.status = x;
    x += STATUS_COLUMNS;
    if (line.width >= TIME_FROM) {
        columns.time = x;
        x += TIME_COLUMNS;
    }
    if (line.width >= MEDAL_FROM) {
        columns.medal = x;
        x += MEDAL_COLUMNS;
    }
    if (line.x + line.width - x >= ASSISTED_COLUMNS) {
        columns.assisted = x;
        x += ASSISTED_COLUMNS;
    }
    if (line.width >= BAR_FROM)
        columns.bar = x;
    return columns;
}

static void draw_heads(struct canvas *canvas, const struct columns *columns, struct rect line)
{
    /* on a narrow screen, the first head begins left of its numbers */
    int next = columns->when >= 0 ? columns->when : columns->status, room = next - 1 - text_width(_("attempt"));
    const struct {
        int x;
        const char *words;
    } heads[] = {{columns->number < room ? columns->number : room, N_("attempt")},
                 {columns->when, N_("when")},
                 {columns->status, N_("result")},
                 {columns->time, N_("time")},
                 {columns->medal, N_("medal")}};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (heads[i].x >= 0)
            canvas_cut(canvas, heads[i].x, line.y, line.x + line.width - heads[i].x, STYLE_DIM, _(heads[i].words));
}

/* A bar for a time on the newest one's GPU. Others do not compare, so their GPU is named. */
static void draw_bar(const struct history *history, struct canvas *canvas, const struct standing *standing,
                     enum style style, struct rect room)
{
    if (!standing_shares_gpu(standing, history->newest_time)) {
        int x = room.x;
        if (!standing->is_modelled)
            canvas_printf(canvas, x, room.y, STYLE_DIM, _("measured on %s"), standing->gpu);
        else
            canvas_cut(canvas, x, room.y, room.width, STYLE_DIM, standing->gpu);
        return;
    }
    int most = room.width > BAR_COLUMNS_MAX ? BAR_COLUMNS_MAX : room.width;
    int full = (int)(standing->microseconds / history->slowest * most + 0.5);
    canvas_repeat(canvas, room.x, room.y, full < 1 ? 1 : full, style, MARK_BAR_FULL);
}

static void draw_time(const struct history *history, struct canvas *canvas, const struct attempt *attempt,
                      const struct columns *columns, struct rect line)
{
    const struct standing *standing = standing_at(history, attempt->id);
    CLEANUP(buffer_done) struct buffer time = BUFFER_INIT;
    if (!standing || !standing->is_timed)
        return;
    text_append_duration(&time, standing->microseconds * 1e-6);
    if (columns->time >= 0)
        canvas_cut(canvas, columns->time, line.y, TIME_COLUMNS - 1, STYLE_STRONG, buffer_text(&time));
    struct rect room = {columns->bar, line.y, line.x + line.width - columns->bar - 1, 1};
    if (columns->bar >= 0)
        draw_bar(history, canvas, standing, attempt->medal ? theme_medal(attempt->medal) : STYLE_DIM, room);
}

/* Without a time, the columns of time and medal are free. */
static int status_room(const struct history *history, const struct attempt *attempt, const struct columns *columns,
                       struct rect line)
{
    const struct standing *standing = standing_at(history, attempt->id);
    if ((standing && standing->is_timed) || attempt->medal)
        return STATUS_COLUMNS - 1;
    int end = attempt->assisted && columns->assisted >= 0 ? columns->assisted : line.x + line.width;
    return end - columns->status - 1;
}

static void draw_attempt(struct shell *shell, const struct history *history, size_t index, struct rect line)
{
    struct canvas *canvas = shell->canvas;
    const struct attempt *attempt = &history->attempts[index];
    struct columns columns = columns_of(line);
    char local[ATTEMPTS_LOCAL_TIME_BYTES];
    bool passed = strcmp(attempt->status, "pass") == 0;
    if (chosen_at(history, attempt->id) >= 0)
        canvas_mark(canvas, line.x, line.y, STYLE_ACCENT, MARK_CURSOR);
    canvas_mark(canvas, line.x + 1, line.y, passed ? STYLE_GOOD : STYLE_BAD, passed ? MARK_PASSED : MARK_OPEN);
    canvas_printf(canvas, columns.number, line.y, STYLE_DIM, "%4d", (int)(history->count - index));
    if (columns.when >= 0)
        canvas_text(canvas, columns.when, line.y, STYLE_DIM,
                    attempts_local_time(attempt->started_at, local, sizeof local));
    canvas_cut(canvas, columns.status, line.y, status_room(history, attempt, &columns, line),
               passed ? STYLE_GOOD : STYLE_NORMAL, _(verdict_text_status_named(attempt->status)));
    if (attempt->medal && columns.medal >= 0)
        canvas_cut(canvas, columns.medal, line.y, MEDAL_COLUMNS - 1, theme_medal(attempt->medal), _(attempt->medal));
    if (attempt->assisted && columns.assisted >= 0)
        canvas_cut(canvas, columns.assisted, line.y, ASSISTED_COLUMNS - 1, STYLE_DIM, _("assisted"));
    draw_time(history, canvas, attempt, &columns, line);
}

/* Returns the number of used lines. */
static int draw_list(struct shell *shell, struct history *history, struct rect area)
{
    struct columns columns = columns_of(area);
    int head = area.height >= 6 ? 1 : 0;
    if (head)
        draw_heads(shell->canvas, &columns, area);
    struct rect list = {area.x, area.y + head, area.width, area.height - head};
    history->height = list.height;
    shell->list_area = list;
    if (history->selected >= (int)history->count)
        history->selected = (int)history->count - 1;
    int first = scroller_list_first(&history->list, history->selected, (int)history->count, list.height);
    int i = 0;
    for (; i < list.height && first + i < (int)history->count; i++) {
        struct rect line = {list.x, list.y + i, list.width, 1};
        draw_attempt(shell, history, (size_t)first + (size_t)i, line);
        if (first + i == history->selected)
            canvas_select(shell->canvas, line);
    }
    return head + i;
}

/*
 * The plot takes the rows below the list. A long list leaves it a third of the rows. Plain mode has
 * the times alone.
 */
static void draw_list_and_plot(struct shell *shell, struct history *history, struct rect area)
{
    int plot = area.height / 3;
    bool has_plot = !shell->is_plain && history_plot_is_useful(&history->standings) && plot >= PLOT_ROWS_LEAST;
    struct rect list = {area.x, area.y, area.width, has_plot ? area.height - plot - 1 : area.height};
    int used = draw_list(shell, history, list) + 1;
    int rows = area.height - used < PLOT_ROWS_MAX ? area.height - used : PLOT_ROWS_MAX;
    if (has_plot)
        history_plot_draw(shell, &history->standings, (struct rect){area.x + 1, area.y + used, area.width - 2, rows});
}

static void draw_marked(struct shell *shell, struct history *history, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    for (int y = 0; y < area.height; y++)
        canvas_mark(shell->canvas, area.x, area.y + y, STYLE_DIM, MARK_WALL);
    page_init(&page, shell->frame, area.width - 3, canvas_is_ascii(shell->canvas));
    page_printf(&page, STYLE_TITLE, _("attempt %d"), (int)history->count - history->selected);
    page_end(&page);
    page_blank(&page);
    if (history->verdict)
        verdict_page_build(history->verdict, shell->app->curriculum, NULL, false, &page);
    else
        page_text(&page, STYLE_DIM, _("The verdict of this attempt cannot be read."));
    page_end(&page);
    page_blank(&page);
    if (history->verdict && history->verdict->source)
        source_page_build(history->verdict->source, history->verdict, NULL, &page);
    shell_draw_pane(shell, &history->marked, &page, (struct rect){area.x + 2, area.y, area.width - 2, area.height});
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct history *history = state;
    if (history->count == 0) {
        canvas_cut(shell->canvas, 1, area.y, area.width - 2, STYLE_DIM,
                   _("No attempt yet. Save the file, or press Esc and then r."));
        return;
    }
    struct rect list = area;
    if (area.width >= TWO_PANES_FROM) {
        list.width = area.width / 2 < LIST_COLUMNS ? LIST_COLUMNS : area.width / 2;
        draw_marked(shell, history, (struct rect){list.x + list.width, area.y, area.width - list.width, area.height});
    }
    draw_list_and_plot(shell, history, list);
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct history *history = state;
    struct scroller rows = {.scroll = history->selected, .height = 1, .count = (int)history->count};
    if (action == ACTION_PAGE_UP || action == ACTION_PAGE_DOWN) {
        rows.scroll += (action == ACTION_PAGE_UP ? -1 : 1) * (history->height > 1 ? history->height - 1 : 1);
        action = ACTION_NONE;
    }
    scroller_act(&rows, action);
    int last = (int)history->count - 1;
    history->selected = rows.scroll > last ? last : rows.scroll;
    if (history->selected < 0)
        history->selected = 0;
    read_marked(shell, history);
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
    read_marked(shell, history);
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

static void place(const void *state, struct place *out_place)
{
    const struct history *history = state;
    *out_place = (struct place){.screen = SCREEN_HISTORY, .exercise = history->exercise};
}

/* Without an attempt, no key of the footer acts on one. */
static const char *label(const void *state, enum action action)
{
    const struct history *history = state;
    bool needs_one =
        action == ACTION_OPEN || action == ACTION_DIFF || action == ACTION_CHOOSE || action == ACTION_COMPARE;
    return needs_one && history->count == 0 ? "" : NULL;
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open},    {ACTION_BACK, shell_act_back}, {ACTION_UP, act_move},         {ACTION_DOWN, act_move},
    {ACTION_PAGE_UP, act_move}, {ACTION_PAGE_DOWN, act_move},  {ACTION_TOP, act_move},        {ACTION_BOTTOM, act_move},
    {ACTION_DIFF, act_diff},    {ACTION_CHOOSE, act_choose},   {ACTION_COMPARE, act_compare}, {ACTION_NONE, NULL},
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
    .label = label,
    .handlers = handlers,
};
