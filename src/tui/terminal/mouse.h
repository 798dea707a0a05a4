/*
 * Reports of a terminal's mouse, one character at a time.
 *
 * A report begins with "ESC [ <" and then has numbers. An old terminal begins it with "ESC [ M"
 * and three characters follow. mouse_take() gets the characters after the beginning.
 *
 * ncurses can read reports, too. But after a report that it drops, get_wch() waits for a further
 * byte, even with nodelay().
 */
#ifndef TUI_TERMINAL_MOUSE_H
#define TUI_TERMINAL_MOUSE_H

#include <stdbool.h>
#include <stdint.h>

enum mouse_form { MOUSE_NONE, MOUSE_NUMBERS, MOUSE_CHARACTERS };

enum { MOUSE_NUMBER_COUNT = 3 };

/* A report that has begun. `form` is MOUSE_NONE before and after. */
struct mouse_report {
    enum mouse_form form;
    int numbers[MOUSE_NUMBER_COUNT]; /* button, column, row; from 1 */
    int count;                       /* complete numbers */
};

void mouse_begin(struct mouse_report *report, enum mouse_form form);

/*
 * Takes a character of the report. Returns the key at the report's end: a click of the left button
 * or a turn of the wheel. 0: not complete, or an event without a key, such as a release.
 */
int32_t mouse_take(struct mouse_report *report, int32_t character);

#endif
