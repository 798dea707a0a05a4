/*
 * The command palette: commands that have an effect here, and lessons and exercises to open. Rows
 * come from the key table and the course, the best match first.
 */
#ifndef TUI_SHELL_PALETTE_H
#define TUI_SHELL_PALETTE_H

#include <stddef.h>

#include "app/app.h"
#include "tui/draw/canvas.h"
#include "tui/keys/keymap.h"

struct shell;

/* PALETTE_TARGET: click target of the first item; those of screens are below. */
enum { PALETTE_ITEMS_MAX = 64, PALETTE_TARGET = 1000000 };

/* One of the three. */
struct palette_item {
    enum action action; /* ACTION_NONE: a place */
    const struct lesson *lesson;
    const struct exercise *exercise;
};

/* The items for the typed text. Returns their number, at most `capacity`. */
size_t palette_matches(const struct shell *shell, const char *typed, struct palette_item *out_items, size_t capacity);

/* The nearest name of a command of this screen or of an exercise. NULL: none is near. */
const char *palette_nearest(const struct shell *shell, const char *typed);

/* "hint", or the title of a lesson, or the id of an exercise. */
const char *palette_name(const struct palette_item *item);

/* Runs the command or opens the place. */
void palette_run(struct shell *shell, const struct palette_item *item);

/* Draws a box above `line`, with item `chosen` marked. */
void palette_draw(struct shell *shell, const char *typed, int chosen, struct rect line);

#endif
