/*
 * Idle blocks: how many blocks of a launch leave at once and store nothing, where others are long.
 *
 * Few long blocks can run for what they write. These do not show how many blocks are idle. But it
 * is cheap to find out: each block runs a few instructions, and either ends or is stopped. So what
 * a launch stores is estimated from both kinds of blocks (stores.h).
 */
#ifndef TIMING_SAMPLE_IDLE_BLOCKS_H
#define TIMING_SAMPLE_IDLE_BLOCKS_H

#include "timing/sample/sample.h"

/*
 * Tries some thousand blocks and notes in `stores` how many are idle. Call it before
 * vgpu_uses_begin(): the tried blocks read from all over memory, and that is no use. Notes nothing
 * where blocks are not long, or may wait for each other, or many of them store at once.
 */
void idle_blocks_find(struct estimating *estimating);

/* Runs the tried blocks that stored something: some of them were stopped. */
bool idle_blocks_run_again(struct estimating *estimating, struct error *error);

/* Takes idle blocks out of the list, if the launch has any. */
void idle_blocks_leave_out(struct estimating *estimating, uint64_t *blocks, uint64_t *count);

#endif
