/* The place after an exercise: the rest of its lesson, else the next lesson. */
#ifndef TUI_SHELL_NEXT_H
#define TUI_SHELL_NEXT_H

#include "tui/shell/screen.h"

struct next {
    struct place place;
    const char *words; /* "next lesson: Coalescing" */
};

/* Texts live in `arena`. */
struct next next_after(struct shell *shell, const struct exercise *exercise, struct arena *arena);

/* After the last step of a lesson: an exercise of it that is still to do, else the next lesson. */
struct next next_after_lesson(struct shell *shell, const struct lesson *lesson, struct arena *arena);

/* What the place is about: the task of an exercise, or the objectives of a lesson. */
void next_describe(const struct next *next, struct page *page);

/* Leaves the exercise and the lesson below it, and opens the place. */
void next_open(struct shell *shell, const struct place *place);

#endif
