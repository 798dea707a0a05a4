/* The columns of a comparison: attempts, and the times of the solution and the reference. */
#ifndef TUI_SCREENS_ATTEMPTS_COMPARE_ENTRIES_H
#define TUI_SCREENS_ATTEMPTS_COMPARE_ENTRIES_H

#include "app/standings.h"
#include "tui/shell/shell.h"

enum { COMPARE_ENTRIES_MAX = COMPARED_MAX + 2 };

enum entry_kind { ENTRY_ATTEMPT, ENTRY_SOLUTION, ENTRY_REFERENCE };

struct compare_entry_shown {
    enum entry_kind kind;
    struct standing standing; /* the reference has only a time */
};

struct compare_entries {
    struct compare_entry_shown items[COMPARE_ENTRIES_MAX];
    size_t count;
};

/*
 * The attempts that `place` names, else the newest, the one before, and the fastest. The solution
 * follows once it can be seen, then the reference. Texts live in `arena`.
 */
void compare_entries_read(struct shell *shell, const struct place *place, struct arena *arena,
                          struct compare_entries *out_entries);

/* The first one with a time; NULL: there is none. */
const struct standing *compare_entries_timed(const struct compare_entries *entries);

/* NULL: it is not shown. */
struct compare_entry_shown *compare_entries_solution(struct compare_entries *entries);

#endif
