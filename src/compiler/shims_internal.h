/*
 * The small C and C++ headers that are given to the compiler beside the toolkit's (shims.def).
 */
#ifndef COMPILER_SHIMS_INTERNAL_H
#define COMPILER_SHIMS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct shim {
    const char *name;
    const char *text;
};

/* The one that is read before every source. */
#define SHIM_FIRST "warpschool_first.h"

const struct shim *shims_table(size_t *out_count);

/* Writes every shim into an existing folder. */
bool shims_write(const char *folder, struct error *error);

/* One hash over all names and texts: part of what a cached result depends on. */
void shims_hash(char out_hex[65]);

#endif
