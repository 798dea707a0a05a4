/*
 * Basic blocks of a parsed function, their edges and immediate post-dominators.
 */
#ifndef PTX_FLOW_CONTROL_FLOW_H
#define PTX_FLOW_CONTROL_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"

/* bra, brx.idx, ret, exit, trap: nothing follows in the same block. A call goes on behind itself. */
bool ptx_ends_block(enum ptx_opcode opcode);

/*
 * Fills blocks and block_of of a function whose instructions and labels are complete. Adds its edges to *edge_total;
 * false, with no blocks, when that passes `edges_max`.
 */
bool ptx_build_control_flow(struct arena *arena, struct ptx_function *function, uint32_t *edge_total,
                            uint32_t edges_max);

/* Fills immediate_post_dominator of all blocks: O(edges log blocks), no recursion. */
void ptx_find_post_dominators(struct ptx_function *function);

#endif
