/* The medal of a pass as a drawing, in two sizes. */
#ifndef TUI_SCREENS_ATTEMPTS_PASS_MEDAL_H
#define TUI_SCREENS_ATTEMPTS_PASS_MEDAL_H

#include <stdbool.h>

#include "tui/draw/page.h"

struct pass_medal {
    enum style style;
    bool is_large;
    bool has_sparks; /* of the best time */
    double filled;   /* 0 to 1, from the left */
};

int pass_medal_rows(bool is_large);

/* The row with the medal's name beside it. The time and other words follow. */
int pass_medal_name_row(bool is_large);

/* Adds a row to the page's line. */
void pass_medal_add_row(const struct pass_medal *medal, int row, struct page *page);

/* "gold" -> "G O L D" */
void pass_medal_append_name(const char *word, struct buffer *out);

#endif
