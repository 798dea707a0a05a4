/*
 * The text backend: keeps the presented cells and writes them as plain text. Tests compare this
 * text.
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

/* Sets the dumped size. Clears the content. */
void backend_text_resize(struct backend_text *backend, int width, int height);

/*
 * Lines without trailing spaces. With `styles`, a line of style letters follows each (theme.def,
 * '#': selected).
 */
void backend_text_dump(const struct backend_text *backend, bool styles, struct buffer *out);

/* The last position of the terminal's cursor. */
void backend_text_cursor(const struct backend_text *backend, int *out_x, int *out_y);

/* The cells written since the last call. An unchanged screen writes none. */
long backend_text_take_written(struct backend_text *backend);

#endif
