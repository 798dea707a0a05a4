/*
 * Conditions and indices that the compiler accepts and that rarely mean what they say:
 *
 *     if (i = n)                               assigns
 *     for (unsigned i = n - 1; i >= 0; i--)    never ends
 *     for (int i = 128; i >= 0; i /= 2)        neither: half of 0 is 0
 *     if (row >= m && col >= n) return;        too few threads return
 *     if (row < m || col < n) c[..] = ..;      too many threads store
 *     short i = blockIdx.x * blockDim.x;       wraps around
 *     if (i >= n) c[i] = ..;                   lets the wrong threads store
 *     for (int i = 0; i <= n; i++) s += a[i];  takes one round too many
 *
 * They are looked for in the source alone, and told only beside a verdict that is not right.
 */
#ifndef GRADER_SOURCE_SOURCE_GUARD_H
#define GRADER_SOURCE_SOURCE_GUARD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/* The line of the first `if` or `while` whose condition is an assignment; 0: none. */
int source_guard_assignment(const struct source *source);

/* The first loop that waits for an unsigned number, or for halves of a number, to fall below 0. */
struct source_guard_loop {
    int line;             /* 0: none */
    const char *variable; /* "i" */
    bool is_halved;       /* `i /= 2` or `i >>= 1` */
};
struct source_guard_loop source_guard_endless_loop(const struct source *source, struct arena *arena);

/* The line of the first `if` that stops or lets through too much, as above; 0: none. */
struct source_guard_joined {
    int line;
    const char *wrong, *right; /* "&&", "||" */
};
struct source_guard_joined source_guard_joined(const struct source *source);

/*
 * The last condition before a line that bounds the line's index wrongly. It compares with a length
 * of the buffer. It lets the length itself through, or only larger indices.
 */
struct source_guard_bound {
    int line;          /* 0: none */
    const char *right; /* "i < n" */
    bool is_reversed;  /* else one too many */
};
struct source_guard_bound source_guard_bound(const struct source *source, int line, const char *const *lengths,
                                             size_t length_count, struct arena *arena);

/*
 * The last condition before or on a line that keeps a variable, or a sum, below a name or a product
 * of names: `i < n`, `i < h * w`.
 */
struct source_guard_reach {
    int line; /* 0: none */
    const char *bound;
};
struct source_guard_reach source_guard_reach(const struct source *source, int line, const char *variable,
                                             struct arena *arena);

/* The last condition before or on a line that keeps some variable below this bound. */
struct source_guard_kept {
    int line;             /* 0: none */
    const char *variable; /* "threadIdx.x" */
};
struct source_guard_kept source_guard_kept(const struct source *source, int line, const char *bound,
                                           struct arena *arena);

/*
 * The only condition that decides whether a line runs: of an `if`, of a `for`, or of an `if` that
 * leaves. None if there are several, or conditions of other kinds.
 */
struct source_guard_only {
    int line; /* 0: none */
    const char *condition;
    bool leaves;
};
struct source_guard_only source_guard_only(const struct source *source, int line, struct arena *arena);

/* Whether a comparison can let a bound itself through: `i <= n`, or `i > n` before a return. */
bool source_guard_has_closed(const struct source *source);

#endif
