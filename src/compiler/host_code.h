/*
 * A CUDA source as people write it, for a compiler that knows device code alone: the host's functions, their
 * declarations and the headers that only they need are blanked. Lines stay where they are.
 *
 * What is host code follows from the source's text: a function at namespace scope without __global__ or __device__ (or
 * a macro that says so) and not constexpr; a variable or structure that names the host's library or runtime. Templates
 * of structures and everything else stay.
 */
#ifndef COMPILER_HOST_CODE_H
#define COMPILER_HOST_CODE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/* Whether the device compiler finds a header of this name, as it stands in #include. */
struct host_code_headers {
    bool (*is_known)(void *context, const char *name);
    void *context;
};

/* Likely: functions that the device might be meant to have, were it not for the missing qualifier. */
enum host_code { HOST_CODE_NONE, HOST_CODE_LIKELY, HOST_CODE_CERTAIN };

/*
 * The source without its host code, in `arena`, under the same name. A note in `diagnostics` says what was left out.
 * NONE: there is none, or braces do not match; outputs are unchanged.
 */
enum host_code host_code_strip(const struct source *source, const struct host_code_headers *headers,
                               struct arena *arena, struct source *out_source, struct diagnostics *diagnostics);

#endif
