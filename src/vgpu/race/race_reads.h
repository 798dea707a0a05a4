/*
 * Reads of shared memory that are not noted where they happen.
 *
 * Between two barriers most blocks only read, or only write: and if nothing is written until the
 * barrier, who read what does not matter to anybody. So the reads of an epoch (a barrier of the
 * whole block begins one) are only kept in a list, in their order. Whoever is about to write, or to
 * look at readers, has them *settled* first: they are noted in the shadow as if they had been all
 * along, and the rest of the epoch's reads go there at once.
 *
 * An entry names the pattern that the op has in the worker's vgpu_access_cache: the list is noted
 * before a pattern changes, and before another block of the worker goes on. It is so too before a
 * warp's stamps are forgotten, and before only some of the block's warps synchronise, since then
 * reads of the epoch go on to matter.
 */
#ifndef VGPU_RACE_RACE_READS_H
#define VGPU_RACE_RACE_READS_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/race/check_race.h"

struct vgpu_race_read {
    const struct vgpu_access_cache *cache;
    uint64_t base; /* address of the first active lane */
    struct race_stamps stamps;
    uint32_t info; /* as the shadow has it */
};

/*
 * Makes the list longer. False if it is long enough, or without memory: then its reads are settled.
 */
bool race_add_room(struct vgpu_block *block);
/* Notes the list in the shadow, if the block has one. */
void race_note_reads(struct vgpu_block *block);
/* The same, and later reads of the epoch are noted at once. */
void race_settle_reads(struct vgpu_block *block);

#endif
