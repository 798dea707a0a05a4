/*
 * Undefined bits in shared and global memory.
 *
 * A load of unwritten memory makes registers undefined. So does a shuffle that reads from a lane
 * that takes no part in it.
 *
 * Few kernels do this, and following it slows down every op that a loaded value reaches. So modules
 * are loaded without it. The first load that finds unwritten memory switches the module over. If
 * one worker runs the blocks in order, it switches at once, since nothing from memory was undefined
 * before. If blocks run side by side, the attempt is discarded and the next attempt follows memory
 * from its beginning.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_MEMORY_H
#define VGPU_UNDEFINED_UNDEFINED_MEMORY_H

#include "vgpu/execution/place.h"
#include "vgpu/undefined/undefined.h"

/*
 * Call it after a load: marks undefined bits in the registers of the current frame. If the module
 * does not follow memory yet, it does from now on. Does nothing if all bits are defined.
 */
void undefined_take_read(struct vgpu_warp *warp, const struct vgpu_op *op);

/* Does the same after a shuffle. */
void undefined_take_shuffle(struct vgpu_warp *warp, const struct vgpu_op *op);

/*
 * The undefined bits of a lane's bytes in shared or global memory. In shared memory a byte is
 * undefined as a whole.
 */
uint64_t undefined_of_place(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t at,
                            uint32_t size_bytes);
/* The origin of an undefined byte at the place. */
uint32_t undefined_place_source(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t at);

/*
 * Finds the place that a lane of a load, store or atomic accesses. Returns false, without a
 * finding, if there is none.
 */
bool undefined_find_place(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                          uint32_t lane, struct vgpu_place *out_place);

/*
 * undefined_follow.c: from here on the launch follows reads of global and shared memory. False: the
 * launch stops. It either runs again or is out of memory.
 */
bool undefined_follow_memory(struct vgpu_warp *warp, const struct vgpu_op *op);

/*
 * An attempt side by side was discarded, and memory is as before. True if it was discarded so that
 * the next one follows memory.
 */
bool undefined_attempt_undone(struct vgpu_launch_state *launch);

/* Makes the module follow memory. No launch of the module may run meanwhile. */
void undefined_follow_module(struct vgpu_module *module);

#endif
