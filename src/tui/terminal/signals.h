/*
 * Signals for the event loop, and the guard that restores the terminal if the program dies.
 *
 * Handlers only write the signal's number into a pipe, which the loop polls. The guard's handlers
 * are safe in a crash. They write a prepared string, restore the prepared terminal settings, and
 * die of the signal.
 */
#ifndef TUI_TERMINAL_SIGNALS_H
#define TUI_TERMINAL_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "base/error.h"

/*
 * Takes SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT and SIGTSTP, and ignores SIGPIPE. One
 * at a time.
 */
bool signals_open(struct error *error);
void signals_close(void); /* restores all handlers */

int signals_descriptor(void);

/* The next received signal; 0 for none. */
int signals_next(void);

/*
 * For the time that another program has the terminal. Its ^C is not for this program; its ^Z stops
 * both.
 */
void signals_lend(void);
void signals_take_back(void);

/* Stops the process group as ^Z does, and returns when it continues. Release the terminal first. */
void signals_stop(void);

enum { GUARD_TEXT_BYTES = 512 };

/* From now on a crash writes `text` to `descriptor` and sets `settings`. */
void guard_arm(int descriptor, const struct termios *settings, const char *text, size_t size_bytes);
void guard_disarm(void);

#endif
