/*
 * From a file to a module for `warpschool run`: compiling it, with its host code left out where there is any, and
 * finding the kernel that the user means.
 */
#ifndef APP_KERNEL_KERNEL_BUILD_H
#define APP_KERNEL_KERNEL_BUILD_H

#include "app/app.h"
#include "app/kernel_run.h"
#include "compiler/compiler.h"
#include "ptx/program.h"

/*
 * Compiles `source` with its headers and without host code; where that may be the device's, as it stands if it compiles
 * so. The request's kernel is instantiated where it has template arguments. Diagnostics are on the lines of `source`,
 * which must outlive the result.
 */
bool kernel_compile(const struct app *app, const char *architecture, const struct source *source,
                    const struct kernel_run_request *request, struct arena *arena, struct compile_result **out_result,
                    struct error *error);

/* What is wrong with compiled PTX, as diagnostics on the lines of `source` that it was compiled from. */
void kernel_show_on_source(const struct diagnostics *of_ptx, const char *ptx, const struct source *source,
                           struct diagnostics *diagnostics);

/*
 * The kernel's name in the program. `wanted` is that name, the readable one, or a part of it that only one kernel has
 * (base/mangled.h); NULL: the only kernel. `source` serves to say what could be asked for.
 */
bool kernel_choose(const struct ptx_program *program, const struct source *source, const char *wanted,
                   struct arena *arena, const char **out_kernel, struct error *error);

/*
 * The text that the kernel's lines are of: `source`, or the header beside it that the kernel stands in, about which a
 * note is added.
 */
struct source kernel_lines(const struct ptx_program *program, const char *kernel, const struct source *source,
                           struct arena *arena, struct diagnostics *diagnostics);

#endif
