/*
 * From a file to a module for `warpschool run`. Compiles it without its host code, and finds the
 * kernel that the user means.
 */
#ifndef APP_KERNEL_KERNEL_BUILD_H
#define APP_KERNEL_KERNEL_BUILD_H

#include "app/app.h"
#include "app/kernel_run.h"
#include "compiler/compiler.h"
#include "ptx/program.h"

/*
 * Compiles `source` with its headers and without host code. If that code could be the device's,
 * first tries the source unchanged. A kernel with template arguments in the request is
 * instantiated. Diagnostics are on the lines of `source`, which must outlive the result.
 */
bool kernel_compile(const struct app *app, const char *architecture, const struct source *source,
                    const struct kernel_run_request *request, struct arena *arena, struct compile_result **out_result,
                    struct error *error);

/* The errors of compiled PTX, as diagnostics on the lines of `source`. */
void kernel_show_on_source(const struct diagnostics *of_ptx, const char *ptx, const struct source *source,
                           struct diagnostics *diagnostics);

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
struct source kernel_lines(const struct ptx_program *program, const char *kernel, const struct source *source,
                           struct arena *arena, struct diagnostics *diagnostics);

#endif
