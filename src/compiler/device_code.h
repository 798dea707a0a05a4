/*
 * Blanks the bodies of device functions in a CUDA source, for a compiler that makes the host's code
 * alone. Lines and columns stay. So it needs to know no function that only kernels call.
 *
 * The source's text decides. A body is that of a function marked __global__ or __device__, directly
 * or by a macro. Functions that are also marked __host__ keep theirs, and so do constexpr functions
 * and those whose type `auto` follows from the body.
 */
#ifndef COMPILER_DEVICE_CODE_H
#define COMPILER_DEVICE_CODE_H

#include "base/arena.h"
#include "base/diagnostics.h"

/* The source without these bodies, in `arena`, under the same name. */
struct source device_code_blank(const struct source *source, struct arena *arena);

#endif
