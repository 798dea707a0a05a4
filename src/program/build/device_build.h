/* The device's part of a program: a CUDA source and the registered names -> a device's module. */
#ifndef PROGRAM_BUILD_DEVICE_BUILD_H
#define PROGRAM_BUILD_DEVICE_BUILD_H

#include "program/program.h"

struct device_build {
    bool ok; /* false: see the diagnostics */
    struct device_image image;
    /* as the module calls them; one for each registered name; NULL: the module has it not */
    const char **kernels, **variables;
    const struct kernel_resources *resources;
    size_t resource_count;
};

/* The threads of a block that __launch_bounds__ allows. 0: it says nothing. */
uint32_t device_build_threads_max(const struct device_build *build, const char *kernel);

/*
 * `source` is one of the request's with its headers inserted, and `shown` the request's own.
 * `kernels` and `variables` are the names that clang gave them.
 */
bool device_build(struct compiler *compiler, const struct program_request *request, const struct source *source,
                  const struct source *shown, const char *architecture, const char *const *kernels, size_t kernel_count,
                  const char *const *variables, size_t variable_count, struct arena *arena,
                  struct diagnostics *diagnostics, struct device_build *out_build, struct error *error);

#endif
