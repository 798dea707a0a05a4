/*
 * Sums and extremes that threads build up in loops:
 *
 *     for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
 *     y[0] = sum;                           has the elements of one thread alone
 *     squares += x[i] - mean;               is 0 over all elements
 *     float largest = 0.0f;                 no negative number is larger
 *     for (int half = 64; half > 1; ..)     adds a part of 256 elements
 *     mean = sum / blockDim.x;              has as many elements as a row
 *
 * They are looked for in the source alone, and told only beside a wrong result.
 */
#ifndef GRADER_SOURCE_SOURCE_FOLD_H
#define GRADER_SOURCE_SOURCE_FOLD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/*
 * The first use of a result that no line joins over the threads of a block: by a call, or through
 * shared memory. Any call but that of a mathematical function counts as joining.
 */
struct source_fold_part {
    int line;             /* of the store that uses it; 0: none */
    int loop_line;        /* where the thread builds it up */
    const char *variable; /* "sum" */
};
struct source_fold_part source_fold_part(const struct source *source, struct arena *arena);

/* The first sum of differences from a mean, which are not squared. */
struct source_fold_deviation {
    int line;         /* 0: none */
    const char *mean; /* "mean" */
};
struct source_fold_deviation source_fold_deviation(const struct source *source, struct arena *arena);

/* The line that lets the first search for the largest or the least begin with 0; 0: none. */
int source_fold_from_zero(const struct source *source, bool is_largest, struct arena *arena);

/* The line of the first atomicMax or atomicMin on an element of the buffer; 0: none. */
int source_fold_atomic(const struct source *source, bool is_largest, const char *buffer);

/* The first tree over a shared array that begins or ends with the wrong step. */
struct source_fold_tree {
    int line;           /* of the loop; 0: none */
    const char *array;  /* "tile" */
    long first;         /* the first step: 64 */
    unsigned long size; /* of the array: 256; 0: the last step is not 1 */
};
struct source_fold_tree source_fold_tree(const struct source *source, struct arena *arena);

/* The line of the first sum that is divided by the number of threads in a block; 0: none. */
int source_fold_divisor(const struct source *source);

#endif
