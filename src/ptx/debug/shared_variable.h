/*
 * Shared variables of functions, which the debug data leaves out: from the kernel's source.
 *
 *     declaration = "__shared__" type variable {"," variable} ";"
 *     variable    = name {"[" extent "]"}
 *
 * The PTX variable says how many bytes there are. Extents that are not numbers or named constants
 * of the file make an array of one extent.
 */
#ifndef PTX_DEBUG_SHARED_VARIABLE_H
#define PTX_DEBUG_SHARED_VARIABLE_H

#include "ptx/debug/type.h"

/* The type and line of the declaration of `name` with `size_bytes`. False: there is none. */
bool shared_variable_find(const struct type_table *types, const struct source *kernel, const char *name,
                          uint64_t size_bytes, struct arena *arena, struct ptx_debug_variable *variable);

#endif
