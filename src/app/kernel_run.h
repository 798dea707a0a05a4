/*
 * `warpschool run`: a kernel without host code, or a whole program.
 *
 * Of a kernel, a .cu file is compiled first; a .ptx file runs unchanged. The kernel is executed,
 * checked and counted. A program is a .cu file with a main(). Findings are the result, not an
 * error.
 */
#ifndef APP_KERNEL_RUN_H
#define APP_KERNEL_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "app/kernel_argument.h"
#include "base/buffer.h"
#include "device/modelling.h"
#include "program/program.h"

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
    /* NULL-terminated, as the next; headers beside the file are always found */
    const char *const *include_folders;
    const char *const *defines; /* "N=4" */
};

struct kernel_run_result {
    struct source source;            /* the file */
    struct diagnostics *diagnostics; /* of compiler and PTX parser */
    bool compiled;                   /* false: see diagnostics */
    struct observation *observation; /* the caller frees it; NULL unless compiled */
    double elapsed_ns;               /* measured; 0: not */
    /* of the launch on a modelled GPU; 0 launches: see `not_modelled` */
    struct device_model model;
    const char *not_modelled; /* the reason; NULL */
    char device_name[128];
};

/* Texts live in `arena`. Output files are written even with findings. */
bool kernel_run(const struct app *app, const struct kernel_run_request *request, struct arena *arena,
                struct kernel_run_result *out_result, struct error *error);

/* --- whole programs --------------------------------------------------------------------------- */

struct program_action {
    const char *const *paths;     /* NULL-terminated; .cu, .cpp */
    const struct source *source;  /* in place of paths; NULL: none */
    const char *const *arguments; /* of the program; NULL-terminated */
    const char *const *include_folders, *const *defines, *const *write_paths, *const *libraries;
    const char *standard, *emit; /* NULL: as in struct program_request */
    const char *device;          /* "auto", "virtual", "cuda" */
    uint64_t seed;
    uint32_t seconds;                                          /* 0: the default */
    uint32_t device_count;                                     /* 0: one */
    bool is_trusted, is_alone, alters_stores, has_terminal[2]; /* as in struct program_request */
    void (*take_output)(void *context, enum program_stream stream, const char *text, size_t size_bytes);
    void *context;
};

/* Whether the file is a program: a .cu file with a main(). */
bool program_action_fits(const char *path);

/* Texts live in `arena`. */
bool program_action_run(const struct app *app, const struct program_action *action, struct arena *arena,
                        struct program_result *out_result, struct error *error);

/* Draws the streams over time. Writes nothing of a program with one stream. */
void program_action_timeline(const struct app *app, const struct program_result *result, const char *program,
                             int columns, struct arena *arena, struct buffer *out);
/* The same as JSON, with any number of streams. A new reference. */
json_t *program_action_timeline_json(const struct program_result *result, struct arena *arena);

/* The main functions of the children, for `warpschool worker confined` and `worker cleaner`. */
int program_action_worker_main(void);
int program_action_cleaner_main(void);

#endif
