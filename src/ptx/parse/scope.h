/*
 * Scopes: the meaning of a name at a place (PTX ISA 5.1, 9.7.12 `{}`).
 *
 * Every declaration is a binding on its interned name. Leaving a scope removes its bindings, so a
 * lookup costs nothing. Depth 0 is the module, 1 the parameters of a function, 2 its body.
 */
#ifndef PTX_PARSE_SCOPE_H
#define PTX_PARSE_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/lex/lexer.h"
#include "ptx/program.h"

enum { PTX_SCOPE_DEPTH_MAX = 256 };

enum ptx_binding_kind {
    PTX_BINDING_REGISTER,
    PTX_BINDING_VARIABLE,
    PTX_BINDING_FUNCTION,
    PTX_BINDING_LABEL,
    PTX_BINDING_PROTOTYPE,
    PTX_BINDING_TARGETS, /* .branchtargets */
    PTX_BINDING_CALLEES, /* .calltargets */
};

struct ptx_binding {
    enum ptx_binding_kind kind;
    uint32_t depth;
    struct ptx_name *name;
    struct ptx_binding *shadowed; /* the binding that this one hides */
    struct ptx_binding *sibling;  /* next of the same scope */
    enum ptx_type type;           /* REGISTER */
    uint8_t vector;               /* REGISTER: 1, 2, 4, 8 */
    bool has_slot;                /* REGISTER: `index` is its slot; given at the first use */
    uint32_t index;               /* slot, function, label */
    struct ptx_variable *variable;
    const char *text;             /* LABEL: its name made unique */
    struct ptx_operand *elements; /* TARGETS, CALLEES */
    uint32_t element_count;
};

/* `.reg .b32 %r<100>`: 100 registers, each bound at its first use. */
struct ptx_range {
    uint32_t depth;
    uint32_t count;
    enum ptx_type type;
    uint8_t vector;
    struct ptx_name *stem;
    struct ptx_range *shadowed;
    struct ptx_range *sibling;
};

struct ptx_scope {
    struct ptx_binding *bindings;
    struct ptx_range *ranges;
    uint32_t first_reference; /* of the function's unresolved references */
};

struct ptx_scopes {
    struct arena *arena; /* of the parse, not of the program */
    struct ptx_names *names;
    uint32_t depth; /* of the innermost scope */
    struct ptx_scope stack[PTX_SCOPE_DEPTH_MAX];
};

void scopes_init(struct ptx_scopes *scopes, struct arena *arena, struct ptx_names *names);
bool scope_enter(struct ptx_scopes *scopes); /* false: too deep */
void scope_leave(struct ptx_scopes *scopes);

/* NULL if the innermost scope already has that name. */
struct ptx_binding *scope_bind(struct ptx_scopes *scopes, struct ptx_name *name, enum ptx_binding_kind kind);
struct ptx_binding *scope_bind_at(struct ptx_scopes *scopes, uint32_t depth, struct ptx_name *name,
                                  enum ptx_binding_kind kind);
bool scope_bind_range(struct ptx_scopes *scopes, struct ptx_name *stem, uint32_t count, enum ptx_type type,
                      uint8_t vector);

/* The innermost meaning, NULL if there is none. */
struct ptx_binding *scope_meaning(struct ptx_scopes *scopes, struct ptx_name *name);

#endif
