/*
 * Reads the kernel names of a CUDA file from its text. This finds a mistyped name before the
 * compile.
 */
#ifndef PLAN_STATEMENT_KERNELS_H
#define PLAN_STATEMENT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"

enum { PLAN_KERNELS_LISTED_MAX = 64 };

/*
 * The names after `__global__`, at most PLAN_KERNELS_LISTED_MAX. Does not understand comments and
 * macros.
 */
size_t kernels_list(struct arena *arena, const struct source *source, const char **out_names);

/* The name after the last "::". */
const char *kernel_name_tail(const char *kernel);

/*
 * Whether the text outside the plan lines could define `name`: it has the word, or it pastes words
 * together.
 */
bool kernels_may_define(const struct source *source, const char *name);

#endif
