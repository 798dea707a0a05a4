/*
 * Lines and points on two axes, logarithmic unless they say otherwise. Each cell has eight dots:
 * Braille characters, in ASCII ' . and :.
 *
 * Dots are counted from the top left, two per column and four per row of cells.
 */
#ifndef TUI_DRAW_PLOT_H
#define TUI_DRAW_PLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "tui/draw/canvas.h"

enum { PLOT_DOTS_ACROSS = 2, PLOT_DOTS_DOWN = 4 };

struct plot_axis {
    double low, high; /* above 0 */
    bool is_linear;
};

struct plot {
    int columns, rows;
    uint8_t *cells; /* bits of the Braille pattern */
    struct plot_axis x, y;
};

/* Lives in `arena`. */
struct plot plot_new(struct arena *arena, int columns, int rows, struct plot_axis x, struct plot_axis y);

/* A straight line between two points of the axes. Parts outside are not drawn. */
void plot_line(struct plot *plot, double x0, double y0, double x1, double y1);

/* The cell of a point, moved to the nearest edge if it is outside. */
void plot_cell(const struct plot *plot, double x, double y, int *out_column, int *out_row);

void plot_draw(const struct plot *plot, struct canvas *canvas, int x, int y);

/* Widens an axis so that it holds `value`. Ignores values that are not above 0. */
void plot_axis_hold(struct plot_axis *axis, double value);

#endif
