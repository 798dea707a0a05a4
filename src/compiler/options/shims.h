/*
 * The small C and C++ headers that are given to the compiler beside the toolkit's (shims.def).
 */
#ifndef COMPILER_OPTIONS_SHIMS_H
#define COMPILER_OPTIONS_SHIMS_H

#include <stddef.h>

/* The one that is read before every source. */
#define SHIM_FIRST "warpschool_first.h"

/* Two parallel lists, as NVRTC takes headers in memory: it finds these before any file. Returns their length. */
size_t shims_lists(const char *const **out_names, const char *const **out_texts);

/* One hash over all names and texts: part of what a cached result depends on. */
void shims_hash(char out_hex[65]);

#endif
