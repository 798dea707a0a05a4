/* The small C and C++ headers that the compiler gets beside the toolkit's (shims.def). */
#ifndef COMPILER_OPTIONS_SHIMS_H
#define COMPILER_OPTIONS_SHIMS_H

#include <stddef.h>

/* The header that is read before every source. */
#define SHIM_FIRST "warpschool_first.h"

/*
 * Two parallel lists, in NVRTC's form for headers in memory. It finds these before any file.
 * Returns their length.
 */
size_t shims_lists(const char *const **out_names, const char *const **out_texts);

/* One hash over all names and texts. A cached result depends on it. */
void shims_hash(char out_hex[65]);

#endif
