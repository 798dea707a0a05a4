/*
 * The rows of the course map: levels, weeks, lessons and exercises, after folding and filter.
 */
#ifndef TUI_SCREENS_HOME_HOME_ROWS_H
#define TUI_SCREENS_HOME_HOME_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "app/overview.h"

enum home_row_kind { ROW_LEVEL, ROW_WEEK, ROW_LESSON, ROW_EXERCISE };
enum home_filter { FILTER_ALL, FILTER_OPEN, FILTER_DONE, FILTER_PARKED, FILTER_COUNT };

struct home_row {
    enum home_row_kind kind;
    enum level level;
    const struct overview_week *week;
    const struct overview_lesson *lesson;
    const struct overview_exercise *exercise;
};

enum { HOME_WEEKS_MAX = 64 };

/* ALL of each: nothing is left out. */
enum { HOME_ALL_LEVELS = LEVEL_COUNT, HOME_ALL_AUDIENCES = 0 };

struct home_view {
    enum home_filter filter;
    int level;                   /* enum level, or HOME_ALL_LEVELS */
    unsigned audience;           /* an enum audience, or HOME_ALL_AUDIENCES */
    bool folded[HOME_WEEKS_MAX]; /* by index of the week */
};

/* Whether a filter can leave something out. Folding does not count. */
bool home_view_is_narrowed(const struct home_view *view);

/* Rows live in `arena`. */
struct home_row *home_rows_make(const struct overview *overview, const struct home_view *view, struct arena *arena,
                                size_t *out_count);

#endif
