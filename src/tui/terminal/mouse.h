/*
 * Reports of a terminal's mouse, one character at a time.
 *
 * The terminal begins a report with "ESC [ <" (numbers) or, if it is old, with "ESC [ M" (three
 * characters). mouse_take() gets the characters after that. ncurses could read reports too, but
 * get_wch() then waits for a further byte after a report that it drops, even with nodelay().
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
 * Takes a character of the report. Returns the key at the report's end: a click of the left button,
 * or an arrow key for the wheel. 0: not complete, or an event without a key, such as a release.
 */
int32_t mouse_take(struct mouse_report *report, int32_t character);

#endif
