/* The course map: the lessons, the learner's progress, the next step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/home/home_detail.h"
#include "tui/screens/home/home_rows.h"
#include "tui/shell/next.h"
#include "tui/shell/shell.h"

struct home {
    struct arena *arena;
    struct home_view view;
    struct home_row *rows;
    size_t count;
    int selected, height;
    bool is_assessed; /* Esc leads back to the assessment that runs */
    bool *was_done;   /* for each lesson of the overview, when the map was last shown */
    struct scroller_list list;
};

static bool is_selectable(const struct home_row *row)
{
    return row->kind != ROW_LEVEL;
}

static void remake(struct shell *shell, struct home *home)
{
    arena_free(home->arena);
    home->arena = arena_new();
    home->rows = home_rows_make(&shell->overview, &home->view, home->arena, &home->count);
    if (home->selected >= (int)home->count)
        home->selected = (int)home->count - 1;
    if (home->selected < 0)
        home->selected = 0;
    if (home->count == 0)
        return;
    while (home->selected + 1 < (int)home->count && !is_selectable(&home->rows[home->selected]))
        home->selected++;
}

static const struct home_row *selected_row(const struct home *home)
{
    return home->count > 0 ? &home->rows[home->selected] : NULL;
}

static int row_of(const struct home *home, const struct lesson *lesson, const struct exercise *exercise)
{
    for (size_t i = 0; i < home->count; i++) {
        const struct home_row *row = &home->rows[i];
        if (row->kind == ROW_EXERCISE && exercise && row->exercise->exercise == exercise)
            return (int)i;
        if (row->kind == ROW_LESSON && !exercise && row->lesson->lesson == lesson)
            return (int)i;
    }
    return -1;
}

/* The row that shows the same as `row` before the rows were remade. 0 if none does. */
static int row_again(const struct home *home, const struct home_row *row)
{
    for (size_t i = 0; i < home->count; i++) {
        const struct home_row *now = &home->rows[i];
        if (now->kind == row->kind && now->week == row->week && now->lesson == row->lesson &&
            now->exercise == row->exercise)
            return (int)i;
    }
    return 0;
}

/* The next row: an unread lesson comes before its exercise. */
static int next_row(const struct shell *shell, const struct home *home)
{
    const struct overview *overview = &shell->overview;
    if (!overview->next_lesson)
        return -1;
    const struct overview_lesson *lesson = shell_overview_lesson(shell, overview->next_lesson);
    bool is_read = lesson && lesson->read;
    return row_of(home, overview->next_lesson, is_read ? overview->next_exercise : NULL);
}

/* Weeks that are neither begun nor among the next two start folded, so that the map fits. */
static void fold_others(struct shell *shell, struct home *home)
{
    const struct overview *overview = &shell->overview;
    for (size_t w = 0; w < overview->week_count && w < HOME_WEEKS_MAX; w++) {
        const struct overview_week *week = &overview->weeks[w];
        int ahead = overview->next_lesson ? week->week - overview->next_lesson->week : -1;
        bool is_next = ahead == 0 || ahead == 1;
        bool is_begun = week->exercises_passed > 0 && week->exercises_passed < week->exercises_total;
        home->view.folded[w] = !is_next && !is_begun && overview->week_count > 1;
    }
}

static void remember_done(const struct overview *overview, struct home *home)
{
    for (size_t i = 0; i < overview->lesson_count; i++)
        home->was_done[i] = overview->lessons[i].done;
}

static bool open_home(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct home *home = state;
    (void)place, (void)error;
    home->view.level = HOME_ALL_LEVELS;
    home->was_done = calloc(shell->overview.lesson_count + 1, sizeof *home->was_done);
    if (!home->was_done)
        abort();
    remember_done(&shell->overview, home);
    fold_others(shell, home);
    remake(shell, home);
    int next = next_row(shell, home);
    home->selected = next >= 0 ? next : home->selected;
    return true;
}

static void close_home(void *state)
{
    struct home *home = state;
    free(home->was_done);
    arena_free(home->arena);
}

static bool is_newly_done(const struct overview *overview, const struct home *home, const struct lesson *lesson)
{
    for (size_t i = 0; i < overview->lesson_count; i++)
        if (overview->lessons[i].lesson == lesson)
            return overview->lessons[i].done && !home->was_done[i];
    return false;
}

/* The place that was left for the map. After a lesson that was finished since, what comes next. */
static struct place place_to_mark(struct shell *shell, const struct home *home)
{
    struct place left = shell->left;
    const struct lesson *lesson = left.exercise ? left.exercise->lesson : left.lesson;
    if (!lesson || !is_newly_done(&shell->overview, home, lesson))
        return left;
    struct place next = next_after_lesson(shell, lesson, shell->frame).place;
    return next.screen == SCREEN_HOME ? left : next;
}

/* The marked place need not be the one that was opened from the map. */
static void mark_left(struct shell *shell, struct home *home)
{
    struct place place = place_to_mark(shell, home);
    const struct exercise *exercise = place.exercise;
    const struct lesson *lesson = exercise ? exercise->lesson : place.lesson;
    const struct overview *overview = &shell->overview;
    remember_done(overview, home);
    for (size_t w = 0; lesson && w < overview->week_count && w < HOME_WEEKS_MAX; w++)
        if (overview->weeks[w].week == lesson->week)
            home->view.folded[w] = false;
    remake(shell, home);
    int at = exercise ? row_of(home, NULL, exercise) : lesson ? row_of(home, lesson, NULL) : -1;
    if (at < 0 && exercise) /* a variant has no row */
        at = row_of(home, exercise->lesson, NULL);
    home->selected = at >= 0 ? at : home->selected;
}

static void home_changed(struct shell *shell, void *state, enum screen_change change)
{
    struct home *home = state;
    if (change != SCREEN_OVERVIEW && change != SCREEN_SHOWN)
        return;
    const struct home_row *row = selected_row(home);
    const struct exercise *exercise = row && row->kind == ROW_EXERCISE ? row->exercise->exercise : NULL;
    const struct lesson *lesson = row && row->kind == ROW_LESSON ? row->lesson->lesson : NULL;
    remake(shell, home);
    int again = exercise || lesson ? row_of(home, lesson, exercise) : -1;
    home->selected = again >= 0 ? again : home->selected;
    if (change == SCREEN_SHOWN)
        mark_left(shell, home);
}

/* Draws the streak, if there is room after column `x`. */
static void draw_streak(struct shell *shell, int x, struct rect line)
{
    int days = (int)shell->figures.streak_days;
    char text[64];
    if (days == 0)
        return;
    snprintf(text, sizeof text, ngettext("%d day in a row", "%d days in a row", days), days);
    int at = line.x + line.width - text_width(text);
    if (at > x + 1)
        canvas_text(shell->canvas, at, line.y, STYLE_DIM, text);
}

/* One name of an audience for each bit. */
static const char *audience_name(unsigned audience)
{
    switch ((enum audience)audience) {
    case AUDIENCE_ML_ENGINEER:
        return _("for ML engineers");
    case AUDIENCE_STUDENT:
        return _("for students");
    case AUDIENCE_EDUCATOR:
        return _("for educators");
    case AUDIENCE_PRACTITIONER:
        return _("for practitioners");
    }
    return "";
}

/* Draws the active filters after column `x`. Returns the column after them. */
static int draw_filters(struct shell *shell, const struct home_view *view, int x, struct rect line)
{
    static const char *const filters[] = {"", N_("show: to do"), N_("show: done"), N_("show: parked")};
    const char *words[] = {view->filter == FILTER_ALL ? "" : _(filters[view->filter]),
                           view->level == HOME_ALL_LEVELS ? "" : _(level_name((enum level)view->level)),
                           audience_name(view->audience)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (*words[i])
            x += 2 + canvas_cut(shell->canvas, x + 2, line.y, line.x + line.width - x - 2, STYLE_WARNING, words[i]);
    return x;
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct overview *overview = &shell->overview;
    int x = line.x + canvas_text(shell->canvas, line.x, line.y, STYLE_BAR, "warpschool") + 2;
    const struct home_view *view = &((const struct home *)state)->view;
    if (line.width < 44) {
        if (home_view_is_narrowed(view))
            draw_filters(shell, view, x - 2, line);
        else
            canvas_printf(shell->canvas, x, line.y, STYLE_NORMAL, "%zu/%zu", overview->exercises_passed,
                          overview->exercise_count);
        return;
    }
    x = home_draw_bar(shell->canvas, x, line.y, 10, overview->exercises_passed, overview->exercise_count) + 1;
    x += canvas_printf(shell->canvas, x, line.y, STYLE_NORMAL, _("%zu of %zu exercises"), overview->exercises_passed,
                       overview->exercise_count);
    x = draw_filters(shell, view, x, line);
    draw_streak(shell, x, line);
}

static void draw_list(struct shell *shell, struct home *home, struct rect area)
{
    home->height = area.height;
    shell->list_area = area;
    int first = scroller_list_first(&home->list, home->selected, (int)home->count, area.height);
    if (first == 1 && home->rows[0].kind == ROW_LEVEL && area.height > 2 && home->selected < area.height)
        first = home->list.first = 0; /* with its heading */
    struct rect before = canvas_clip(shell->canvas, area);
    for (int i = 0; i < area.height && first + i < (int)home->count; i++) {
        int at = first + i;
        const struct home_row *row = &home->rows[at];
        size_t week = row->kind == ROW_WEEK ? (size_t)(row->week - shell->overview.weeks) : 0;
        bool folded = row->kind == ROW_WEEK && week < HOME_WEEKS_MAX && home->view.folded[week];
        struct rect line = {area.x, area.y + i, area.width, 1};
        home_draw_row(shell, row, folded, line);
        if (at == home->selected) {
            canvas_select(shell->canvas, line);
            canvas_cursor(shell->canvas, line.x, line.y, false);
        }
    }
    canvas_clip(shell->canvas, before);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct home *home = state;
    home->is_assessed = shell->clock_runs && !home_view_is_narrowed(&home->view);
    if (home->count == 0) {
        bool is_narrowed = home_view_is_narrowed(&home->view);
        canvas_cut(shell->canvas, 1, area.y, area.width - 2, STYLE_WARNING,
                   is_narrowed ? _("No exercise matches this filter. Esc shows all.")
                               : _("There are no lessons in this course."));
        return;
    }
    if (!shell_has_panes(shell, area.width)) {
        draw_list(shell, home, area);
        return;
    }
    int left = area.width / 2 < 60 ? area.width / 2 + 4 : 60;
    draw_list(shell, home, (struct rect){area.x, area.y, left, area.height});
    for (int y = area.y; y < area.y + area.height; y++)
        canvas_mark(shell->canvas, left, y, STYLE_DIM, MARK_WALL);
    home_draw_detail(shell, selected_row(home), (struct rect){left + 2, area.y, area.width - left - 3, area.height});
}

static void move_to(struct home *home, int to, int step)
{
    int last = (int)home->count - 1;
    if (last < 0)
        return;
    to = to < 0 ? 0 : to > last ? last : to;
    while (to > 0 && to < last && !is_selectable(&home->rows[to]))
        to += step;
    if (to >= 0 && to <= last && !is_selectable(&home->rows[to]))
        to = to == 0 && last > 0 ? 1 : home->selected;
    if (to >= 0 && to <= last)
        home->selected = to;
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct home *home = state;
    int page = home->height > 1 ? home->height - 1 : 1;
    int delta = action == ACTION_UP          ? -1
                : action == ACTION_DOWN      ? 1
                : action == ACTION_PAGE_UP   ? -page
                : action == ACTION_PAGE_DOWN ? page
                : action == ACTION_TOP       ? -(int)home->count
                                             : (int)home->count;
    (void)shell;
    move_to(home, home->selected + delta, delta < 0 ? -1 : 1);
    if (home->selected == 1 && home->rows[0].kind == ROW_LEVEL)
        home->list.first = 0;
}

/* Scrolls until the marked week is visible to its end, or its heading is on top. */
static void show_week(struct home *home)
{
    int last = home->selected;
    while (last + 1 < (int)home->count && home->rows[last + 1].kind != ROW_WEEK &&
           home->rows[last + 1].kind != ROW_LEVEL)
        last++;
    int first = last - home->height + 1;
    first = first < home->selected ? first : home->selected;
    home->list.first = first > home->list.first ? first : home->list.first;
}

static void set_folded(struct shell *shell, struct home *home, const struct overview_week *week, bool folded)
{
    size_t index = (size_t)(week - shell->overview.weeks);
    if (index < HOME_WEEKS_MAX)
        home->view.folded[index] = folded;
    remake(shell, home);
    if (!folded)
        show_week(home);
}

static void act_fold(struct shell *shell, void *state, enum action action)
{
    struct home *home = state;
    const struct home_row *row = selected_row(home);
    if (!row)
        return;
    bool has_rows = home->selected + 1 < (int)home->count && home->rows[home->selected + 1].kind == ROW_LESSON;
    if (row->kind == ROW_WEEK && action == ACTION_UNFOLD && has_rows) {
        move_to(home, home->selected + 1, 1); /* it is unfolded */
        return;
    }
    if (row->kind == ROW_WEEK) {
        set_folded(shell, home, row->week, action == ACTION_FOLD);
        return;
    }
    if (action == ACTION_UNFOLD) {
        shell_act(shell, ACTION_OPEN);
        return;
    }
    while (home->selected > 0 && home->rows[home->selected].kind != ROW_WEEK)
        home->selected--;
    move_to(home, home->selected, -1);
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    struct home *home = state;
    const struct home_row *row = selected_row(home);
    (void)action;
    if (!row)
        return;
    if (row->kind == ROW_WEEK) {
        size_t index = (size_t)(row->week - shell->overview.weeks);
        set_folded(shell, home, row->week, index < HOME_WEEKS_MAX && !home->view.folded[index]);
        return;
    }
    struct place place = {.screen = SCREEN_LESSON, .lesson = row->lesson ? row->lesson->lesson : NULL, .step = -1};
    if (row->kind == ROW_EXERCISE)
        place = (struct place){.screen = SCREEN_EXERCISE, .exercise = row->exercise->exercise};
    shell_open(shell, &place);
}

static bool has_level(const struct overview *overview, int level)
{
    for (size_t i = 0; i < overview->week_count; i++)
        if ((int)overview->weeks[i].level == level)
            return true;
    return false;
}

/* The next level that has lessons in the course, then all. */
static int level_after(const struct overview *overview, int level)
{
    level = level == HOME_ALL_LEVELS ? 0 : level + 1;
    while (level < LEVEL_COUNT && !has_level(overview, level))
        level++;
    return level < LEVEL_COUNT ? level : HOME_ALL_LEVELS;
}

static unsigned audience_after(unsigned audience)
{
    return audience == HOME_ALL_AUDIENCES      ? AUDIENCE_ML_ENGINEER
           : audience == AUDIENCE_PRACTITIONER ? HOME_ALL_AUDIENCES
                                               : audience << 1;
}

/* The marked row stays marked if it is still shown. All weeks unfold, so that the matches show. */
static void act_filter(struct shell *shell, void *state, enum action action)
{
    struct home *home = state;
    struct home_row marked = selected_row(home) ? *selected_row(home) : (struct home_row){0};
    if (action == ACTION_FILTER)
        home->view.filter = (enum home_filter)((home->view.filter + 1) % FILTER_COUNT);
    else if (action == ACTION_FILTER_LEVEL)
        home->view.level = level_after(&shell->overview, home->view.level);
    else
        home->view.audience = audience_after(home->view.audience);
    if (home_view_is_narrowed(&home->view))
        memset(home->view.folded, 0, sizeof home->view.folded);
    else
        fold_others(shell, home);
    remake(shell, home);
    home->selected = row_again(home, &marked);
    remake(shell, home); /* a heading is never marked */
}

/* Esc on the map removes a filter. */
static void act_back(struct shell *shell, void *state, enum action action)
{
    struct home *home = state;
    (void)action;
    if (shell->clock_runs && !home_view_is_narrowed(&home->view) && shell_open_assessment(shell))
        return;
    if (!home_view_is_narrowed(&home->view))
        shell_say(shell, STYLE_DIM, "%s", _("This is the whole course; q quits"));
    struct home_row marked = selected_row(home) ? *selected_row(home) : (struct home_row){0};
    home->view.filter = FILTER_ALL;
    home->view.level = HOME_ALL_LEVELS;
    home->view.audience = HOME_ALL_AUDIENCES;
    remake(shell, home);
    home->selected = row_again(home, &marked);
    remake(shell, home);
}

static void place(const void *state, struct place *out_place)
{
    (void)state;
    *out_place = (struct place){.screen = SCREEN_HOME};
}

static const struct action_handler handlers[] = {
    {ACTION_UP, act_move},
    {ACTION_DOWN, act_move},
    {ACTION_PAGE_UP, act_move},
    {ACTION_PAGE_DOWN, act_move},
    {ACTION_TOP, act_move},
    {ACTION_BOTTOM, act_move},
    {ACTION_FOLD, act_fold},
    {ACTION_UNFOLD, act_fold},
    {ACTION_OPEN, act_open},
    {ACTION_FILTER, act_filter},
    {ACTION_FILTER_LEVEL, act_filter},
    {ACTION_FILTER_AUDIENCE, act_filter},
    {ACTION_BACK, act_back},
    {ACTION_NONE, NULL},
};

static const char *label(const void *state, enum action action)
{
    const struct home *home = state;
    if (action == ACTION_BACK)
        return home_view_is_narrowed(&home->view) ? N_("show all") : home->is_assessed ? NULL : "";
    return action == ACTION_OPEN && home->count == 0 ? "" : NULL;
}

const struct screen_class screen_home = {
    .label = label,
    .context = CONTEXT_HOME,
    .state_bytes = sizeof(struct home),
    .open = open_home,
    .close = close_home,
    .status = status,
    .draw = draw,
    .changed = home_changed,
    .place = place,
    .handlers = handlers,
};
