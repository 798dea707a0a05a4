/*
 * Highlighting of CUDA C, line by line: enough of the language to tell words, numbers, strings and comments apart.
 */
#ifndef TUI_DRAW_HIGHLIGHT_H
#define TUI_DRAW_HIGHLIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/draw/page.h"

struct highlight {
    bool in_comment; /* the line before ended inside a block comment */
};

/* Adds one line to the page's current paragraph, tabs expanded to four columns. */
void highlight_line(struct highlight *highlight, const char *line, size_t size_bytes, struct page *page);

/* Adds a whole text, each line unwrapped. */
void highlight_text(const char *text, size_t size_bytes, struct page *page);

#endif
