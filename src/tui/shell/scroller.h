/* The scroll position of a page, and drawing at that position. */
#ifndef TUI_SHELL_SCROLLER_H
#define TUI_SHELL_SCROLLER_H

#include <stdbool.h>

#include "tui/draw/canvas.h"
#include "tui/draw/page.h"
#include "tui/keys/keymap.h"

struct scroller {
    int scroll, pan;             /* lines, columns */
    int height, count, pan_most; /* as last drawn */
};

/* UP, DOWN, PAGE_UP, PAGE_DOWN, TOP, BOTTOM, PAN_LEFT, PAN_RIGHT. False for other actions. */
bool scroller_act(struct scroller *scroller, enum action action);

/* Draws a page, with marks if there is more above or below. */
void scroller_draw(struct scroller *scroller, const struct page *page, struct canvas *canvas, struct rect area);
bool scroller_at_end(const struct scroller *scroller);

#endif
