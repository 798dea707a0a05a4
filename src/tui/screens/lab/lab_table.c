/* The table of a comparison, and of a plot's values. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/lab/lab_view.h"

enum { COLUMN_COLUMNS = 12, BAR_COLUMNS = 9, LABEL_LEAST = 12, ASIDE_COLUMNS = 16 };

static double longest_time(const struct lab_view *view, double *out_best)
{
    double longest = 0, value;
    *out_best = 0;
    for (size_t i = 0; i < view->results->point_count; i++) {
        if (view->results->points[i].is_measured || lab_page_is_hidden(view, i) ||
            !lab_value(view->results, i, LAB_TIME, &value))
            continue;
        longest = value > longest ? value : longest;
        *out_best = *out_best == 0 || value < *out_best ? value : *out_best;
    }
    return longest;
}

static bool has_time(const struct lab *lab)
{
    for (size_t i = 0; i < lab->columns.count; i++)
        if (strcmp(lab->columns.items[i], LAB_TIME) == 0)
            return true;
    return false;
}

/* The table's quantities: the columns, and a plot's label. */
static size_t columns_of(const struct lab *lab, const char *out_names[LAB_COLUMNS_MAX + 1])
{
    size_t count = 0;
    for (size_t i = 0; i < lab->columns.count; i++)
        out_names[count++] = lab->columns.items[i];
    if (lab->label)
        out_names[count++] = lab->label;
    return count;
}

/* The widest label, as far as the columns leave room. */
static int label_width(const struct lab_view *view, int count, int columns)
{
    int widest = LABEL_LEAST, room = columns - count * COLUMN_COLUMNS;
    for (size_t i = 0; i < view->results->point_count; i++) {
        int width = text_width(view->results->points[i].label) + 2;
        widest = width > widest ? width : widest;
    }
    return widest < room ? widest : room > LABEL_LEAST ? room : LABEL_LEAST;
}

/* A heading of two words or more takes two lines: "extra load" above "sectors". */
static void split_heading(const char *heading, struct arena *arena, const char **out_above, const char **out_below)
{
    const char *space = strrchr(heading, ' ');
    *out_above = space ? arena_strndup(arena, heading, (size_t)(space - heading)) : "";
    while (space && text_width(*out_above) >= COLUMN_COLUMNS && strchr(*out_above, ' ')) {
        space = heading + (strrchr(*out_above, ' ') - *out_above);
        *out_above = arena_strndup(arena, heading, (size_t)(space - heading));
    }
    *out_below = space ? space + 1 : heading;
}

/* Headings of one word each have no line above them. */
static void add_headings(const struct lab_view *view, const char *const *names, size_t count, int label_columns,
                         struct page *page)
{
    const char *parts[2][LAB_COLUMNS_MAX + 1];
    bool is_split = false;
    for (size_t i = 0; i < count; i++) {
        split_heading(lab_heading(names[i], page->arena), page->arena, &parts[0][i], &parts[1][i]);
        is_split = is_split || *parts[0][i];
    }
    for (int line = is_split ? 0 : 1; line < 2; line++) {
        lab_page_column(page, STYLE_DIM, line ? view->lab->range.name ? view->lab->range.name : _("kernel") : "",
                        label_columns, false);
        for (size_t i = 0; i < count; i++)
            lab_page_column(page, STYLE_DIM, parts[line][i], COLUMN_COLUMNS, true);
        page_end_unwrapped(page);
    }
}

static void add_bar(const struct lab_view *view, size_t point, double longest, double best, struct page *page)
{
    double value;
    bool is_known = lab_value(view->results, point, LAB_TIME, &value) && !lab_page_is_hidden(view, point);
    if (!is_known || view->results->points[point].is_measured || !(longest > 0))
        return;
    int length = (int)(value / longest * BAR_COLUMNS + 0.5);
    page_text(page, STYLE_NORMAL, "  ");
    lab_page_marks(page, STYLE_ACCENT, MARK_BAR_FULL, length > 0 ? length : 1);
    bool is_best = value == best && best < longest; /* a kernel alone is not the best */
    if (is_best && view->is_revealed && lab_results_are_whole(view->results))
        page_printf(page, STYLE_GOOD, " %s", _("best"));
}

static void add_row(const struct lab_view *view, size_t point, const char *const *names, size_t count,
                    int label_columns, struct page *page)
{
    const struct lab_point *row = &view->results->points[point];
    bool is_chosen = view->lab->kind == STEP_PLOT && (int)point == view->point;
    bool is_missing = row->is_mine && !row->is_known;
    lab_page_column(page, is_chosen ? STYLE_STRONG : STYLE_NORMAL, row->label, label_columns, false);
    for (size_t i = 0; i < count; i++)
        lab_page_column(page, is_missing ? STYLE_DIM : STYLE_NORMAL, lab_page_value(view, point, names[i], page),
                        COLUMN_COLUMNS, true);
    int room = page->columns - label_columns - (int)count * COLUMN_COLUMNS;
    if (is_missing && room >= ASIDE_COLUMNS)
        page_printf(page, STYLE_DIM, "  %s", row->note ? row->note : _("not run yet"));
}

static void add_rows(const struct lab_view *view, bool measured, const char *const *names, size_t count,
                     int label_columns, struct page *page)
{
    double best, longest = longest_time(view, &best);
    int used = label_columns + (int)count * COLUMN_COLUMNS;
    bool has_bars = has_time(view->lab) && page->columns - used >= ASIDE_COLUMNS;
    for (size_t i = 0; i < view->results->point_count; i++) {
        if (view->results->points[i].is_measured != measured)
            continue;
        add_row(view, i, names, count, label_columns, page);
        if (has_bars)
            add_bar(view, i, longest, best, page);
        page_end_unwrapped(page);
    }
}

void lab_page_table(const struct lab_view *view, struct page *page)
{
    const char *names[LAB_COLUMNS_MAX + 1];
    size_t count = columns_of(view->lab, names);
    bool has_measured = false;
    int label_columns = label_width(view, (int)count, page->columns);
    for (size_t i = 0; i < view->results->point_count; i++)
        has_measured = has_measured || view->results->points[i].is_measured;
    add_headings(view, names, count, label_columns, page);
    add_rows(view, false, names, count, label_columns, page);
    if (has_measured) {
        page_text(page, STYLE_DIM, _("measured on an H100"));
        page_end(page);
        add_rows(view, true, names, count, label_columns, page);
    }
    page_blank(page);
}
