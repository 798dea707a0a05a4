/*
 * The variables of a program that was compiled with -G: names, types, places.
 *
 * The compiler writes DWARF into sections of the PTX text. There, an address is the name of a label
 * or a variable. A label counts here as its line in the PTX text, so a range of addresses is a
 * range of PTX lines. The data says nothing about shared variables of a function. These come from
 * the kernel's source and from the PTX variables.
 *
 * The text may be hostile. Parts that cannot be read are left out, or refused with an error.
 */
#ifndef PTX_DEBUG_H
#define PTX_DEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diagnostics.h"
#include "base/error.h"
#include "ptx/program.h"

enum ptx_debug_kind {
    PTX_DEBUG_OTHER, /* cannot be shown */
    PTX_DEBUG_SIGNED,
    PTX_DEBUG_UNSIGNED,
    PTX_DEBUG_CHARACTER,
    PTX_DEBUG_BOOLEAN,
    PTX_DEBUG_FLOAT,  /* of 2, 4 or 8 bytes */
    PTX_DEBUG_BFLOAT, /* of 2 bytes */
    PTX_DEBUG_POINTER,
    PTX_DEBUG_REFERENCE,
    PTX_DEBUG_ARRAY,
    PTX_DEBUG_STRUCTURE, /* a class or union too */
};

struct ptx_debug_member;

struct ptx_debug_type {
    enum ptx_debug_kind kind;
    const char *name; /* "const float *" */
    uint64_t size_bytes;
    const struct ptx_debug_type *element; /* POINTER, REFERENCE: NULL if unknown; ARRAY */
    uint64_t count;                       /* ARRAY: elements; 0 if unknown */
    const struct ptx_debug_member *members;
    uint32_t member_count;
};

struct ptx_debug_member {
    const char *name; /* "" for a base class */
    const struct ptx_debug_type *type;
    uint64_t offset_bytes;
};

enum ptx_debug_place_kind {
    PTX_DEBUG_REGISTER, /* the value is in register `name` */
    PTX_DEBUG_VARIABLE, /* at `offset_bytes` of the PTX variable `name` */
    PTX_DEBUG_ADDRESS,  /* in memory, at the address in register `name` plus `offset_bytes` */
};

/* Where a variable is while a warp is at the PTX lines [first, end). */
struct ptx_debug_place {
    int first, end; /* PTX lines */
    enum ptx_debug_place_kind kind;
    const char *name;
    int64_t offset_bytes;
};

struct ptx_debug_variable {
    const char *name;
    const struct ptx_debug_type *type;
    int line;       /* of the declaration; 0 unknown */
    int first, end; /* PTX lines of its scope */
    bool is_parameter, is_shared;
    const struct ptx_debug_place *places; /* none: the compiler gave it no place */
    uint32_t place_count;
};

struct ptx_debug_function {
    const char *name;                           /* of the PTX function; "": variables of the whole program */
    const struct ptx_debug_variable *variables; /* inner scopes after outer ones */
    uint32_t variable_count;
};

struct ptx_debug {
    const struct ptx_debug_function *functions;
    uint32_t function_count;
};

/*
 * Reads the variables of `program`, whose text is `ptx`, into `arena`. `kernel` is the CUDA source;
 * NULL leaves out shared variables of functions. Errors: NOT_FOUND (no debug data), SYNTAX,
 * UNSUPPORTED (another version of DWARF), RANGE (too much of it).
 */
struct ptx_debug *ptx_debug_read(struct arena *arena, const struct source *ptx, const struct ptx_program *program,
                                 const struct source *kernel, struct error *error);

/* NULL: there is no such function. */
const struct ptx_debug_function *ptx_debug_function(const struct ptx_debug *debug, const char *name);

/* The place at a PTX line. NULL: it has none there. */
const struct ptx_debug_place *ptx_debug_place(const struct ptx_debug_variable *variable, int ptx_line);

#endif
