/* Makes the rows of the course map. */
#include "tui/screens/home/home_rows.h"

static bool exercise_fits(const struct overview_exercise *exercise, enum home_filter filter)
{
    enum exercise_state state = exercise->progress.state;
    switch (filter) {
    case FILTER_OPEN:
        return state == EXERCISE_NEW || state == EXERCISE_TRIED;
    case FILTER_DONE:
        return state == EXERCISE_PASSED;
    case FILTER_PARKED:
        return state == EXERCISE_PARKED;
    default:
        return true;
    }
}

static bool lesson_fits(const struct overview *overview, const struct overview_lesson *lesson, enum home_filter filter)
{
    bool is_asked_for = lesson->lesson->kind != LESSON_PLACEMENT; /* a placement is optional */
    if (filter == FILTER_ALL || (filter == FILTER_OPEN && !lesson->done && is_asked_for) ||
        (filter == FILTER_DONE && lesson->done))
        return true;
    for (size_t i = 0; i < lesson->exercise_count; i++)
        if (exercise_fits(&overview->exercises[lesson->first_exercise + i], filter))
            return true;
    return false;
}

static void add_lesson(const struct overview *overview, const struct overview_lesson *lesson, enum home_filter filter,
                       struct home_row *rows, size_t *count)
{
    rows[(*count)++] = (struct home_row){.kind = ROW_LESSON, .lesson = lesson};
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const struct overview_exercise *exercise = &overview->exercises[lesson->first_exercise + i];
        if (exercise_fits(exercise, filter))
            rows[(*count)++] = (struct home_row){.kind = ROW_EXERCISE, .lesson = lesson, .exercise = exercise};
    }
}

bool home_view_is_narrowed(const struct home_view *view)
{
    return view->filter != FILTER_ALL || view->level != HOME_ALL_LEVELS || view->audience != HOME_ALL_AUDIENCES;
}

/* A lesson that names no audience is for all. */
static bool is_shown(const struct overview *overview, const struct overview_lesson *lesson,
                     const struct home_view *view)
{
    unsigned audience = lesson->lesson->audience;
    bool is_for_them = view->audience == HOME_ALL_AUDIENCES || audience == 0 || audience & view->audience;
    return is_for_them && lesson_fits(overview, lesson, view->filter);
}

/* True if a lesson of the week is shown, or nothing is left out. */
static bool week_fits(const struct overview *overview, const struct overview_week *week, const struct home_view *view)
{
    if (view->level != HOME_ALL_LEVELS && (int)week->level != view->level)
        return false;
    for (size_t i = 0; i < week->lesson_count; i++)
        if (is_shown(overview, &overview->lessons[week->first_lesson + i], view))
            return true;
    return !home_view_is_narrowed(view);
}

struct home_row *home_rows_make(const struct overview *overview, const struct home_view *view, struct arena *arena,
                                size_t *out_count)
{
    size_t most = overview->lesson_count + overview->exercise_count + 2 * overview->week_count + 1;
    struct home_row *rows = ARENA_ARRAY(arena, most, struct home_row);
    size_t count = 0;
    int level = -1; /* of the last added heading */
    for (size_t w = 0; w < overview->week_count; w++) {
        const struct overview_week *week = &overview->weeks[w];
        if (!week_fits(overview, week, view))
            continue;
        if (level != (int)week->level)
            rows[count++] = (struct home_row){.kind = ROW_LEVEL, .level = week->level};
        level = (int)week->level;
        rows[count++] = (struct home_row){.kind = ROW_WEEK, .week = week, .level = week->level};
        bool is_folded = w < HOME_WEEKS_MAX && view->folded[w];
        for (size_t i = 0; !is_folded && i < week->lesson_count; i++) {
            const struct overview_lesson *lesson = &overview->lessons[week->first_lesson + i];
            if (is_shown(overview, lesson, view))
                add_lesson(overview, lesson, view->filter, rows, &count);
        }
    }
    *out_count = count;
    return rows;
}
