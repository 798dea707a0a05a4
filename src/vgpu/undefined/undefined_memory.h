/*
 * Undefined bits in shared and global memory: a load of what was never written makes registers undefined. So does a
 * shuffle that reads from a lane which takes no part in it.
 *
 * Few kernels ever do so, and to follow it slows down every op that a loaded value comes to. So modules are loaded
 * without, and the first load that finds such memory makes the module follow it: at once where one worker runs blocks
 * in order, since up to there nothing of it was undefined; where blocks run side by side the attempt is discarded, and
 * the next one follows from its beginning.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_MEMORY_H
#define VGPU_UNDEFINED_UNDEFINED_MEMORY_H

#include "vgpu/execution/place.h"
#include "vgpu/undefined/undefined.h"

/* What lanes of the load that a worker executes found undefined; its registers are not marked yet. */
struct undefined_read {
    uint32_t lanes;
    struct vgpu_place places[VGPU_WARP_LANES];
    uint64_t addresses[VGPU_WARP_LANES];
    uint32_t idle;                       /* lanes of a shuffle that read from a lane which takes no part, */
    uint8_t idle_lanes[VGPU_WARP_LANES]; /* and from which */
};

/*
 * After a load: marks what it found, in the registers of the current frame, and has the module follow that from now on
 * if it does not yet. Nothing if it found nothing.
 */
void undefined_take_read(struct vgpu_warp *warp, const struct vgpu_op *op);

/* The same after a shuffle. */
void undefined_take_shuffle(struct vgpu_warp *warp, const struct vgpu_op *op);

/* The undefined bits of a lane's bytes in shared or global memory; of shared memory whole bytes. */
uint64_t undefined_of_place(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t at,
                            uint32_t size_bytes);
/* Where an undefined byte of it comes from. */
uint32_t undefined_place_source(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t at);

/* Where a lane of a load, store or atomic goes, without a word if that is nowhere. False then. */
bool undefined_find_place(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                          uint32_t lane, struct vgpu_place *out_place);

/*
 * undefined_follow.c: from here on the launch follows what is read of global and shared memory. False: the launch
 * stops, because it is to run again, or memory is short.
 */
bool undefined_follow_memory(struct vgpu_warp *warp, const struct vgpu_op *op);

/* Makes the module follow it; no launch of it may run. */
void undefined_follow_module(struct vgpu_module *module);

#endif
