/*
 * Arguments and variables of `warpschool run` in device memory: buffers, the argument block, and
 * output files.
 */
#ifndef APP_KERNEL_KERNEL_PLACE_H
#define APP_KERNEL_KERNEL_PLACE_H

#include "app/kernel_run.h"
#include "base/diagnostics.h"
#include "ptx/program.h"

enum { RUN_ARGUMENTS_MAX = 64, RUN_BLOCK_BYTES_MAX = 32764 };

/* The buffer that &K passes on. */
struct kernel_buffer {
    device_address address;
    uint64_t size_bytes;
    uint32_t element_bytes; /* 0: the argument is no buffer */
};

/* The content of an output file after the launches. */
struct kernel_output {
    const char *path;
    device_address address;
    uint64_t size_bytes;
    struct kernel_output *next;
};

struct kernel_place {
    struct device *device;
    struct device_module *module;
    struct arena *arena;
    const struct kernel_run_request *request;
    const struct source *source;
    struct diagnostics *diagnostics;                 /* notes about the request */
    struct kernel_buffer buffers[RUN_ARGUMENTS_MAX]; /* of the arguments */
    uint8_t *block;                                  /* RUN_BLOCK_BYTES_MAX */
    size_t block_bytes;
    struct kernel_output *outputs; /* newest first */
};

/*
 * Makes the argument block. Errors: SYNTAX (count and sizes), RANGE, those of reading files and of
 * the device.
 */
bool kernel_place_arguments(struct kernel_place *place, const char *kernel, struct error *error);

/*
 * Fills variables, after the arguments. Errors: NOT_FOUND (with the existing ones), RANGE (larger
 * than the variable).
 */
bool kernel_place_symbols(struct kernel_place *place, const struct ptx_program *program, struct error *error);

/*
 * What a program's host would find in the buffers of the arguments is observed. Only of those to a
 * file where elements are bytes: they may be structures, with padding that nobody reads.
 */
bool kernel_place_look_at_buffers(struct kernel_place *place, struct error *error);
bool kernel_place_write_outputs(struct kernel_place *place, struct error *error);

/*
 * kernel_symbols.c: the variable that the user means, as kernel_choose() for kernels. Only those in
 * global and constant memory count.
 */
bool kernel_symbol_choose(const struct ptx_program *program, const char *wanted, struct arena *arena,
                          const char **out_name, struct error *error);

/*
 * kernel_symbols.c: a note for each __constant__ variable that is read but has no initial value and
 * is not requested.
 */
void kernel_symbol_note_unset(const struct ptx_program *program, const struct kernel_run_request *request,
                              const struct source *source, struct arena *arena, struct diagnostics *diagnostics);

#endif
