/*
 * Running any kernel without host code: what `warpschool run` does. A .cu file is compiled first; a .ptx file runs as
 * it is. The kernel is executed, checked and counted; findings are the result, not an error.
 */
#ifndef APP_KERNEL_RUN_H
#define APP_KERNEL_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "app/kernel_argument.h"
#include "device/modelling.h"

struct kernel_run_request {
    const char *path;
    const char *kernel; /* NULL: the only one */
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes;
    const char *device; /* "auto", "virtual", "cuda" */
    uint64_t seed;
    uint32_t repeat; /* 1: once */
    const struct kernel_argument *arguments;
    uint32_t argument_count;
    const struct kernel_symbol *symbols;
    uint32_t symbol_count;
    const char *const *include_folders; /* NULL-terminated, as the next; headers beside the file are found without */
    const char *const *defines;         /* "N=4" */
};

struct kernel_run_result {
    struct source source;            /* the file */
    struct diagnostics *diagnostics; /* of compiler and PTX parser */
    bool compiled;                   /* false: see diagnostics */
    struct observation *observation; /* the caller frees it; NULL unless compiled */
    double elapsed_ns;               /* measured; 0: not */
    struct device_model model;       /* of the launch on a GPU that is not there; 0 launches: see `not_modelled` */
    const char *not_modelled;        /* why; NULL */
    char device_name[128];
};

/* Texts live in `arena`. Output files are written whether or not there were findings. */
bool kernel_run(const struct app *app, const struct kernel_run_request *request, struct arena *arena,
                struct kernel_run_result *out_result, struct error *error);

#endif
