/* The table of a comparison, and of a plot's values. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/lab/lab_view.h"

enum {
    COLUMN_MOST = 12,
    COLUMN_LEAST = 10,
    HEADING_ROWS_MAX = 3,
    BAR_COLUMNS = 9,
    LABEL_LEAST = 12,
    ASIDE_COLUMNS = 16
};

/* A row's label is before its values, or in a line of its own where the screen is too narrow. */
struct layout {
    const char *names[LAB_COLUMNS_MAX + 1];
    size_t count;
    int label_columns; /* 0: in a line of its own */
    int columns;       /* of each value */
};

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

/* The columns of a label, with a gap. */
static int label_width(const struct lab_view *view)
{
    int widest = LABEL_LEAST;
    for (size_t i = 0; i < view->results->point_count; i++) {
        int width = text_width(view->results->points[i].label) + 2;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* The columns of the widest value, with a gap. A value that is hidden gets its room too. */
static int value_width(const struct lab_view *view, const struct layout *layout, struct arena *arena)
{
    double value;
    int widest = COLUMN_LEAST;
    for (size_t i = 0; i < view->results->point_count; i++)
        for (size_t j = 0; j < layout->count; j++) {
            bool is_known = lab_value(view->results, i, layout->names[j], &value);
            int width = is_known ? text_width(lab_format(layout->names[j], value, arena)) + 1 : 0;
            widest = width > widest ? width : widest;
        }
    return widest;
}

/* The table's quantities are the columns, and a plot's label. */
static struct layout layout_of(const struct lab_view *view, int columns, struct arena *arena)
{
    const struct lab *lab = view->lab;
    struct layout layout = {.label_columns = label_width(view)};
    for (size_t i = 0; i < lab->columns.count; i++)
        layout.names[layout.count++] = lab->columns.items[i];
    if (lab->label)
        layout.names[layout.count++] = lab->label;
    int least = value_width(view, &layout, arena), most = least > COLUMN_MOST ? least : COLUMN_MOST;
    if (layout.label_columns + (int)layout.count * least > columns)
        layout.label_columns = 0;
    int share = layout.count ? (columns - layout.label_columns) / (int)layout.count : 0;
    layout.columns = share < most ? share : most;
    return layout;
}

static int used_columns(const struct layout *layout)
{
    return layout->label_columns + (int)layout->count * layout->columns;
}

/* Headings of two words or more take two lines or three: "extra load" above "sectors". */
static void add_headings(const struct lab_view *view, const struct layout *layout, struct page *page)
{
    const struct text_span *lines[LAB_COLUMNS_MAX + 1];
    size_t counts[LAB_COLUMNS_MAX + 1], rows = 1;
    for (size_t i = 0; i < layout->count; i++) {
        const char *heading = lab_heading(layout->names[i], page->arena);
        counts[i] = text_wrap(page->arena, heading, layout->columns - 1, &lines[i]);
        counts[i] = counts[i] < HEADING_ROWS_MAX ? counts[i] : HEADING_ROWS_MAX;
        rows = counts[i] > rows ? counts[i] : rows;
    }
    for (size_t row = 0; row < rows; row++) {
        bool is_last = row + 1 == rows;
        const char *first = view->lab->range.name ? view->lab->range.name : _("kernel");
        if (layout->label_columns)
            lab_page_column(page, STYLE_DIM, is_last ? first : "", layout->label_columns, false);
        for (size_t i = 0; i < layout->count; i++) {
            bool is_empty = row + counts[i] < rows;
            const struct text_span *line = is_empty ? NULL : &lines[i][row + counts[i] - rows];
            const char *text = line ? arena_strndup(page->arena, line->start, line->size_bytes) : "";
            lab_page_column(page, STYLE_DIM, text, layout->columns, true);
        }
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
    lab_page_bar(page, length > 0 ? length : 1);
    bool is_best = value == best && best < longest; /* a kernel alone is not the best */
    if (is_best && view->is_revealed && lab_results_are_whole(view->results))
        page_printf(page, STYLE_GOOD, " %s", _("best"));
}

static void add_label(const struct lab_view *view, size_t point, const struct layout *layout, struct page *page)
{
    bool is_chosen = view->lab->kind == STEP_PLOT && (int)point == view->point;
    enum style style = is_chosen ? STYLE_STRONG : STYLE_NORMAL;
    const char *label = view->results->points[point].label, *name = view->lab->range.name;
    if (layout->label_columns) {
        lab_page_column(page, style, label, layout->label_columns, false);
        return;
    }
    page_printf(page, style, "%s%s%s", name ? name : "", name ? " " : "", label);
    page_end(page);
}

static void add_row(const struct lab_view *view, size_t point, const struct layout *layout, struct page *page)
{
    const struct lab_point *row = &view->results->points[point];
    bool is_missing = row->is_mine && !row->is_known;
    add_label(view, point, layout, page);
    for (size_t i = 0; i < layout->count; i++)
        lab_page_column(page, is_missing ? STYLE_DIM : STYLE_NORMAL,
                        lab_page_value(view, point, layout->names[i], page), layout->columns, true);
    if (is_missing && page->columns - used_columns(layout) >= ASIDE_COLUMNS)
        page_printf(page, STYLE_DIM, "  %s", row->note ? row->note : _("not run yet"));
}

static void add_rows(const struct lab_view *view, bool measured, const struct layout *layout, struct page *page)
{
    double best, longest = longest_time(view, &best);
    bool has_bars = has_time(view->lab) && page->columns - used_columns(layout) >= ASIDE_COLUMNS;
    for (size_t i = 0; i < view->results->point_count; i++) {
        if (view->results->points[i].is_measured != measured)
            continue;
        add_row(view, i, layout, page);
        if (has_bars)
            add_bar(view, i, longest, best, page);
        page_end_unwrapped(page);
    }
}

void lab_page_table(const struct lab_view *view, struct page *page)
{
    struct layout layout = layout_of(view, page->columns, page->arena);
    bool has_measured = false;
    for (size_t i = 0; i < view->results->point_count; i++)
        has_measured = has_measured || view->results->points[i].is_measured;
    add_headings(view, &layout, page);
    add_rows(view, false, &layout, page);
    if (has_measured) {
        page_text(page, STYLE_DIM, _("measured on an H100"));
        page_end(page);
        add_rows(view, true, &layout, page);
    }
    page_blank(page);
}
