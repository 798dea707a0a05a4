/* Turns a request into the compiler's command line. Checks the request first. */
#ifndef COMPILER_OPTIONS_OPTIONS_H
#define COMPILER_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "compiler/compiler.h"

/*
 * NVRTC's name for the source: absolute, below a folder that does not exist. With it, PTX and CUBIN
 * do not depend on the child's folder. And `#include "x"` finds no folder of the source.
 */
#define OPTIONS_SOURCE_NAME COMPILER_SOURCE_NAME

enum {
    OPTIONS_SOURCE_BYTES_MAX = 1024 * 1024,
    OPTIONS_LIST_MAX = 64,       /* defines, names */
    OPTIONS_TEXT_BYTES_MAX = 512 /* one define, one name */
};

/* Machine settings that do not change the result. */
struct option_folders {
    const char *include; /* "" if there is none; likewise for cccl */
    const char *cccl;
    bool precompile; /* let NVRTC keep precompiled headers */
};

/*
 * Checks defines, names and architecture. options_check_source checks the source. ERROR_RANGE or
 * ERROR_SYNTAX.
 */
bool options_check(const struct compile_request *request, struct error *error);

/* A source over 1 MiB, or with a NUL byte, gives a diagnostic and false. */
bool options_check_source(const struct source *source, struct diagnostics *diagnostics);

/*
 * The options in their order. Without `folders` (NULL) it omits the folders, for cache keys.
 * Returns the count.
 */
size_t options_build(struct arena *arena, const struct compile_request *request, const struct option_folders *folders,
                     const char *const **out_options);

#endif
