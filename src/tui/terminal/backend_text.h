/*
 * The text backend: keeps what was presented and writes it as plain text. What tests compare.
 */
#ifndef TUI_TERMINAL_BACKEND_TEXT_H
#define TUI_TERMINAL_BACKEND_TEXT_H

#include <stdbool.h>

#include "base/buffer.h"
#include "tui/draw/canvas.h"

struct backend_text;

struct backend_text *backend_text_new(void);
void backend_text_free(struct backend_text *backend);
DEFINE_CLEANUP(backend_text_free, struct backend_text *)

extern const struct canvas_backend backend_text_functions;

/* The sides that are dumped; forgets what was shown. */
void backend_text_resize(struct backend_text *backend, int width, int height);

/* Lines without trailing spaces. With `styles` each is followed by one of style letters (theme.def, '#': selected). */
void backend_text_dump(const struct backend_text *backend, bool styles, struct buffer *out);

/* Where the terminal's cursor was put last. */
void backend_text_cursor(const struct backend_text *backend, int *out_x, int *out_y);

/* Cells written since the last call: a screen that did not change writes none. */
long backend_text_take_written(struct backend_text *backend);

#endif
