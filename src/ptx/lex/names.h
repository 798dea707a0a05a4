/*
 * Interned names. Every word of the text is looked up once, and its entry holds all that is known
 * about it.
 *
 * An entry has the innermost binding of the name (ptx/parse/scope.h). For the spelling of an
 * instruction it has the resolved form (ptx/form/form.h). So the parser works with pointers only.
 */
#ifndef PTX_LEX_NAMES_H
#define PTX_LEX_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ptx/opcode.h"

struct ptx_binding;
struct ptx_form;
struct ptx_range;

struct ptx_name {
    const char *text; /* NUL-terminated */
    uint32_t length;
    uint32_t hash;
    struct ptx_name *next;       /* in its bucket */
    struct ptx_binding *binding; /* innermost declaration, NULL if none */
    struct ptx_range *range;     /* innermost `.reg .b32 name<n>` */
    struct ptx_name *stem;       /* "%r" of "%r12"; NULL if the name does not end in a number */
    uint32_t number;             /* 12 of "%r12" */
    bool is_classified;          /* stem, special and is_dotted are known */
    bool is_dotted;
    uint8_t component;
    enum ptx_special_register special;
    uint32_t special_index;
    const struct ptx_form *form; /* of an instruction, after it was resolved */
    /* serial of the last function with a register or variable of this name */
    uint32_t used_in;
    uint32_t copies; /* the number of those in that function */
    /* a function's global or constant variable has this name in the module */
    bool names_static;
    uint32_t static_copies; /* the number of further such variables */
};

struct ptx_names {
    struct arena *arena;
    struct ptx_name **buckets;
    uint32_t bucket_count; /* a power of two */
    uint32_t count;
    uint32_t seed; /* of the hash: random for each parse, so no text can aim at one bucket */
};

void names_init(struct ptx_names *names, struct arena *arena);
void names_done(struct ptx_names *names); /* entries stay in the arena */

static inline uint32_t names_hash_step(uint32_t hash, unsigned char character)
{
    return (hash ^ character) * 0x01000193u;
}

/* `hash` is names_hash_step over all bytes from names->seed on. */
struct ptx_name *names_intern(struct ptx_names *names, const char *text, size_t length, uint32_t hash);
struct ptx_name *names_intern_text(struct ptx_names *names, const char *text, size_t length);

/* Fills stem, number, special register and component of `name`. */
void names_classify(struct ptx_names *names, struct ptx_name *name);

#endif
