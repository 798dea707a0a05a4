/* Plots with Braille characters. */
#include "tui/draw/plot.h"

#include <math.h>
#include <stddef.h>

/* Bits of U+2800: dots 1 to 8, down the left column, then the right one, then the row below. */
static const uint8_t dot_bits[PLOT_DOTS_DOWN][PLOT_DOTS_ACROSS] = {
    {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

enum { UPPER_DOTS = 0x01 | 0x08 | 0x02 | 0x10 };

struct plot plot_new(struct arena *arena, int columns, int rows, struct plot_axis x, struct plot_axis y)
{
    struct plot plot = {.columns = columns < 1 ? 1 : columns, .rows = rows < 1 ? 1 : rows, .x = x, .y = y};
    plot.cells = ARENA_ARRAY(arena, (size_t)plot.columns * (size_t)plot.rows, uint8_t);
    return plot;
}

/* 0 at the low end, 1 at the high one. */
static double place(const struct plot_axis *axis, double value)
{
    if (!(value > 0) || !(axis->high > axis->low))
        return 0;
    if (axis->is_linear)
        return (value - axis->low) / (axis->high - axis->low);
    return (log(value) - log(axis->low)) / (log(axis->high) - log(axis->low));
}

static void set_dot(struct plot *plot, int x, int y)
{
    if (x < 0 || y < 0 || x >= plot->columns * PLOT_DOTS_ACROSS || y >= plot->rows * PLOT_DOTS_DOWN)
        return;
    size_t cell = (size_t)(y / PLOT_DOTS_DOWN) * (size_t)plot->columns + (size_t)(x / PLOT_DOTS_ACROSS);
    plot->cells[cell] |= dot_bits[y % PLOT_DOTS_DOWN][x % PLOT_DOTS_ACROSS];
}

void plot_line(struct plot *plot, double x0, double y0, double x1, double y1)
{
    int wide = plot->columns * PLOT_DOTS_ACROSS - 1, high = plot->rows * PLOT_DOTS_DOWN - 1;
    double from_x = place(&plot->x, x0) * wide, to_x = place(&plot->x, x1) * wide;
    double from_y = (1 - place(&plot->y, y0)) * high, to_y = (1 - place(&plot->y, y1)) * high;
    double steps = fmin(fmax(fmax(fabs(to_x - from_x), fabs(to_y - from_y)), 1), 16.0 * (wide + high + 2));
    for (int i = 0; i <= (int)steps; i++) {
        double part = i / steps;
        set_dot(plot, (int)lround(from_x + part * (to_x - from_x)), (int)lround(from_y + part * (to_y - from_y)));
    }
}

static int clamp(double value, int most)
{
    long rounded = lround(fmin(fmax(value, 0), most));
    return (int)rounded;
}

void plot_cell(const struct plot *plot, double x, double y, int *out_column, int *out_row)
{
    *out_column = clamp(place(&plot->x, x) * plot->columns - 0.5, plot->columns - 1);
    *out_row = clamp((1 - place(&plot->y, y)) * plot->rows - 0.5, plot->rows - 1);
}

static void draw_cell(struct canvas *canvas, int x, int y, uint8_t bits)
{
    if (canvas_is_ascii(canvas)) {
        bool upper = bits & UPPER_DOTS, lower = bits & (0xff & ~UPPER_DOTS);
        canvas_text(canvas, x, y, STYLE_ACCENT, upper && lower ? ":" : upper ? "'" : ".");
        return;
    }
    const char text[4] = {(char)0xe2, (char)(0xa0 | bits >> 6), (char)(0x80 | (bits & 0x3f)), '\0'};
    canvas_text(canvas, x, y, STYLE_ACCENT, text);
}

void plot_draw(const struct plot *plot, struct canvas *canvas, int x, int y)
{
    for (int row = 0; row < plot->rows; row++)
        for (int column = 0; column < plot->columns; column++)
            if (plot->cells[row * plot->columns + column])
                draw_cell(canvas, x + column, y + row, plot->cells[row * plot->columns + column]);
}

void plot_axis_hold(struct plot_axis *axis, double value)
{
    if (!(value > 0) || !isfinite(value))
        return;
    if (!(axis->low > 0) || value < axis->low)
        axis->low = value;
    if (value > axis->high)
        axis->high = value;
}
