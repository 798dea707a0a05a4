/*
 * The canvas: a grid of cells that screens draw on, and the backend that shows it.
 *
 * A cell holds one cluster (one character to a reader), its width and its style. Drawn text is
 * first made harmless (base/text.h) and cut to the clip rectangle. On an ASCII terminal it is
 * turned into ASCII. canvas_present() gives the backend only the cells that changed since the last
 * time.
 */
#ifndef TUI_DRAW_CANVAS_H
#define TUI_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "tui/draw/marks.h"
#include "tui/draw/theme.h"

enum { CELL_TEXT_BYTES = 28, CANVAS_SIDE_MAX = 1000 };

struct cell {
    char text[CELL_TEXT_BYTES]; /* one cluster, ended by NUL */
    uint8_t width;              /* 2: the next cell belongs to it; 0: belongs to the cell before */
    uint8_t style;              /* enum style */
    bool selected;
};

struct rect {
    int x, y, width, height;
};

/* Shows cells. `context` belongs to the backend. */
struct canvas_backend {
    void (*write)(void *context, int x, int y, const struct cell *cells, int count);
    void (*cursor)(void *context, int x, int y, bool visible);
    /* whole: the terminal's content is unknown, so everything is written */
    void (*flush)(void *context, bool whole);
};

struct canvas;

struct canvas *canvas_new(const struct canvas_backend *backend, void *context, bool ascii);
void canvas_free(struct canvas *canvas);
DEFINE_CLEANUP(canvas_free, struct canvas *)

/* Sides are clamped to 1..CANVAS_SIDE_MAX. The next canvas_present writes everything. */
void canvas_resize(struct canvas *canvas, int width, int height);
struct rect canvas_bounds(const struct canvas *canvas);
bool canvas_is_ascii(const struct canvas *canvas);
const struct cell *canvas_cell(const struct canvas *canvas, int x, int y); /* NULL outside */

/* Fills with spaces in the normal style, without clip and cursor. */
void canvas_clear(struct canvas *canvas);

/* Limits drawing to `clip` (cut to the bounds). Returns the previous clip. */
struct rect canvas_clip(struct canvas *canvas, struct rect clip);

/*
 * Draws one line; tabs and newlines become a space. Returns the columns of the text, clipped ones
 * included.
 */
int canvas_text(struct canvas *canvas, int x, int y, enum style style, const char *text);
int canvas_bytes(struct canvas *canvas, int x, int y, enum style style, const char *text, size_t size_bytes);
int canvas_printf(struct canvas *canvas, int x, int y, enum style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

int canvas_mark(struct canvas *canvas, int x, int y, enum style style, enum mark mark);

/* Repeats a mark over `count` columns: rules and bars. */
void canvas_repeat(struct canvas *canvas, int x, int y, int count, enum style style, enum mark mark);

/*
 * Draws text cut to `columns`, with an ellipsis if something is missing. Returns the drawn columns.
 */
int canvas_cut(struct canvas *canvas, int x, int y, int columns, enum style style, const char *text);

/* Marks cells as selected (drawn reversed). The cursor goes to the first one. */
void canvas_select(struct canvas *canvas, struct rect rect);

/*
 * Places the terminal's cursor: on the focus, also for screen readers. `visible` where text is
 * typed.
 */
void canvas_cursor(struct canvas *canvas, int x, int y, bool visible);

/* Writes the changes, or everything if `whole`. */
void canvas_present(struct canvas *canvas, bool whole);

/* The common part of both. Width or height is 0 if there is none. */
struct rect rect_cut(struct rect a, struct rect b);

#endif
