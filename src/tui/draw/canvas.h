/*
 * The canvas: a grid of cells that screens draw on, and the backend that shows it.
 *
 * A cell holds one cluster (what a reader takes for a character), its width and its style. Whatever is drawn is made
 * harmless first (base/text.h), cut to the clip rectangle, and turned into ASCII where the terminal knows no more.
 * canvas_present() hands the backend only the cells that changed since the last time.
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
    uint8_t width;              /* 2: and the next cell belongs to it; 0: belongs to the one before */
    uint8_t style;              /* enum style */
    bool selected;
};

struct rect {
    int x, y, width, height;
};

/* Shows cells. `context` is the backend's own. */
struct canvas_backend {
    void (*write)(void *context, int x, int y, const struct cell *cells, int count);
    void (*cursor)(void *context, int x, int y, bool visible);
    void (*flush)(void *context, bool whole); /* whole: the terminal may show anything, all is written */
};

struct canvas;

struct canvas *canvas_new(const struct canvas_backend *backend, void *context, bool ascii);
void canvas_free(struct canvas *canvas);
DEFINE_CLEANUP(canvas_free, struct canvas *)

/* Sides below 1 count as 1, beyond CANVAS_SIDE_MAX as that. Everything is written at the next canvas_present. */
void canvas_resize(struct canvas *canvas, int width, int height);
struct rect canvas_bounds(const struct canvas *canvas);
bool canvas_is_ascii(const struct canvas *canvas);
const struct cell *canvas_cell(const struct canvas *canvas, int x, int y); /* NULL outside */

/* Spaces in the normal style, no clip, no cursor. */
void canvas_clear(struct canvas *canvas);

/* Draws only inside `clip` from now on (cut to the bounds). Returns the clip before. */
struct rect canvas_clip(struct canvas *canvas, struct rect clip);

/* One line; tabs and newlines become a space. Returns the columns that the text takes, drawn or clipped away. */
int canvas_text(struct canvas *canvas, int x, int y, enum style style, const char *text);
int canvas_bytes(struct canvas *canvas, int x, int y, enum style style, const char *text, size_t size_bytes);
int canvas_printf(struct canvas *canvas, int x, int y, enum style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

int canvas_mark(struct canvas *canvas, int x, int y, enum style style, enum mark mark);

/* A mark repeated over `count` columns: rules and bars. */
void canvas_repeat(struct canvas *canvas, int x, int y, int count, enum style style, enum mark mark);

/* Text cut to `columns` with an ellipsis where something is missing. Returns the columns drawn. */
int canvas_cut(struct canvas *canvas, int x, int y, int columns, enum style style, const char *text);

/* Marks cells as selected (drawn reversed); the cursor goes to the first. */
void canvas_select(struct canvas *canvas, struct rect rect);

/* Where the terminal's cursor goes: to what has the focus, for screen readers too; `visible` where text is typed. */
void canvas_cursor(struct canvas *canvas, int x, int y, bool visible);

/* Writes what changed; everything where `whole`. */
void canvas_present(struct canvas *canvas, bool whole);

/* The part that both have; width or height 0 where there is none. */
struct rect rect_cut(struct rect a, struct rect b);

#endif
