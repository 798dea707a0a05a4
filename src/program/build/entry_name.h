/* Names of kernels: as clang registers them, and as the kernels' compiler writes them. */
#ifndef PROGRAM_BUILD_ENTRY_NAME_H
#define PROGRAM_BUILD_ENTRY_NAME_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/*
 * The name of the kernel in `ptx`. The host's uint64_t is a long, the kernels' is a long long: a
 * kernel whose name differs only so is the one. `registered` itself if there is none, or several.
 */
const char *entry_name_find(const char *ptx, const char *registered, struct arena *arena);

/* Whether a lambda of a function is among the kernel's template arguments. */
bool entry_name_has_lambda(const char *registered);
/* Reports each device lambda of the source: the kernels' compiler does not see host functions. */
void entry_name_report_lambdas(const struct source *source, struct diagnostics *diagnostics);

#endif
