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

/* What a program registers of one source, as clang names it. */
struct device_names {
    size_t source; /* index */
    const char **kernels, **variables;
    size_t kernel_count, variable_count;
};

/* The same for all sources of a program. */
struct device_build_setup {
    struct compiler *compiler;
    const struct program_request *request;
    const struct source *sources; /* the request's, with their headers inserted */
    const char *architecture;
    bool is_relocatable; /* other sources may define what one declares */
    struct arena *arena; /* of what is built */
    struct diagnostics *diagnostics;
};

bool device_build(const struct device_build_setup *setup, const struct device_names *names,
                  struct device_build *out_build, struct error *error);

#endif
