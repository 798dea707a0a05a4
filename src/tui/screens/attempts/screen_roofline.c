/*
 * The roofline: the limits of the GPU's memory and arithmetic at each intensity, and the attempts
 * below it. An exercise without floating-point operations has the memory alone for a roof, and bars
 * instead of a plot.
 */
#include <math.h>
#include <stdio.h>

#include "app/standings.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/plot.h"
#include "tui/screens/page/reader.h"

enum { AXIS_COLUMNS = 9, PLOT_ROWS_LEAST = 5, PLOT_COLUMNS_LEAST = 24, LEGEND_ROWS_MAX = 8 };

/* Beside a wide plot, the words have a column of their own. */
enum { WORDS_BESIDE_FROM = 160, WORDS_COLUMNS = 80, BAR_COLUMNS_LEAST = 20, BAR_COLUMNS_MAX = 110, RATE_COLUMNS = 60 };

enum { NAME_COLUMNS = 15, TIME_COLUMNS = 9, TEXT_COLUMNS = 100 };

struct roofline_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    struct arena *arena;
    struct standings standings;
    const struct standing *newest; /* with a time; NULL: none */
    struct roof roof;
};

static void load(struct shell *shell, struct roofline_screen *screen)
{
    struct error error = {0};
    arena_free(screen->arena);
    screen->arena = arena_new();
    screen->newest = NULL;
    screen->standings.count = 0;
    if (!standings_read(shell->app, screen->reader.where.exercise, screen->arena, &screen->standings, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    for (size_t i = 0; i < screen->standings.count && !screen->newest; i++)
        if (screen->standings.items[i].is_timed)
            screen->newest = &screen->standings.items[i];
    if (screen->newest && !standings_roof(shell->app, screen->reader.where.exercise, screen->newest, &screen->roof))
        screen->newest = NULL;
}

static bool open_roofline(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct roofline_screen *screen = state;
    (void)error;
    screen->reader.where = *place;
    load(shell, screen);
    return true;
}

static void close_roofline(void *state)
{
    struct roofline_screen *screen = state;
    arena_free(screen->arena);
    reader_close(&screen->reader);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    if (change == SCREEN_OVERVIEW)
        load(shell, state);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct roofline_screen *screen = state;
    const char *id = screen->reader.where.exercise->id;
    int x = line.x + canvas_cut(shell->canvas, line.x, line.y, line.width, STYLE_BAR, id) + 2;
    const char *text = screen->newest ? screen->roof.product : _("roofline");
    canvas_cut(shell->canvas, x, line.y, line.x + line.width - x, STYLE_DIM, text);
}

/* --- points ----------------------------------------------------------------------------------- */

/* The limit of memory and arithmetic at an intensity. */
static double allowed(const struct roof *roof, double intensity)
{
    double by_memory = intensity * roof->bytes_per_second;
    return by_memory < roof->flops ? by_memory : roof->flops;
}

static bool has_points(const struct roofline_screen *screen)
{
    return screen->newest && screen->newest->flops_per_second > 0;
}

static bool is_comparable(const struct roofline_screen *screen, const struct standing *standing)
{
    return standing_shares_gpu(standing, screen->newest);
}

static struct plot make_plot(struct shell *shell, const struct roofline_screen *screen, int columns, int rows)
{
    const struct roof *roof = &screen->roof;
    struct plot_axis x = {0}, y = {0};
    double ridge = roof->flops / roof->bytes_per_second;
    plot_axis_hold(&x, ridge * 8);
    plot_axis_hold(&x, ridge / 64);
    for (size_t i = 0; i < screen->standings.count; i++) {
        const struct standing *standing = &screen->standings.items[i];
        if (!is_comparable(screen, standing))
            continue;
        plot_axis_hold(&x, standing->intensity * 2);
        plot_axis_hold(&x, standing->intensity / 2);
        plot_axis_hold(&y, standing->flops_per_second / 2);
        plot_axis_hold(&y, standing->flops_per_second * 2);
    }
    plot_axis_hold(&y, roof->flops * 2);
    plot_axis_hold(&y, allowed(roof, x.low) / 2);
    struct plot plot = plot_new(shell->frame, columns, rows, x, y);
    plot_line(&plot, x.low, allowed(roof, x.low), ridge, roof->flops);
    plot_line(&plot, ridge, roof->flops, x.high, roof->flops);
    return plot;
}

/* The powers of ten on an axis, with their rows. Neighbours need a row between them. */
static void draw_flops(struct shell *shell, const struct plot *plot, struct rect area)
{
    int last = plot->rows + 1;
    for (double value = pow(10, ceil(log10(plot->y.low))); value <= plot->y.high; value *= 10) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        int row, column;
        plot_cell(plot, plot->x.low, value, &column, &row);
        if (last - row < 2)
            continue;
        text_append_si(&text, value, "");
        canvas_cut(shell->canvas, area.x, area.y + row, AXIS_COLUMNS - 1, STYLE_DIM, buffer_text(&text));
        last = row;
    }
}

static void draw_axes(struct shell *shell, const struct plot *plot, const struct roof *roof, struct rect area)
{
    struct canvas *canvas = shell->canvas;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    int row, column;
    for (int y = 0; y < plot->rows; y++)
        canvas_mark(canvas, area.x + AXIS_COLUMNS - 1, area.y + y, STYLE_DIM, MARK_WALL);
    canvas_repeat(canvas, area.x + AXIS_COLUMNS, area.y + plot->rows, plot->columns, STYLE_DIM, MARK_RULE);
    draw_flops(shell, plot, area);
    plot_cell(plot, plot->x.high, roof->flops, &column, &row);
    text_append_si(&text, roof->flops, "flop/s");
    int x = area.x + AXIS_COLUMNS + plot->columns - text_width(buffer_text(&text)) - 1;
    if (row > 0)
        canvas_text(canvas, x, area.y + row - 1, STYLE_ACCENT, buffer_text(&text));
}

/* The ridge, where memory and arithmetic have the same limit, and powers of ten beside it. */
static void draw_intensities(struct shell *shell, const struct plot *plot, const struct roof *roof, struct rect area)
{
    struct canvas *canvas = shell->canvas;
    int y = area.y + plot->rows + 1, left = area.x + AXIS_COLUMNS, ridge, column, row;
    double at_ridge = roof->flops / roof->bytes_per_second;
    char text[48];
    const char *unit = _("flop/byte");
    int end = left + plot->columns - text_width(unit) - 1;
    canvas_text(canvas, area.x, y, STYLE_DIM, _("flop/s"));
    canvas_text(canvas, end + 1, y, STYLE_DIM, unit);
    text_format_factor(at_ridge, text);
    plot_cell(plot, at_ridge, roof->flops, &ridge, &row);
    int ridge_end = left + ridge + text_width(text);
    bool has_ridge = ridge_end < end;
    if (has_ridge)
        canvas_text(canvas, left + ridge, y, STYLE_ACCENT, text);
    int free_from = left;
    for (double value = pow(10, ceil(log10(plot->x.low))); value <= plot->x.high; value *= 10) {
        text_format_factor(value, text);
        plot_cell(plot, value, plot->y.low, &column, &row);
        int x = left + column, stop = x + text_width(text);
        bool meets_ridge = has_ridge && x <= ridge_end && stop >= left + ridge;
        if (x < free_from || stop >= end || meets_ridge)
            continue;
        canvas_text(canvas, x, y, STYLE_DIM, text);
        free_from = stop + 1;
    }
}

static void draw_point(struct shell *shell, const struct plot *plot, struct rect area, double x, double y,
                       enum style style, const char *letter)
{
    int column, row;
    if (!(x > 0) || !(y > 0))
        return;
    plot_cell(plot, x, y, &column, &row);
    canvas_text(shell->canvas, area.x + AXIS_COLUMNS + column, area.y + row, style, letter);
}

/* Draws a letter beside the newest attempt if both have one cell. */
static void draw_rival(struct shell *shell, const struct plot *plot, const struct standing *newest, struct rect area,
                       double x, double ratio, enum style style, const char *letter)
{
    int column, row, other_column, other_row;
    if (!(x > 0) || !(ratio > 0))
        return;
    plot_cell(plot, x, newest->flops_per_second / ratio, &column, &row);
    plot_cell(plot, newest->intensity, newest->flops_per_second, &other_column, &other_row);
    if (column == other_column && row == other_row)
        column += column + 1 < plot->columns ? 1 : -1;
    canvas_text(shell->canvas, area.x + AXIS_COLUMNS + column, area.y + row, style, letter);
}

static enum style style_of(const struct standing *standing)
{
    return standing->medal == MEDAL_NONE ? STYLE_NORMAL : theme_medal(verdict_medal_name(standing->medal));
}

static void draw_points(struct shell *shell, const struct roofline_screen *screen, const struct plot *plot,
                        struct rect area)
{
    bool ascii = canvas_is_ascii(shell->canvas);
    const struct standing *newest = screen->newest;
    for (size_t i = screen->standings.count; i-- > 0;) {
        const struct standing *standing = &screen->standings.items[i];
        if (standing != newest && is_comparable(screen, standing))
            draw_point(shell, plot, area, standing->intensity, standing->flops_per_second, style_of(standing),
                       mark_text(MARK_OPEN, ascii));
    }
    double ideal = newest->least_intensity > 0 ? newest->least_intensity : newest->intensity;
    draw_rival(shell, plot, newest, area, ideal, newest->ratio_to_reference, STYLE_WARNING, "R");
    draw_rival(shell, plot, newest, area, ideal, newest->ratio_to_solution, STYLE_GOOD, "S");
    draw_point(shell, plot, area, newest->intensity, newest->flops_per_second, STYLE_TITLE,
               mark_text(MARK_CHOSEN, ascii));
}

/* --- in words --------------------------------------------------------------------------------- */

/* The words of the line take RATE_COLUMNS, the bar takes the rest. */
static int bar_columns(const struct page *page)
{
    int room = page->columns - RATE_COLUMNS;
    return room > BAR_COLUMNS_MAX ? BAR_COLUMNS_MAX : room < BAR_COLUMNS_LEAST ? BAR_COLUMNS_LEAST : room;
}

static void add_bar(double share, struct page *page)
{
    int columns = bar_columns(page), full = share > 1 ? columns : share > 0 ? (int)(share * columns + 0.5) : 0;
    for (int i = 0; i < columns; i++)
        page_mark(page, i < full ? STYLE_ACCENT : STYLE_DIM, i < full ? MARK_BAR_FULL : MARK_BAR_EMPTY);
    page_text(page, STYLE_NORMAL, "  ");
}

/* `share` is that of the verdict, which counts the bytes that the exercise declares. */
static void add_rate(double share, double flops, double bytes, double intensity, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer percent = BUFFER_INIT;
    char amount[TEXT_FACTOR_BYTES];
    if (!(flops > 0) && page->columns >= BAR_COLUMNS_LEAST + 40)
        add_bar(share, page);
    if (flops > 0) {
        text_append_si(&text, flops, "flop/s");
        buffer_printf(&text, _(" at %s flop/byte"), text_format_factor(intensity, amount));
    } else {
        text_append_si(&text, bytes, "B/s");
    }
    text_append_percent(&percent, share);
    page_text(page, STYLE_NORMAL, buffer_text(&text));
    page_printf(page, STYLE_NORMAL, _(", %s of the roof"), buffer_text(&percent));
    page_end(page);
}

/* Name and time, below each other where the page has room. */
static void add_name(const char *name, enum style style, double microseconds, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    bool has_columns = page->columns >= 2 * (NAME_COLUMNS + TIME_COLUMNS);
    text_append_duration(&text, microseconds * 1e-6);
    page_text(page, STYLE_NORMAL, " ");
    if (!has_columns) {
        page_printf(page, style, "%s  ", name);
        page_printf(page, STYLE_NORMAL, "%s  ", buffer_text(&text));
        return;
    }
    page_cell(page, style, name, NAME_COLUMNS);
    page_cell(page, STYLE_NORMAL, buffer_text(&text), TIME_COLUMNS);
}

static void add_standing(const struct roofline_screen *screen, const struct standing *standing, struct page *page)
{
    char name[48];
    bool is_newest = standing == screen->newest;
    snprintf(name, sizeof name, _("attempt %d"), standing->number);
    page_indent(page, "", "  ");
    page_mark(page, is_newest ? STYLE_TITLE : style_of(standing), is_newest ? MARK_CHOSEN : MARK_OPEN);
    add_name(name, is_newest ? STYLE_STRONG : STYLE_NORMAL, standing->microseconds, page);
    add_rate(standing->roofline_percent / 100, standing->flops_per_second, standing->bytes_per_second,
             standing->intensity, page);
    page_indent(page, "", "");
}

/* `ratio`: its time / the newest attempt's. */
static void add_rival(const struct roofline_screen *screen, const char *letter, const char *name, double ratio,
                      struct page *page)
{
    const struct standing *newest = screen->newest;
    if (!(ratio > 0))
        return;
    double ideal = newest->least_intensity > 0 ? newest->least_intensity : newest->intensity;
    page_indent(page, "", "  ");
    page_text(page, STYLE_GOOD, letter);
    add_name(name, STYLE_NORMAL, newest->microseconds * ratio, page);
    add_rate(newest->roofline_percent / 100 / ratio, newest->flops_per_second / ratio, newest->bytes_per_second / ratio,
             ideal, page);
    page_indent(page, "", "");
}

static void add_origin(const struct roofline_screen *screen, struct page *page)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const struct roof *roof = &screen->roof;
    text_append_si(&text, roof->bytes_per_second, "B/s");
    buffer_append_text(&text, ", ");
    text_append_si(&text, roof->flops, "flop/s");
    page->columns = page->columns < TEXT_COLUMNS ? page->columns : TEXT_COLUMNS;
    page_blank(page);
    page_printf(page, STYLE_DIM,
                roof->is_measured ? _("The roof is what %s was measured to reach here: %s in f32.")
                                  : _("The roof is the datasheet of %s: %s in f32."),
                roof->product, buffer_text(&text));
    page_text(page, STYLE_DIM, screen->newest->is_modelled ? _(" Times are modelled.") : _(" Times are measured."));
    if (has_points(screen))
        page_text(page, STYLE_DIM,
                  screen->newest->is_counted ? _(" Intensity: operations and DRAM bytes that the gate case counted.")
                                             : _(" Intensity: operations and bytes that the exercise declares."));
    page_sentence(page, _("N shows the exact names of counters."));
    page_end(page);
}

static void add_words(struct roofline_screen *screen, struct page *page)
{
    if (!screen->newest) {
        page_text(
            page, STYLE_DIM,
            screen->reader.where.exercise->bench
                ? _("No attempt has a time yet. A kernel that passes gets one. It appears here, below the limits of "
                    "the GPU's memory and arithmetic.")
                : _("This exercise is not timed. Where a kernel has a time, it appears here, below the limits "
                    "of the GPU's memory and arithmetic."));
        page_end(page);
        return;
    }
    if (!has_points(screen)) {
        page_text(page, STYLE_DIM, _("This exercise counts no floating-point operations: its roof is the memory."));
        page_end(page);
        page_blank(page);
    }
    add_standing(screen, screen->newest, page);
    add_rival(screen, "S", _("the solution"), screen->newest->ratio_to_solution, page);
    add_rival(screen, "R", _("the reference"), screen->newest->ratio_to_reference, page);
    for (size_t i = 0; i < screen->standings.count; i++)
        if (&screen->standings.items[i] != screen->newest && is_comparable(screen, &screen->standings.items[i]))
            add_standing(screen, &screen->standings.items[i], page);
    add_origin(screen, page);
}

/* --- the screen ------------------------------------------------------------------------------- */

static void draw_plot(struct shell *shell, const struct roofline_screen *screen, struct rect shown)
{
    struct plot plot = make_plot(shell, screen, shown.width - AXIS_COLUMNS, shown.height);
    draw_axes(shell, &plot, &screen->roof, shown);
    draw_intensities(shell, &plot, &screen->roof, shown);
    plot_draw(&plot, shell->canvas, shown.x + AXIS_COLUMNS, shown.y);
    draw_points(shell, screen, &plot, shown);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct roofline_screen *screen = state;
    CLEANUP(page_done) struct page page = {0};
    bool is_wide = has_points(screen) && area.width >= WORDS_BESIDE_FROM;
    int legend = area.height / 3 < LEGEND_ROWS_MAX ? area.height / 3 : LEGEND_ROWS_MAX;
    int rows = area.height - (is_wide ? 0 : legend) - (is_wide ? 2 : 3);
    int words = is_wide ? WORDS_COLUMNS : 0;
    page_init(&page, shell->frame, is_wide ? words - 2 : area.width - 3, canvas_is_ascii(shell->canvas));
    add_words(screen, &page);
    if (has_points(screen) && rows >= PLOT_ROWS_LEAST && area.width >= AXIS_COLUMNS + PLOT_COLUMNS_LEAST) {
        struct rect shown = {area.x + 1, area.y, area.width - 2 - words, rows};
        draw_plot(shell, screen, shown);
        if (is_wide) {
            area.x += area.width - words;
            area.width = words;
        } else {
            area.y += rows + 3;
            area.height -= rows + 3;
        }
    }
    reader_end(shell, &screen->reader, area, &page);
}

const struct screen_class screen_roofline = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct roofline_screen),
    .open = open_roofline,
    .close = close_roofline,
    .status = status,
    .draw = draw,
    .changed = changed,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
