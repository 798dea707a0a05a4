/*
 * Signals for the event loop, and the guard that gives the terminal back when the program dies.
 *
 * Handlers only write the signal's number into a pipe, which the loop polls. The guard's handlers do what may be done
 * in a crash: write a prepared string, restore the prepared terminal settings, and die as before.
 */
#ifndef TUI_TERMINAL_SIGNALS_H
#define TUI_TERMINAL_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "base/error.h"

/* Takes SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT and SIGTSTP, ignores SIGPIPE. One at a time. */
bool signals_open(struct error *error);
void signals_close(void); /* everything as it was */

int signals_descriptor(void);

/* The next signal that came, 0 for none. */
int signals_next(void);

/* While another program has the terminal: its ^C is not ours, its ^Z stops us too. */
void signals_lend(void);
void signals_take_back(void);

/* Stops the process group as ^Z does, and returns when it goes on. The terminal must have been given back. */
void signals_stop(void);

enum { GUARD_TEXT_BYTES = 512 };

/* From now on a crash writes `text` to `descriptor` and sets `settings`. */
void guard_arm(int descriptor, const struct termios *settings, const char *text, size_t size_bytes);
void guard_disarm(void);

#endif
