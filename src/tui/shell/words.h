/* The words on the screen, as they were drawn last: for the glossary. */
#ifndef TUI_SHELL_WORDS_H
#define TUI_SHELL_WORDS_H

#include "app/app.h"

struct shell;

/* The text between status line and keys, row by row. Lives in `arena`. */
const char *words_on_screen(const struct shell *shell, struct arena *arena);

/* The term at a cell: one word, or that with the word before or after it. NULL: none. */
const struct glossary_term *words_term_at(const struct shell *shell, int x, int y);

#endif
