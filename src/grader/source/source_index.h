/*
 * Indices of arrays in the source that are the number of a thread alone:
 *
 *     int x = threadIdx.x;
 *     tile[y][x] = target[threadIdx.x];
 */
#ifndef GRADER_SOURCE_SOURCE_INDEX_H
#define GRADER_SOURCE_SOURCE_INDEX_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/*
 * The axis of threadIdx that index `position` of the array is on this line: 0 for x. -1: another
 * index, or indices of several kinds.
 */
int source_index_axis(const struct source *source, int line, const char *array, int position);

/*
 * The size of dimension `position` in the array's `__shared__` declaration. It can be a formula of
 * macros and constants: `TILE + 1`. 0: unknown.
 */
unsigned long source_index_size(const struct source *source, const char *array, int position);

/* The dimensions of that declaration; 0: there is none. */
int source_index_rank(const struct source *source, const char *array);

/*
 * Of the first index of the array on this line, the summands that are a name alone: `row * w + c`
 * has c. NULL: there are no more than `number` of them.
 */
const char *source_index_summand(const struct source *source, int line, const char *array, int number,
                                 struct arena *arena);

/* The names that are factors of its summands, or of its value: `row * w + c` has row and w. */
const char *source_index_factor(const struct source *source, int line, const char *array, int number,
                                struct arena *arena);

/*
 * The names that are factors of its summands without the factor `width`. The index
 * `first * w + c * h + r` has c and h.
 */
const char *source_index_stray(const struct source *source, int line, const char *array, const char *width, int number,
                               struct arena *arena);

/*
 * The two parts of that index into a matrix with rows of `width` elements. `(y + r) * w + x` has
 * the row "y + r" and the column "x". An index that is a variable stands for its value. NULL: the
 * index has no such part.
 */
struct source_index_place {
    const char *row, *column;
};
struct source_index_place source_index_place(const struct source *source, int line, const char *array,
                                             const char *width, struct arena *arena);

/* Whether the source changes the pointer itself: `a += blockIdx.x * n`. */
bool source_index_is_moved(const struct source *source, const char *array);

/* The first line that stores to an element of the array: `a[i] = ..`, `a[i] += ..`; 0: none. */
int source_index_store(const struct source *source, const char *array);

/* The first line with `array[0]`, in a source without another index of the array; 0: none. */
int source_index_always_first(const struct source *source, const char *array);

/*
 * The only index of the array on this line besides `known`: "x + i"; NULL: there is none, or there
 * are several.
 */
const char *source_index_besides(const struct source *source, int line, const char *array, const char *known,
                                 struct arena *arena);

/* The first index of the array on this line: "x + i"; NULL: there is none. */
const char *source_index_text(const struct source *source, int line, const char *array, struct arena *arena);

/* The same, or its value if it is a variable with one value. */
const char *source_index_value(const struct source *source, int line, const char *array, struct arena *arena);

#endif
