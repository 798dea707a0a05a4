/* An index of threads whose type cannot hold all of them: `short i = blockIdx.x * 256 + ..`. */
#ifndef GRADER_SOURCE_SOURCE_NARROW_H
#define GRADER_SOURCE_SOURCE_NARROW_H

#include <stdbool.h>

#include "base/diagnostics.h"

/* The first index of threads in a type of one or two bytes, or in a float: "short". */
struct source_narrow {
    int line; /* 0: none */
    const char *type;
    int most;        /* its largest number; of a float: the largest without a gap */
    bool is_rounded; /* numbers above are rounded */
};
struct source_narrow source_narrow_find(const struct source *source);

#endif
