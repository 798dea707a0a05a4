/*
 * Clocks: the accesses of other warps that a warp knows of, where not all warps of the block
 * synchronise. Such are named barriers for some warps, arrivals without waiting, mbarrier objects,
 * flags and locks.
 *
 * A barrier of the whole block orders everything before it. Its epoch is block->race->full_epoch.
 * While that is also the current epoch, a stamp of another epoch is ordered. Otherwise the block is
 * *partial*, and each warp has a clock with one time for each warp. A warp that arrives at a
 * barrier leaves its clock there. A warp that the barrier releases merges that clock into its own.
 * Fast paths must not decide in a partial block.
 *
 * A flag or a lock is a word of shared or global memory (PTX ISA 8.8, release and acquire
 * patterns). A strong write (an atomic, relaxed, volatile) releases the accesses of its warp before
 * its last fence. st.release releases all accesses until then. A warp acquires them with
 * ld.acquire, or with a strong read and a fence after it.
 *
 * Any scope is enough, since all of this is within a block. A word keeps the clock that it was
 * given, even if another warp writes it next.
 *
 * Clocks belong to warps, not to threads: one lane releases or acquires for its whole warp. This
 * can hide a race between lanes of two warps. It cannot invent one.
 */
#ifndef VGPU_RACE_RACE_CLOCKS_H
#define VGPU_RACE_RACE_CLOCKS_H

#include "vgpu/execution/place.h"

/* Where races are not checked, all of these do nothing. */
struct vgpu_race_clocks *race_clocks_new(void);
void race_clocks_free(struct vgpu_race_clocks *clocks);
/* A block starts; a barrier of the whole block was released. */
void race_clocks_start(struct vgpu_block *block);
void race_clocks_reset(struct vgpu_block *block);

/* A warp comes to a block barrier with a count; `goes_on`: it does not wait. */
void race_arrive_barrier(struct vgpu_warp *warp, uint32_t barrier, bool goes_on);
/* The barrier releases its waiting warps. `is_full`: it is a barrier of the whole block. */
void race_release_barrier(struct vgpu_block *block, uint32_t barrier, bool is_full);

/* A warp arrives at the mbarrier at this shared offset; a warp has seen that its phase is over. */
void race_arrive_object(struct vgpu_warp *warp, uint64_t offset);
void race_take_object(struct vgpu_warp *warp, uint64_t offset);

/*
 * A warp executes a fence; a lane makes a strong write, has made a strong read; an atomic is both.
 */
void race_clocks_fence(struct vgpu_warp *warp);
void race_clocks_publish(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
void race_clocks_observe(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/*
 * Whether any warp of the block has executed a fence. Then its volatile accesses are intended as
 * flags.
 */
bool race_clocks_has_fenced(const struct vgpu_block *block);

/*
 * Whether the warp knows the accesses of `other` in this epoch (shared memory) or at this time
 * (global memory).
 */
bool race_knows_epoch(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t epoch);
bool race_knows_time(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t time);

#endif
