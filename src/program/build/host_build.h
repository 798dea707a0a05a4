/* The host's part of a program: a CUDA source -> an executable file, by clang. */
#ifndef PROGRAM_BUILD_HOST_BUILD_H
#define PROGRAM_BUILD_HOST_BUILD_H

#include "program/program.h"

/*
 * `sources` are the request's with their headers inserted. False in `*out_built`: see
 * `diagnostics`, which are on the request's sources. UNSUPPORTED: there is no clang.
 */
bool host_build(const struct program_request *request, const struct source *sources, struct arena *arena,
                struct diagnostics *diagnostics, const char **out_program, bool *out_built, struct error *error);

/*
 * The program that an earlier build of the same sources has left in the cache. False: there is
 * none. The sources have their headers inserted, except those of the system.
 */
bool host_build_cached(const struct program_request *request, const struct source *sources, struct arena *arena,
                       const char **out_program);

/* Puts clang's and the linker's messages in `log` into `diagnostics`. */
void host_build_read_log(const char *log, const struct source *sources, size_t source_count,
                         struct diagnostics *diagnostics);

#endif
