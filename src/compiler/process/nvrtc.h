/*
 * NVRTC as a table of functions, found by dlopen. The program is not linked with it and needs none
 * of its headers.
 *
 * Only the child uses this.
 */
#ifndef COMPILER_PROCESS_NVRTC_H
#define COMPILER_PROCESS_NVRTC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef void *nvrtc_program; /* the library's own handle type */

/* The results that the program distinguishes. Others stay numbers. */
enum nvrtc_result {
    NVRTC_RESULT_SUCCESS = 0,
    NVRTC_RESULT_OUT_OF_MEMORY = 1,
    NVRTC_RESULT_INVALID_OPTION = 5,
    NVRTC_RESULT_COMPILATION = 6,
};

struct nvrtc {
#define NVRTC(name, parameters) int(*name) parameters;
#include "compiler/process/nvrtc.def"
#undef NVRTC
    int major, minor;
};

/*
 * Loads the builtins first, by absolute path. The library opens them by bare name, which then
 * resolves to the loaded ones. The libraries stay loaded for the life of the process.
 */
bool nvrtc_load(struct nvrtc *out_nvrtc, const char *library, const char *builtins, struct error *error);

#endif
