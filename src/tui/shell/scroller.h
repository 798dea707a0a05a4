/* The scroll position of a page, and drawing at that position. */
#ifndef TUI_SHELL_SCROLLER_H
#define TUI_SHELL_SCROLLER_H

#include <stdbool.h>

#include "tui/draw/canvas.h"
#include "tui/draw/page.h"
#include "tui/keys/keymap.h"

struct scroller {
    int scroll, pan;                    /* lines, columns */
    int width, height, count, pan_most; /* as last drawn */
    bool is_cut;                        /* the same: a shown figure goes on to the right */
    /* the scroll as last drawn, and as the reader left it: a larger terminal can show less of it */
    int drawn, kept;
};

/* The scroll position of a list with one marked row. */
struct scroller_list {
    int first;                 /* row as last drawn */
    int kept, selected, count; /* first row and marked row as the reader left them; rows */
};

/* UP, DOWN, PAGE_UP, PAGE_DOWN, TOP, BOTTOM, PAN_LEFT, PAN_RIGHT. False for other actions. */
bool scroller_act(struct scroller *scroller, enum action action);

/* Draws a page, with marks if there is more above or below. */
void scroller_draw(struct scroller *scroller, const struct page *page, struct canvas *canvas, struct rect area);
bool scroller_at_end(const struct scroller *scroller);

/*
 * The first row to draw, so that the marked one is visible. Only a new mark or other rows change it
 * for good: after a resize and back it is as before.
 */
int scroller_list_first(struct scroller_list *list, int selected, int count, int height);

#endif
