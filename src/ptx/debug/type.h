/* Types of the debug data: entries -> struct ptx_debug_type. */
#ifndef PTX_DEBUG_TYPE_H
#define PTX_DEBUG_TYPE_H

#include "ptx/debug.h"
#include "ptx/debug/dwarf.h"

/* Types by the offset of their entry. Each is built once. */
struct type_table {
    struct arena *arena;
    struct dwarf *dwarf;
    struct type_slot *slots;
    uint32_t count;
};

/* Never NULL. A type that cannot be read is of kind OTHER. */
const struct ptx_debug_type *type_of(struct type_table *table, const struct dwarf_entry *entry);

/* A base type or structure that was built before, by its name. NULL: none. */
const struct ptx_debug_type *type_named(const struct type_table *table, const char *name);

#endif
