/*
 * Arguments of `warpschool run`: the texts after --arg and --symbol.
 *
 *     argument = ( value | array | pointer | "{" field { "," field } "}" ) [ ">" file ]
 *     value    = type "=" ( integer | decimal | "0f" 8 hex digits | "0d" 16 hex digits )
 *     array    = type "[" count "]" ( "=" fill | "@" file )
 *     fill     = "poison" | a distribution: a number, iota, uniform(a,b), normal(m,s), zeros ...
 *     pointer  = "&" index [ "+" elements ] | "*{" field { "," field } "}"
 *     field    = argument | ":" array
 *     symbol   = name ( "=" argument | "@" file ) [ ">" file ] | name ">" file
 *
 * Types are those of lessons. s8 .. s64 and b8 .. b64 are other names of i8 .. i64 and u8 .. u64.
 * C's names of one word are also known. count is an expression. An array is a buffer of its own;
 * its address is passed as argument or field. It is passed by value after ":" and in a symbol. It
 * is also passed by value if it has exactly the bytes of a parameter that is no pointer. Braces lay
 * fields out as C does. With "*" they are a buffer of their own. "&" is the buffer of an earlier
 * argument.
 */
#ifndef APP_KERNEL_ARGUMENT_H
#define APP_KERNEL_ARGUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

enum kernel_argument_kind {
    KERNEL_ARGUMENT_SCALAR,
    KERNEL_ARGUMENT_BUFFER,
    KERNEL_ARGUMENT_SAME,
    KERNEL_ARGUMENT_FIELDS,
};

struct kernel_argument {
    enum kernel_argument_kind kind;
    enum dtype dtype;
    uint64_t bits;                        /* SCALAR: in the low dtype_bytes */
    uint64_t element_count;               /* BUFFER; SAME: this many elements further */
    const char *fill;                     /* BUFFER: a distribution; NULL for poison and files */
    const char *from_file;                /* BUFFER: raw little-endian elements; NULL */
    bool is_in_place;                     /* BUFFER: passed by value instead of its address */
    uint32_t same_as;                     /* SAME: index of the argument that owns the buffer */
    const struct kernel_argument *fields; /* FIELDS */
    uint32_t field_count;
    bool is_pointed;     /* FIELDS: a buffer that holds them; its address is passed */
    const char *to_file; /* output file for the buffer; NULL */
};

/* A __device__ or __constant__ variable of the module. */
struct kernel_symbol {
    const char *name; /* as in the source, or mangled */
    bool has_content;
    bool is_whole; /* the content is a file of the variable's size */
    struct kernel_argument content;
    const char *to_file; /* output file for the variable; NULL */
};

enum { KERNEL_BUFFER_BYTES_MAX_LOG2 = 34 };

/* `index` is this argument's own, to check &K. Texts live in `arena`. */
bool kernel_argument_parse(const char *text, uint32_t index, struct arena *arena, struct kernel_argument *out_argument,
                           struct error *error);

/* &K can name any of the `argument_count` arguments. */
bool kernel_symbol_parse(const char *text, uint32_t argument_count, struct arena *arena,
                         struct kernel_symbol *out_symbol, struct error *error);

/*
 * The elements of a buffer argument, made or read. `out_bytes` holds element_count * dtype_bytes
 * and is malloc'ed. Random ones follow from seed and `name`.
 */
bool kernel_argument_fill(const struct kernel_argument *argument, const char *name, uint64_t seed, void **out_bytes,
                          struct error *error);

#endif
