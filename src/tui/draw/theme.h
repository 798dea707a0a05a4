/*
 * The theme: names of styles and their looks with a number of colours, on dark and on light
 * backgrounds.
 */
#ifndef TUI_DRAW_THEME_H
#define TUI_DRAW_THEME_H

#include <stdbool.h>

enum cell_attribute { CELL_BOLD = 1, CELL_UNDERLINE = 2, CELL_DIM = 4, CELL_REVERSE = 8 };

enum style {
#define STYLE(id, letter, attributes, colour) STYLE_##id,
#include "tui/draw/theme.def"
    STYLE_COUNT
};

struct look {
    unsigned attributes; /* cell_attribute bits */
    int colour;          /* -1: the terminal's own */
};

struct theme {
    int colours; /* of the terminal; below 8: none are used */
    bool light;  /* dark text on a light background */
};

struct look theme_look(const struct theme *theme, enum style style);
char theme_letter(enum style style);

/* The style of a medal by its name, such as "gold". STRONG: no medal of the course. */
enum style theme_medal(const char *name);

/*
 * The background from $COLORFGBG ("15;0", "0;default;15"); dark if it is not given. `value` can be
 * NULL.
 */
bool theme_is_light(const char *value);

#endif
