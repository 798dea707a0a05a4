/*
 * Stretches of PTX: blocks that ptxas schedules as one, since it gives the short ones between them
 * a predicate instead of a branch. And loops, by the number of their first block and their last.
 */
#ifndef TIMING_SCHEDULE_STRETCH_H
#define TIMING_SCHEDULE_STRETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"

bool stretch_leads_to(const struct ptx_block *block, uint32_t to);

/* The last block that leads back to block `index`; `index` where none does. */
uint32_t stretch_loop_end(const struct ptx_function *function, uint32_t index);

/* Whether the blocks of a loop lead forward only, but for the last one. */
bool stretch_holds_no_loop(const struct ptx_function *function, uint32_t index, uint32_t last);

bool stretch_is_self_loop(const struct ptx_function *function, uint32_t block);

/* Whether the block after `index` is a short one that is only skipped or not. */
bool stretch_is_predicated(const struct ptx_function *function, uint32_t index);

/* The last block of the stretch that begins with `index`. */
uint32_t stretch_end(const struct ptx_function *function, uint32_t index);

/* Whether the block only computes and loads, and counts by a constant. */
bool stretch_is_unrollable(const struct ptx_function *function, const struct ptx_block *block);

#endif
