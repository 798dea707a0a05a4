/*
 * Marks: the symbols of the screens, each with an ASCII twin. Also twins for other characters of a
 * text.
 */
#ifndef TUI_DRAW_MARKS_H
#define TUI_DRAW_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum mark {
#define MARK(id, utf8, ascii) MARK_##id,
#include "tui/draw/marks.def"
    MARK_COUNT
};

const char *mark_text(enum mark mark, bool ascii);

/* Appends a line or text with every character beyond ASCII replaced, column by column. */
void mark_append_ascii(struct buffer *out, const char *text, size_t size_bytes);

#endif
