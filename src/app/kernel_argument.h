/*
 * Arguments of `warpschool run`: what stands behind --arg.
 *
 *     argument = ( type "=" value | type "[" count "]" ( "=" fill | "@" file ) | "&" index ) [ ">" file ]
 *     value    = integer | decimal | "0f" 8 hex digits | "0d" 16 hex digits
 *     fill     = "poison" | a distribution of the lessons: a number, iota, uniform(a,b), normal(m,s), zeros ...
 *
 * Types are those of lessons; s8 .. s64 and b8 .. b64 are other names of i8 .. i64 and u8 .. u64. count is an
 * expression. A buffer with exactly the bytes of a parameter that is no pointer is passed by value, as a structure.
 */
#ifndef APP_KERNEL_ARGUMENT_H
#define APP_KERNEL_ARGUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

enum kernel_argument_kind { KERNEL_ARGUMENT_SCALAR, KERNEL_ARGUMENT_BUFFER, KERNEL_ARGUMENT_SAME };

struct kernel_argument {
    enum kernel_argument_kind kind;
    enum dtype dtype;
    uint64_t bits;          /* SCALAR: in the low dtype_bytes */
    uint64_t element_count; /* BUFFER */
    const char *fill;       /* BUFFER: a distribution; NULL for poison and files */
    const char *from_file;  /* BUFFER: raw little-endian elements; NULL */
    uint32_t same_as;       /* SAME: index of the argument whose buffer it is */
    const char *to_file;    /* write the buffer there afterwards; NULL */
};

enum { KERNEL_BUFFER_BYTES_MAX_LOG2 = 34 };

/* `index` is this argument's own, so that &K can be checked. Texts live in `arena`. */
bool kernel_argument_parse(const char *text, uint32_t index, struct arena *arena, struct kernel_argument *out_argument,
                           struct error *error);

/* The elements of a buffer argument, made or read; `out_bytes` holds element_count * dtype_bytes and is malloc'ed. */
bool kernel_argument_fill(const struct kernel_argument *argument, uint32_t index, uint64_t seed, void **out_bytes,
                          struct error *error);

#endif
