/* The plot of a quantity over the values of a range: bars, or two curves of points. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/lab/lab_view.h"

enum {
    PLOT_COLUMNS = 60,
    PLOT_ROWS = 10,
    BAR_COLUMNS = 36,
    NARROW_COLUMNS = 50,
    AXIS_COLUMNS = 9,
    LABEL_COLUMNS = 16,
    BAR_WORDS_COLUMNS = 24
};

static double largest(const struct lab_view *view, const char *quantity)
{
    double most = 0, value;
    for (size_t i = 0; i < view->results->point_count; i++)
        if (lab_value(view->results, i, quantity, &value) && value > most)
            most = value;
    return most;
}

/* --- bars ------------------------------------------------------------------------------------- */

/* 0: the plot has no label. */
static int label_columns(const struct lab *lab, struct arena *arena)
{
    int heading = lab->label ? text_width(lab_heading(lab->label, arena)) + 1 : 0;
    return !lab->label ? 0 : heading > LABEL_COLUMNS ? heading : LABEL_COLUMNS;
}

static void add_bar_heading(const struct lab_view *view, int columns, struct page *page)
{
    const struct lab *lab = view->lab;
    page_printf(page, STYLE_DIM, "  %8s", lab->range.name);
    if (lab->label)
        lab_page_column(page, STYLE_DIM, lab_heading(lab->label, page->arena), columns, true);
    page_printf(page, STYLE_DIM, "  %s", lab_heading(lab->columns.items[0], page->arena));
    page_end_unwrapped(page);
}

static void add_bars(const struct lab_view *view, struct page *page)
{
    const struct lab *lab = view->lab;
    const char *quantity = lab->columns.items[0];
    double most = largest(view, quantity), value;
    int labels = label_columns(lab, page->arena), room = page->columns - labels - BAR_WORDS_COLUMNS;
    int widest = room < BAR_COLUMNS ? room : BAR_COLUMNS;
    add_bar_heading(view, labels, page);
    for (size_t i = 0; i < view->results->point_count; i++) {
        const struct lab_point *point = &view->results->points[i];
        if (point->is_mine && !point->is_known)
            continue;
        bool is_known = lab_value(view->results, i, quantity, &value);
        page_printf(page, (int)i == view->point ? STYLE_STRONG : STYLE_NORMAL, "%s %8s",
                    (int)i == view->point ? ">" : " ", point->label);
        if (lab->label)
            lab_page_column(page, STYLE_NORMAL, lab_page_value(view, i, lab->label, page), labels, true);
        page_text(page, STYLE_NORMAL, "  ");
        if (is_known && widest > 0)
            lab_page_bar(page, (int)(value / most * widest + 0.5));
        page_printf(page, STYLE_NORMAL, " %s", lab_page_value(view, i, quantity, page));
        page_end_unwrapped(page);
    }
    page_blank(page);
}

/* --- curves ----------------------------------------------------------------------------------- */

struct grid {
    char cells[PLOT_ROWS][PLOT_COLUMNS]; /* ' ', 'y' the quantity, 'l' the label, 'b' both */
    int columns;
};

static int column_of(const struct lab_view *view, size_t point, int columns)
{
    const struct lab_range *range = &view->lab->range;
    double low = range->values[0].real, high = range->values[range->count - 1].real, x = range->values[point].real;
    if (view->lab->scale.x_is_log2 && low > 0)
        low = log2(low), high = log2(high), x = log2(x);
    return high > low ? (int)((x - low) / (high - low) * (columns - 1) + 0.5) : 0;
}

static void put_points(const struct lab_view *view, const char *quantity, char mark, struct grid *grid)
{
    double most = quantity ? largest(view, quantity) : 0, value;
    for (size_t i = 0; most > 0 && i < view->lab->range.count; i++) {
        if (!lab_value(view->results, i, quantity, &value))
            continue;
        int row = PLOT_ROWS - 1 - (int)(value / most * (PLOT_ROWS - 1) + 0.5);
        char *cell = &grid->cells[row][column_of(view, i, grid->columns)];
        *cell = *cell == ' ' || *cell == mark ? mark : 'b';
    }
}

static void add_cell(char cell, bool is_chosen, struct page *page)
{
    enum style style = is_chosen ? STYLE_STRONG : STYLE_ACCENT;
    if (cell == 'y')
        page_mark(page, style, MARK_PASSED);
    else if (cell == 'l')
        page_mark(page, is_chosen ? STYLE_STRONG : STYLE_GOOD, MARK_OPEN);
    else if (cell == 'b')
        page_mark(page, style, MARK_CHOSEN);
    else
        page_text(page, STYLE_DIM, is_chosen ? page->ascii ? ":" : "┊" : " ");
}

static void add_grid_row(const struct lab_view *view, const struct grid *grid, int row, struct page *page)
{
    const struct lab *lab = view->lab;
    const char *quantity = lab->columns.items[0];
    const char *above = lab_format(quantity, largest(view, quantity), page->arena);
    lab_page_column(page, STYLE_DIM, row == 0 ? above : row == PLOT_ROWS - 1 ? "0" : "", AXIS_COLUMNS, true);
    page_text(page, STYLE_DIM, " ");
    page_mark(page, STYLE_DIM, MARK_WALL);
    int chosen = column_of(view, (size_t)view->point < lab->range.count ? (size_t)view->point : 0, grid->columns);
    for (int column = 0; column < grid->columns; column++)
        add_cell(grid->cells[row][column], column == chosen, page);
    if (lab->label && row == 0)
        page_printf(page, STYLE_DIM, " %s", lab_format(lab->label, largest(view, lab->label), page->arena));
    page_end_unwrapped(page);
}

/* The values under the axis, as far as they do not touch. */
static void add_ticks(const struct lab_view *view, const struct grid *grid, struct page *page)
{
    char line[PLOT_COLUMNS + 32];
    int end = -1;
    memset(line, ' ', sizeof line);
    for (size_t i = 0; i < view->lab->range.count; i++) {
        const char *label = view->results->points[i].label;
        int at = column_of(view, i, grid->columns), length = (int)strlen(label);
        if (at <= end || at + length > (int)sizeof line - 1)
            continue;
        memcpy(line + at, label, (size_t)length);
        end = at + length;
    }
    line[end > 0 ? end : 0] = '\0';
    page_printf(page, STYLE_DIM, "%*s%s", AXIS_COLUMNS + 2, "", line);
    page_printf(page, STYLE_DIM, "  %s", view->lab->range.name);
    page_end_unwrapped(page);
}

static void add_legend(const struct lab_view *view, struct page *page)
{
    const struct lab *lab = view->lab;
    page_printf(page, STYLE_NORMAL, "%*s", AXIS_COLUMNS + 2, "");
    page_mark(page, STYLE_ACCENT, MARK_PASSED);
    page_printf(page, STYLE_NORMAL, " %s", lab_heading(lab->columns.items[0], page->arena));
    if (lab->label) {
        page_text(page, STYLE_NORMAL, "   ");
        page_mark(page, STYLE_GOOD, MARK_OPEN);
        page_text(page, STYLE_NORMAL, " ");
        page_printf(page, STYLE_NORMAL, _("%s (right)"), lab_heading(lab->label, page->arena));
    }
    page_end_unwrapped(page);
}

static void add_chosen(const struct lab_view *view, struct page *page)
{
    const struct lab *lab = view->lab;
    size_t point = (size_t)view->point;
    page_printf(page, STYLE_STRONG, "%*s%s %s: ", AXIS_COLUMNS + 2, "", lab->range.name,
                view->results->points[point].label);
    page_text(page, STYLE_NORMAL, lab_page_value(view, point, lab->columns.items[0], page));
    if (lab->label)
        page_printf(page, STYLE_NORMAL, ", %s %s", lab_heading(lab->label, page->arena),
                    lab_page_value(view, point, lab->label, page));
    page_end_unwrapped(page);
}

void lab_page_plot(const struct lab_view *view, struct page *page)
{
    struct grid grid;
    if (view->lab->bars) {
        add_bars(view, page);
        return;
    }
    if (page->columns < NARROW_COLUMNS) {
        lab_page_table(view, page);
        return;
    }
    memset(grid.cells, ' ', sizeof grid.cells);
    int room = page->columns - AXIS_COLUMNS - 4 - (int)strlen(view->lab->range.name) - 2;
    room -= view->lab->label ? 4 : 0;
    grid.columns = room < PLOT_COLUMNS ? room : PLOT_COLUMNS;
    put_points(view, view->lab->label, 'l', &grid);
    put_points(view, view->lab->columns.items[0], 'y', &grid);
    for (int row = 0; row < PLOT_ROWS; row++)
        add_grid_row(view, &grid, row, page);
    add_ticks(view, &grid, page);
    add_legend(view, page);
    add_chosen(view, page);
    page_blank(page);
}
