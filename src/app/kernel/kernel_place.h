/*
 * Arguments and variables of `warpschool run` in the memory of its device: buffers made and filled, the argument block,
 * what is written to files afterwards.
 */
#ifndef APP_KERNEL_KERNEL_PLACE_H
#define APP_KERNEL_KERNEL_PLACE_H

#include "app/kernel_run.h"
#include "base/diagnostics.h"
#include "ptx/program.h"

enum { RUN_ARGUMENTS_MAX = 64, RUN_BLOCK_BYTES_MAX = 32764 };

/* What &K passes on. */
struct kernel_buffer {
    device_address address;
    uint64_t size_bytes;
    uint32_t element_bytes; /* 0: the argument is no buffer */
};

/* What a file gets after the launches. */
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
    struct diagnostics *diagnostics;                 /* notes about what was asked for */
    struct kernel_buffer buffers[RUN_ARGUMENTS_MAX]; /* of the arguments */
    uint8_t *block;                                  /* RUN_BLOCK_BYTES_MAX */
    size_t block_bytes;
    struct kernel_output *outputs; /* the latest first */
};

/* Makes the argument block. Errors: SYNTAX (count and sizes), RANGE, those of reading files and of the device. */
bool kernel_place_arguments(struct kernel_place *place, const char *kernel, struct error *error);

/*
 * Fills variables, after the arguments. Errors: NOT_FOUND (with those that there are), RANGE (larger than the
 * variable).
 */
bool kernel_place_symbols(struct kernel_place *place, const struct ptx_program *program, struct error *error);

/*
 * What a program's host would find in the buffers of the arguments is observed. Only of those to a file where elements
 * are bytes: they may be structures, with padding that nobody reads.
 */
bool kernel_place_look_at_buffers(struct kernel_place *place, struct error *error);
bool kernel_place_write_outputs(struct kernel_place *place, struct error *error);

/*
 * kernel_symbols.c: the variable that the user means, as kernel_choose() does for kernels; only those in global and
 * constant memory count.
 */
bool kernel_symbol_choose(const struct ptx_program *program, const char *wanted, struct arena *arena,
                          const char **out_name, struct error *error);

/* kernel_symbols.c: a note for each __constant__ variable that is read, has no initial value and is in no request. */
void kernel_symbol_note_unset(const struct ptx_program *program, const struct kernel_run_request *request,
                              const struct source *source, struct arena *arena, struct diagnostics *diagnostics);

#endif
