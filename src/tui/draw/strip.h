/*
 * A strip: the sectors of global memory, or banks of shared memory, that the lanes of a warp touch.
 * One mark stands for one sector or bank.
 */
#ifndef TUI_DRAW_STRIP_H
#define TUI_DRAW_STRIP_H

#include "tui/draw/page.h"

enum { STRIP_LANES = 32 };

/* The lanes that take part, the different units that they touch, and the highest unit. */
struct strip_extent {
    int lanes, units, last;
};

/* `units`: for each lane, its sector or bank; -1: the lane takes no part. */
struct strip_extent strip_measure(const int units[STRIP_LANES]);

/*
 * Appends marks for the units 0 to `count` - 1. If they do not fit in `columns`, appends one for
 * each touched unit, with a gap where units between are untouched.
 */
void strip_marks(struct page *page, const int units[STRIP_LANES], int count, int columns);

/* "32 lanes in 4 sectors" */
const char *strip_words(const int units[STRIP_LANES], bool has_banks, struct arena *arena);

#endif
