/* The difference of two texts, line by line: the longest common subsequence of lines stays. */
#ifndef TUI_SCREENS_ATTEMPTS_DIFF_H
#define TUI_SCREENS_ATTEMPTS_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum diff_kind { DIFF_SAME, DIFF_GONE, DIFF_NEW };

struct diff_line {
    enum diff_kind kind;
    const char *text; /* points into one of the two texts; without its newline */
    size_t size_bytes;
    int old_line, new_line; /* from 1; 0: not there */
};

/* differing lines, after the common start and end; beyond this limit all are gone or new */
enum { DIFF_LINES_MAX = 2000 };

/* Lines in order. Removed lines come before their replacements. Lives in `arena`. */
struct diff_line *diff_make(struct arena *arena, const char *old_text, size_t old_bytes, const char *new_text,
                            size_t new_bytes, size_t *out_count);

#endif
