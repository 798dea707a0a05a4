/*
 * From a request to the compiler's command line, and the checks that a request must pass first.
 */
#ifndef COMPILER_OPTIONS_OPTIONS_H
#define COMPILER_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "compiler/compiler.h"

/*
 * The name that NVRTC knows the source by: absolute, below a folder that does not exist. It makes PTX and CUBIN the
 * same wherever the child runs, and gives `#include "x"` no folder of the source to look into.
 */
#define OPTIONS_SOURCE_NAME "/warpschool/kernel.cu"

enum {
    OPTIONS_SOURCE_BYTES_MAX = 1024 * 1024,
    OPTIONS_LIST_MAX = 64,       /* defines, names */
    OPTIONS_TEXT_BYTES_MAX = 512 /* one define, one name */
};

/* What the machine adds to a request and the result does not depend on. */
struct option_folders {
    const char *include; /* "" where there is none; so for cccl */
    const char *cccl;
    bool precompile; /* let NVRTC keep precompiled headers */
};

/* Defines, names and architecture; the source is looked at by options_check_source. ERROR_RANGE or ERROR_SYNTAX. */
bool options_check(const struct compile_request *request, struct error *error);

/* Over 1 MiB, or with a NUL byte: a diagnostic, and false. */
bool options_check_source(const struct source *source, struct diagnostics *diagnostics);

/* The options in their order; `folders` NULL leaves the folders out (for cache keys). Returns the count. */
size_t options_build(struct arena *arena, const struct compile_request *request, const struct option_folders *folders,
                     const char *const **out_options);

#endif
