/* Places of the debug data: DWARF expressions and their lists -> struct ptx_debug_place. */
#ifndef PTX_DEBUG_PLACE_H
#define PTX_DEBUG_PLACE_H

#include "ptx/debug.h"
#include "ptx/debug/dwarf.h"

/*
 * The places in DW_AT_location. An expression of another form than the compiler's is left out.
 */
void place_read(const struct dwarf *dwarf, const struct dwarf_entry *entry, struct arena *arena,
                struct ptx_debug_variable *variable);

#endif
