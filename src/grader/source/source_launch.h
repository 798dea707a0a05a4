/*
 * Slips in the launch lines of a plan that parse and check without a word:
 *
 *     //! launch gemm(b, a, c, n) ..    for a kernel with the parameters a, b, c, n
 *     //! launch add(c, n) grid=(n+255/256) block=256
 *
 * They are looked for in the source alone.
 */
#ifndef GRADER_SOURCE_SOURCE_LAUNCH_H
#define GRADER_SOURCE_SOURCE_LAUNCH_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/*
 * The first launch line that passes two names, each for the parameter that has the other's name. A
 * plan that also launches the kernel with one of them in its own place does so on purpose.
 */
struct source_launch_exchange {
    int line; /* 0: none */
    const char *first, *second;
};
struct source_launch_exchange source_launch_exchange(const struct source *source, struct arena *arena);

/* The first `n+255/256` of a launch line: a quotient that is 0, where a sum is to be rounded up. */
struct source_launch_quotient {
    int line;                    /* 0: none */
    const char *sum, *quotient;  /* "n", "255/256" */
    const char *written, *right; /* "n+255/256", "(n+255)/256" */
};
struct source_launch_quotient source_launch_quotient(const struct source *source, struct arena *arena);

/* The line of the plan's only launch, if its grid is a number: `grid=132`; 0: none. */
int source_launch_fixed_grid(const struct source *source, struct arena *arena);

/* The same, if its grid is a quotient that is rounded up: `grid=(n+255)/256`. */
int source_launch_rounded_grid(const struct source *source, struct arena *arena);

/*
 * The first scratch buffer that one launch alone gets, in a plan of several launches without loops:
 * its result goes nowhere, or it holds none.
 */
struct source_launch_scratch {
    int line; /* of the use; 0: none */
    const char *name;
};
struct source_launch_scratch source_launch_lone_scratch(const struct source *source, struct arena *arena);

/* Whether the plan has `zero BUFFER`. */
bool source_launch_zeroes(const struct source *source, const char *buffer, struct arena *arena);

/* A launch line. */
struct source_launch_found {
    int line;             /* 0: none */
    const char *kernel;   /* "rows_of" */
    const char *instance; /* "rows_of<32>"; "rows_of" if it is no template */
    bool has_when;
};

/*
 * The first launch after `reader`'s only one that can write to the buffer, in a plan without loops.
 * None if another one comes before.
 */
struct source_launch_found source_launch_after(const struct source *source, const char *buffer, const char *reader,
                                               struct arena *arena);

/* The only launch of this kernel. None if the plan has several. */
struct source_launch_found source_launch_only(const struct source *source, const char *kernel, struct arena *arena);

/* An option of this launch: "(n+255)/256" of `grid=`; "": it has none. */
const char *source_launch_option(const struct source *source, const char *kernel, const char *key, struct arena *arena);

/* What the only launch of the kernel passes for a parameter: "rows*cols"; NULL: unknown. */
const char *source_launch_argument(const struct source *source, const char *kernel, const char *parameter,
                                   struct arena *arena);

/* The first launch before `reader`'s own that passes the buffer. */
struct source_launch_found source_launch_before(const struct source *source, const char *buffer, const char *reader,
                                                struct arena *arena);

/* Whether both files have the same plan, apart from blanks. */
bool source_launch_is_same(const struct source *source, const struct source *other, struct arena *arena);

/* The kernel's parameter for which a launch passes the buffer: its type, without const. */
struct source_launch_declared {
    int line;         /* 0: unknown */
    const char *type; /* "int" of `const int *a` */
};
struct source_launch_declared source_launch_declared(const struct source *source, const char *buffer,
                                                     struct arena *arena);

/* The first launch that the plan repeats at once, with the same arguments, grid and block. */
struct source_launch_twins {
    int line, other_line; /* 0: none */
};
struct source_launch_twins source_launch_twins(const struct source *source, struct arena *arena);

/* Whether the plan has launches, and no line of it has this name. */
bool source_launch_lacks(const struct source *source, const char *name, struct arena *arena);

/* Launch lines of the plan. */
int source_launch_count(const struct source *source, struct arena *arena);

#endif
