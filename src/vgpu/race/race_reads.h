/*
 * Reads of shared memory that are noted later than they happen.
 *
 * Between two barriers most blocks only read, or only write. If nothing is written until the
 * barrier, nobody needs to know the readers. So a list keeps the reads of an epoch in their order;
 * a barrier of the whole block begins an epoch.
 *
 * Before a write, or before a look at readers, the list is *settled*: its reads are noted in the
 * shadow. The result is as if they had been noted at once. The later reads of the epoch go to the
 * shadow directly.
 *
 * An entry names the pattern of the op in the worker's vgpu_access_cache. So the list is settled
 * before a pattern changes, and before the worker runs another block. It is also settled before a
 * warp's stamps are forgotten. The last case is a synchronisation of only some warps: then reads of
 * the epoch still matter.
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
/* Like race_note_reads(). Later reads of the epoch are noted at once. */
void race_settle_reads(struct vgpu_block *block);

#endif
