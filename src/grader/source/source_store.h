/*
 * Stores that compile and reach too few elements:
 *
 *     *c = *a + *b;                                     c[0] in every thread
 *     for (int k = 0; k < n; k++) c[i] = a[k] * b[k];   each round replaces the one before
 *     if (threadIdx.x == 0) mean = ..;                  no other thread gets it
 *     if (i < n - 1) c[i] = ..;                         leaves out the last element
 *
 * They are looked for in the source alone, and told only beside wrong or missing elements.
 */
#ifndef GRADER_SOURCE_SOURCE_STORE_H
#define GRADER_SOURCE_SOURCE_STORE_H

#include "base/arena.h"
#include "base/diagnostics.h"

/* The first store through a pointer that is the same in all threads. */
struct source_store_pointer {
    int line; /* 0: none */
    const char *name;
};
struct source_store_pointer source_store_pointer(const struct source *source, struct arena *arena);

/* The first store in a loop that gives one element another value in each round. */
struct source_store_round {
    int line; /* 0: none */
    int loop_line;
    const char *name; /* of the array, or the variable */
};
struct source_store_round source_store_round(const struct source *source, struct arena *arena);

/* The first variable that a loop of one statement replaces in each round: `sum = x[i];`. */
struct source_store_round source_store_variable(const struct source *source, struct arena *arena);

/*
 * The first variable that `if (threadIdx.x == 0)` gives its value. A store after the branch
 * reads it in all threads.
 */
struct source_store_pointer source_store_single(const struct source *source, struct arena *arena);

/*
 * The first condition that ends `by` elements before a size: `i < n - 1`. None where an index is as
 * many ahead, as in `a[i + 1]`.
 */
struct source_store_short {
    int line;                    /* 0: none */
    const char *written, *right; /* "i < n - 1", "i < n" */
};
struct source_store_short source_store_short(const struct source *source, long by, struct arena *arena);

#endif
