/* Highlights CUDA C, line by line. It distinguishes words, numbers, strings and comments. */
#ifndef TUI_DRAW_HIGHLIGHT_H
#define TUI_DRAW_HIGHLIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/draw/page.h"

struct highlight {
    bool in_comment; /* the previous line ended inside a block comment */
};

/* Adds one line to the page's current paragraph, with tabs of four columns. */
void highlight_line(struct highlight *highlight, const char *line, size_t size_bytes, struct page *page);

/* Adds a whole text, each line unwrapped. */
void highlight_text(const char *text, size_t size_bytes, struct page *page);

#endif
