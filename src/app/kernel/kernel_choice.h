/*
 * The kernel of a program that the user means, and the text that defines it.
 */
#ifndef APP_KERNEL_KERNEL_CHOICE_H
#define APP_KERNEL_KERNEL_CHOICE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "ptx/program.h"

/*
 * The kernel's name in the program. `wanted` is that name, the readable one, or a part of it that
 * only one kernel has (base/mangled.h). NULL: the only kernel. Messages list the kernels of
 * `source`.
 */
bool kernel_choose(const struct ptx_program *program, const struct source *source, const char *wanted,
                   struct arena *arena, const char **out_kernel, struct error *error);

/*
 * The text of the kernel's lines: `source`, or the header beside it that defines the kernel. In the
 * latter case a note is added.
 */
struct source kernel_source_of(const struct ptx_program *program, const char *kernel, const struct source *source,
                               struct arena *arena, struct diagnostics *diagnostics);

#endif
