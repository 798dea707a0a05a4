/* Basic blocks of a parsed function, and their edges. */
#ifndef PTX_PARSE_CONTROL_FLOW_H
#define PTX_PARSE_CONTROL_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"

/*
 * True for bra, brx.idx, ret, exit and trap: the block ends after them. A call continues after
 * itself.
 */
bool control_flow_ends_block(enum ptx_opcode opcode);

/*
 * Fills blocks and block_of of a function with complete instructions and labels. Adds its edges to
 * *edge_total. If that passes `edges_max`, returns false and makes no blocks.
 */
bool control_flow_build(struct arena *arena, struct ptx_function *function, uint32_t *edge_total, uint32_t edges_max);

#endif
