/* Capabilities of the terminal, from terminfo. */
#ifndef TUI_TERMINAL_TERMINFO_H
#define TUI_TERMINAL_TERMINFO_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"

/* Requires a known $TERM and a terminal that can place its cursor. */
bool terminfo_check(struct error *error);

/* True if the terminal has the capability. */
bool terminfo_has(const char *name);

/*
 * True if the cursor goes to the next line right after the last column, by $TERM. Where the
 * terminal is inside another one (tmux), that can be wrong.
 */
bool terminfo_wraps_at_margin(void);

/*
 * Appends a capability without the padding "$<5>" for old hardware. Appends nothing if the terminal
 * lacks it.
 */
void terminfo_append(struct buffer *out, const char *name);

#endif
