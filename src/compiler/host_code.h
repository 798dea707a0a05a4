/*
 * Blanks the host code of a CUDA source, for a compiler that knows device code alone. That is the
 * host's functions, their declarations and the headers that only they need. Lines keep their
 * numbers.
 *
 * The source's text decides. Host code is a function at namespace scope that is not constexpr and
 * has no __global__, __device__ or a macro for them. So is a variable or structure that names the
 * host's library or runtime. Templates of structures and all other code stay.
 */
#ifndef COMPILER_HOST_CODE_H
#define COMPILER_HOST_CODE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

struct host_code_headers {
    /* whether the device compiler finds a header of this name, as written in #include */
    bool (*is_known)(void *context, const char *name);
    void *context;
    /*
     * What the compiler is asked for: kernels and their template arguments. Then only declarations
     * stay that device code or these names mention. NULL: all that is no host code stays.
     */
    const char *const *asked;
};

/* Likely: functions that could be meant for the device, but lack the qualifier. */
enum host_code_certainty { HOST_CODE_NONE, HOST_CODE_LIKELY, HOST_CODE_CERTAIN };

/*
 * The source without its host code, in `arena`, under the same name. A note in `diagnostics` lists
 * the removed code. NONE: there is none, or braces do not match; outputs are unchanged.
 */
enum host_code_certainty host_code_strip(const struct source *source, const struct host_code_headers *headers,
                                         struct arena *arena, struct source *out_source,
                                         struct diagnostics *diagnostics);

#endif
