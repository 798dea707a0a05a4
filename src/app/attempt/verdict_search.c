/* Draws the search of a plan with `tune`: a table of configurations, and a plot of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/text.h"

enum { FIGURE_COLUMNS = 13, NAME_COLUMNS_MAX = 36, PLOT_ROWS = 8, PLOT_COLUMNS_LEAST = 20, PLOT_COLUMNS = 44 };
enum { CELL_INSTRUCTIONS, CELL_L2, CELL_DRAM, CELL_TIME, CELL_COUNT };

struct drawing {
    const struct verdict_search *search;
    struct arena *arena;
    struct buffer *out;
    int columns, name_columns;
    bool has_cell[CELL_COUNT];
};

bool verdict_text_has_search(const struct verdict *verdict)
{
    return verdict && verdict->search;
}

/* '*' the fastest, '+' on the frontier, 'o' another one. */
static char mark_of(const struct verdict_search *search, size_t index)
{
    if (search->rows[index].microseconds <= 0)
        return ' ';
    if (index == search->chosen)
        return '*';
    return search->rows[index].is_frontier ? '+' : 'o';
}

/* --- the table -------------------------------------------------------------------------------- */

/* Narrow enough for the times of four long parameters on 80 columns. */
static const int widths[] = {[CELL_INSTRUCTIONS] = 13, [CELL_L2] = 12, [CELL_DRAM] = 11, [CELL_TIME] = 10};

/* A narrow table keeps the time, then what the plot shows. */
static void choose_cells(struct drawing *drawing)
{
    static const int order[] = {CELL_TIME, CELL_L2, CELL_DRAM, CELL_INSTRUCTIONS};
    int left = drawing->columns - drawing->name_columns - 2;
    for (size_t i = 0; i < CELL_COUNT && (i == 0 || widths[order[i]] <= left); i++) {
        drawing->has_cell[order[i]] = true;
        left -= widths[order[i]];
    }
}

static void add_cells(struct drawing *drawing, const char *const *cells)
{
    for (size_t i = 0; i < CELL_COUNT; i++)
        if (drawing->has_cell[i])
            text_append_padded(drawing->out, cells[i], widths[i], TEXT_RIGHT);
    buffer_append_char(drawing->out, '\n');
}

static void add_head(struct drawing *drawing)
{
    const char *const names[] = {_("instructions"), _("through L2"), "DRAM", _("time")};
    text_append_padded(drawing->out, "", drawing->name_columns + 2, TEXT_LEFT);
    add_cells(drawing, names);
}

static void add_row(struct drawing *drawing, size_t index)
{
    const struct search_row *row = &drawing->search->rows[index];
    CLEANUP(buffer_done) struct buffer issued = BUFFER_INIT, l2 = BUFFER_INIT, dram = BUFFER_INIT, time = BUFFER_INIT;
    buffer_printf(drawing->out, "%c ", mark_of(drawing->search, index));
    text_append_padded(drawing->out, row->configuration, drawing->name_columns, TEXT_LEFT);
    if (row->microseconds <= 0) {
        buffer_printf(drawing->out, "  %s\n", _("does not run"));
        return;
    }
    text_append_count(&issued, (int64_t)row->instructions);
    text_append_bytes(&l2, (uint64_t)row->l2_bytes);
    text_append_bytes(&dram, (uint64_t)row->dram_bytes);
    text_append_duration(&time, row->microseconds * 1e-6);
    add_cells(drawing,
              (const char *const[]){buffer_text(&issued), buffer_text(&l2), buffer_text(&dram), buffer_text(&time)});
}

/* --- the plot --------------------------------------------------------------------------------- */

struct range {
    double least, most;
};

static struct range range_of(const struct verdict_search *search, bool is_time)
{
    struct range range = {HUGE_VAL, 0};
    for (size_t i = 0; i < search->row_count; i++) {
        const struct search_row *row = &search->rows[i];
        double value = is_time ? row->microseconds : row->l2_bytes;
        if (row->microseconds <= 0)
            continue;
        range.least = fmin(range.least, value);
        range.most = fmax(range.most, value);
    }
    return range;
}

static int place(const struct range *range, double value, int cells)
{
    return range->most > range->least ? (int)((value - range->least) / (range->most - range->least) * (cells - 1) + 0.5)
                                      : 0;
}

/* Bytes to the right, time upwards. The fastest and the frontier are drawn over the others. */
static void fill_plot(const struct verdict_search *search, const struct range *bytes, const struct range *time,
                      int columns, char cells[PLOT_ROWS][PLOT_COLUMNS + 1])
{
    static const char order[] = "o+*";
    for (int y = 0; y < PLOT_ROWS; y++)
        snprintf(cells[y], PLOT_COLUMNS + 1, "%*s", columns, "");
    for (const char *mark = order; *mark; mark++)
        for (size_t i = 0; i < search->row_count; i++)
            if (mark_of(search, i) == *mark)
                cells[place(time, search->rows[i].microseconds, PLOT_ROWS)]
                     [place(bytes, search->rows[i].l2_bytes, columns)] = *mark;
}

static void add_plot_row(struct drawing *drawing, const char *label, const char *cells)
{
    size_t length = strlen(cells);
    while (length && cells[length - 1] == ' ')
        length--;
    text_append_padded(drawing->out, label, FIGURE_COLUMNS, TEXT_RIGHT);
    buffer_printf(drawing->out, " |%.*s\n", (int)length, cells);
}

/* The room between the figures of the time and the name of the other axis. */
static int plot_columns(const struct drawing *drawing)
{
    int room = drawing->columns - FIGURE_COLUMNS - 2 - 2 - text_width(_("through L2"));
    return room < PLOT_COLUMNS_LEAST ? PLOT_COLUMNS_LEAST : room < PLOT_COLUMNS ? room : PLOT_COLUMNS;
}

static void add_plot(struct drawing *drawing)
{
    int columns = plot_columns(drawing);
    char cells[PLOT_ROWS][PLOT_COLUMNS + 1];
    CLEANUP(buffer_done) struct buffer slow = BUFFER_INIT, fast = BUFFER_INIT, few = BUFFER_INIT, many = BUFFER_INIT;
    struct range bytes = range_of(drawing->search, false), time = range_of(drawing->search, true);
    if (!(time.most > time.least))
        return;
    fill_plot(drawing->search, &bytes, &time, columns, cells);
    text_append_duration(&slow, time.most * 1e-6);
    text_append_duration(&fast, time.least * 1e-6);
    text_append_bytes(&few, (uint64_t)bytes.least);
    text_append_bytes(&many, (uint64_t)bytes.most);
    buffer_append_char(drawing->out, '\n');
    for (int y = PLOT_ROWS; y-- > 0;)
        add_plot_row(drawing, y == PLOT_ROWS - 1 ? buffer_text(&slow) : y ? "" : buffer_text(&fast), cells[y]);
    text_append_padded(drawing->out, "", FIGURE_COLUMNS + 2, TEXT_LEFT);
    text_append_padded(drawing->out, buffer_text(&few), columns / 2, TEXT_LEFT);
    text_append_padded(drawing->out, buffer_text(&many), columns - columns / 2, TEXT_RIGHT);
    buffer_printf(drawing->out, "  %s\n\n", _("through L2"));
}

/* --- both ------------------------------------------------------------------------------------- */

static void add_heading(struct drawing *drawing, const struct verdict *verdict)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const struct verdict_search *search = drawing->search;
    buffer_printf(&text,
                  ngettext("Search at %s: %zu configuration is kept, %zu were tried (%s).",
                           "Search at %s: %zu configurations are kept, %zu were tried (%s).", search->kept),
                  search->case_name, search->kept, search->row_count, verdict_text_origin(verdict, drawing->arena));
    text_append_wrapped(drawing->out, buffer_text(&text), drawing->columns);
}

void verdict_text_search(const struct verdict *verdict, int columns, struct arena *arena, struct buffer *out)
{
    struct drawing drawing = {.search = verdict->search, .arena = arena, .out = out, .columns = columns};
    const struct verdict_search *search = verdict->search;
    add_heading(&drawing, verdict);
    if (!search->row_count) {
        text_append_wrapped(drawing.out,
                            _("These are too many. Write `keep` rules that leave out what cannot be fast."),
                            drawing.columns);
        return;
    }
    for (size_t i = 0; i < search->row_count; i++) {
        int width = text_width(search->rows[i].configuration);
        drawing.name_columns = width > drawing.name_columns ? width : drawing.name_columns;
    }
    drawing.name_columns = drawing.name_columns < NAME_COLUMNS_MAX ? drawing.name_columns : NAME_COLUMNS_MAX;
    choose_cells(&drawing);
    buffer_append_char(out, '\n');
    add_head(&drawing);
    for (size_t i = 0; i < search->row_count; i++)
        add_row(&drawing, i);
    add_plot(&drawing);
    text_append_wrapped(drawing.out, verdict_text_search_marks(), drawing.columns);
}

const char *verdict_text_search_marks(void)
{
    return _("*  fastest    +  frontier: no other is faster with fewer bytes    o  others");
}
