/* Plots the times of attempts. */
#include "tui/screens/attempts/history_plot.h"

#include <stdio.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/plot.h"

enum { AXIS_COLUMNS = 10, HEAD_ROWS = 1, FOOT_ROWS = 2 };

/* Only times of the newest one's GPU are drawn. */
static const struct standing *newest_of(const struct standings *standings)
{
    for (size_t i = 0; i < standings->count; i++)
        if (standings->items[i].is_timed)
            return &standings->items[i];
    return NULL;
}

bool history_plot_is_useful(const struct standings *standings)
{
    const struct standing *newest = newest_of(standings);
    size_t count = 0;
    for (size_t i = 0; newest && i < standings->count; i++)
        count += standing_shares_gpu(&standings->items[i], newest);
    return count >= 2;
}

static double solution_of(const struct standing *newest)
{
    return newest->ratio_to_solution > 0 ? newest->microseconds * newest->ratio_to_solution : 0;
}

static struct plot make_plot(struct shell *shell, const struct standings *standings, const struct standing *newest,
                             struct rect area)
{
    struct plot_axis x = {.is_linear = true}, y = {0};
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *one = &standings->items[i];
        if (!standing_shares_gpu(one, newest))
            continue;
        plot_axis_hold(&x, one->number);
        plot_axis_hold(&y, one->microseconds * 1.2);
        plot_axis_hold(&y, one->microseconds / 1.2);
    }
    plot_axis_hold(&y, solution_of(newest) / 1.2);
    struct plot plot = plot_new(shell->frame, area.width - AXIS_COLUMNS, area.height - HEAD_ROWS - FOOT_ROWS, x, y);
    const struct standing *later = NULL;
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *one = &standings->items[i];
        if (!standing_shares_gpu(one, newest))
            continue;
        if (later)
            plot_line(&plot, one->number, one->microseconds, later->number, later->microseconds);
        later = one;
    }
    return plot;
}

static void draw_label(struct shell *shell, double microseconds, enum style style, struct rect area, int row)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    text_append_duration(&text, microseconds * 1e-6);
    canvas_cut(shell->canvas, area.x, area.y + HEAD_ROWS + row, AXIS_COLUMNS - 1, style, buffer_text(&text));
}

/* The labels are those of the slowest attempt and of the fastest pass. */
static void draw_points(struct shell *shell, const struct plot *plot, const struct standings *standings,
                        const struct standing *newest, struct rect area)
{
    int column, row, slowest_row;
    size_t fastest = standings_fastest(standings);
    const struct standing *slowest = newest;
    for (size_t i = standings->count; i-- > 0;) {
        const struct standing *one = &standings->items[i];
        if (!standing_shares_gpu(one, newest))
            continue;
        plot_cell(plot, one->number, one->microseconds, &column, &row);
        enum style style = one->medal ? theme_medal(verdict_medal_name(one->medal)) : STYLE_STRONG;
        canvas_mark(shell->canvas, area.x + AXIS_COLUMNS + column, area.y + HEAD_ROWS + row, style,
                    one == newest                 ? MARK_CHOSEN
                    : one->status == VERDICT_PASS ? MARK_PASSED
                                                  : MARK_OPEN);
        slowest = one->microseconds > slowest->microseconds ? one : slowest;
    }
    plot_cell(plot, slowest->number, slowest->microseconds, &column, &slowest_row);
    draw_label(shell, slowest->microseconds, STYLE_DIM, area, slowest_row);
    if (fastest == standings->count)
        return;
    const struct standing *best = &standings->items[fastest];
    plot_cell(plot, best->number, best->microseconds, &column, &row);
    if (row != slowest_row)
        draw_label(shell, best->microseconds, STYLE_STRONG, area, row);
}

/* The solution is a row of dashes, with its name at the right. */
static void draw_solution(struct shell *shell, const struct plot *plot, const struct standing *newest, struct rect area)
{
    int column, row;
    double microseconds = solution_of(newest);
    if (!(microseconds > 0))
        return;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, _("solution "));
    text_append_duration(&text, microseconds * 1e-6);
    plot_cell(plot, plot->x.high, microseconds, &column, &row);
    int x = area.x + AXIS_COLUMNS, y = area.y + HEAD_ROWS + row;
    for (int i = 0; i < plot->columns; i += 2)
        canvas_mark(shell->canvas, x + i, y, STYLE_GOOD, MARK_RULE);
    int from = x + (plot->columns - text_width(buffer_text(&text))) / 2;
    canvas_printf(shell->canvas, from - 1, y, STYLE_GOOD, " %s ", buffer_text(&text));
}

void history_plot_draw(struct shell *shell, const struct standings *standings, struct rect area)
{
    const struct standing *newest = newest_of(standings);
    struct canvas *canvas = shell->canvas;
    char text[32];
    if (area.height < HEAD_ROWS + FOOT_ROWS + 2 || area.width < AXIS_COLUMNS + 20)
        return;
    struct plot plot = make_plot(shell, standings, newest, area);
    int x = area.x + AXIS_COLUMNS, y = area.y + HEAD_ROWS;
    canvas_cut(canvas, area.x, area.y, area.width, STYLE_STRONG,
               newest->is_modelled ? _("Time of each attempt, modelled") : _("Time of each attempt, measured"));
    for (int row = 0; row < plot.rows; row++)
        canvas_mark(canvas, x - 1, y + row, STYLE_DIM, MARK_WALL);
    canvas_repeat(canvas, x, y + plot.rows, plot.columns, STYLE_DIM, MARK_RULE);
    draw_solution(shell, &plot, newest, area);
    plot_draw(&plot, canvas, x, y);
    draw_points(shell, &plot, standings, newest, area);
    canvas_printf(canvas, x, y + plot.rows + 1, STYLE_DIM, _("attempt %d"), (int)plot.x.low);
    snprintf(text, sizeof text, "%d", (int)plot.x.high);
    canvas_text(canvas, x + plot.columns - text_width(text), y + plot.rows + 1, STYLE_DIM, text);
}
