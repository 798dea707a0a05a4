/*
 * From a file to its compiled module for `warpschool run`, without its host code.
 */
#ifndef APP_KERNEL_KERNEL_COMPILE_H
#define APP_KERNEL_KERNEL_COMPILE_H

#include "app/app.h"
#include "app/kernel_run.h"
#include "compiler/compiler.h"

/*
 * Compiles `source` with its headers and without host code. If that code could be the device's,
 * first tries the source unchanged. A kernel with template arguments in the request is
 * instantiated. Diagnostics are on the lines of `source`, which must outlive the result.
 */
bool kernel_compile(const struct app *app, const char *architecture, const struct source *source,
                    const struct kernel_run_request *request, struct arena *arena, struct compile_result **out_result,
                    struct error *error);

/* The errors of compiled PTX, as diagnostics on the lines of `source`. */
void kernel_compile_place_errors(const struct diagnostics *of_ptx, const char *ptx, const struct source *source,
                                 struct diagnostics *diagnostics);

#endif
