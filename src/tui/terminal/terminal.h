/* The terminal by ncurses. It opens with newterm(), so a failure is an error and not an exit. */
#ifndef TUI_TERMINAL_TERMINAL_H
#define TUI_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "tui/draw/canvas.h"
#include "tui/tui.h"

struct terminal;

/* The theme and the mouse of the terminal. */
struct terminal_looks {
    const char *theme; /* "dark" or "light"; "": from $COLORFGBG, else dark */
    bool has_mouse;    /* else the terminal keeps its mouse, for selecting text */
};

/* UNSUPPORTED: no terminal, or one that cannot place its cursor, or an unknown $TERM. */
bool terminal_open(const struct tui_options *options, const struct terminal_looks *looks,
                   struct terminal **out_terminal, struct error *error);
void terminal_close(struct terminal *terminal);
DEFINE_CLEANUP(terminal_close, struct terminal *)

/* Changes the looks of an open terminal. Everything must be drawn again. */
void terminal_use(struct terminal *terminal, const struct terminal_looks *looks);

extern const struct canvas_backend terminal_backend; /* its context is the terminal */

/* The present size of the terminal. Passes it to ncurses. */
void terminal_measure(struct terminal *terminal, int *out_width, int *out_height);

/*
 * The next key without waiting; 0: none. Drops pasted text, unless a line is typed (`is_typing`).
 * Even then, a pasted end of a line is no Enter.
 */
int32_t terminal_key(struct terminal *terminal, bool is_typing);

/* Gives the terminal to another program, and takes it back. */
void terminal_lend(struct terminal *terminal);
void terminal_take_back(struct terminal *terminal);

#endif
