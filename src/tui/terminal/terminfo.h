/*
 * What terminfo says of the terminal.
 */
#ifndef TUI_TERMINAL_TERMINFO_H
#define TUI_TERMINAL_TERMINFO_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"

/* $TERM must be known, there must be a terminal, and its cursor must go where it is sent. */
bool terminfo_check(struct error *error);

/* Appends a capability without the padding "$<5>" that only hardware needed; nothing where the terminal lacks it. */
void terminfo_append(struct buffer *out, const char *name);

#endif
