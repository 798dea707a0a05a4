/*
 * Indices of arrays in the source that are the number of a thread alone:
 *
 *     int x = threadIdx.x;
 *     tile[y][x] = target[threadIdx.x];
 */
#ifndef GRADER_SOURCE_SOURCE_INDEX_H
#define GRADER_SOURCE_SOURCE_INDEX_H

#include "base/diagnostics.h"

/*
 * The axis of threadIdx that index `position` of the array is on this line: 0 for x. -1: another
 * index, or indices of several kinds.
 */
int source_index_axis(const struct source *source, int line, const char *array, int position);

/* The size of dimension `position` in the array's `__shared__` declaration; 0: no number. */
unsigned long source_index_size(const struct source *source, const char *array, int position);

#endif
