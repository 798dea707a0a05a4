/* Reads of shared memory that are noted later, if at all. */
#include "vgpu/race/race_reads.h"

#include <stdlib.h>

#include "vgpu/race/race_fast.h"

bool race_add_room(struct vgpu_block *block)
{
    enum { READS_FIRST = 64, READS_MAX = 8192 };
    struct vgpu_race_shadow *race = race_shadow_of(block);
    uint32_t capacity = race->read_capacity ? race->read_capacity * 2 : READS_FIRST;
    struct vgpu_race_read *reads = capacity <= READS_MAX ? realloc(race->reads, capacity * sizeof(*reads)) : NULL;
    if (!reads) {
        race_settle_reads(block);
        return false;
    }
    race->reads = reads;
    race->read_capacity = capacity;
    return true;
}

void race_note_reads(struct vgpu_block *block)
{
    struct vgpu_race_shadow *race = race_shadow_of(block);
    if (!race || race->read_epoch != block->race->epoch)
        return;
    for (uint32_t i = 0; i < race->read_count; i++) {
        const struct vgpu_race_read *read = &race->reads[i];
        race_read_now(race, read->cache, read->base, read->stamps,
                      read->info); /* nothing was written that could race */
    }
    race->read_count = 0;
}

void race_settle_reads(struct vgpu_block *block)
{
    race_note_reads(block);
    if (!race_shadow_of(block))
        return;
    block->race->shadow->settled_epoch = block->race->epoch;
    block->race->shadow->atomics_epoch = 0;
}
