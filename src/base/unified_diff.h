/*
 * Kernels that are written as a change of another one: a unified diff, as `diff -u` prints it.
 *
 *     //? status: unsafe                    lines before `---` do not count
 *     --- solutions/week01/vector_add.cu    the file that is changed, below the root
 *     +++ no_guard.cu
 *     @@ -5,3 +5,3 @@
 *          int i = blockIdx.x * blockDim.x + threadIdx.x;
 *     -    if (i < n)
 *     +    if (i <= n)
 *
 * A hunk's old lines must be in the file once, in the order of the hunks. Its numbers only decide
 * between several places. So a diff outlives changes elsewhere in the file.
 */
#ifndef BASE_UNIFIED_DIFF_H
#define BASE_UNIFIED_DIFF_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"

/* Whether the name ends in `.diff`. */
bool unified_diff_is_named(const char *path);

/*
 * Applies `diff` to the file below `root` that it names. The result has the name of the diff, but
 * with the ending of that file. Mistakes name the line of the diff.
 */
bool unified_diff_read(const char *root, const struct source *diff, struct arena *arena, struct source *out_source,
                       struct error *error);

#endif
