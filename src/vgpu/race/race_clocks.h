/*
 * What warps of a block know of each other where not all of them synchronise: named barriers that
 * some warps take part in, arrivals without waiting, mbarrier objects, flags and locks.
 *
 * A barrier of the whole block orders all that was before it; its epoch is block->race->full_epoch,
 * and while it is also the current one a stamp of another epoch is ordered. Otherwise the block is
 * *partial*: each warp has a clock that says of each warp what it knows it has done, those that
 * arrive at a barrier leave theirs there, and those that it releases take it along. Fast paths must
 * not decide then.
 *
 * A flag or a lock is a word of shared or global memory (PTX ISA 8.8, release and acquire
 * patterns): a strong write (an atomic, relaxed, volatile) takes along what its warp did before its
 * last fence, st.release what it did until then; a warp knows that once it has read the word by a
 * strong read with a fence behind it, or by ld.acquire. Any scope will do, as all of this is within
 * a block. What a word was given stays with it, whoever writes it next.
 *
 * Clocks are of warps, not of threads: what one lane leaves or takes its whole warp does. This can
 * hide a race between lanes of two warps, it cannot invent one.
 */
#ifndef VGPU_RACE_RACE_CLOCKS_H
#define VGPU_RACE_RACE_CLOCKS_H

#include "vgpu/execution/place.h"

/* Where races are not checked all of these do nothing. */
struct vgpu_race_clocks *race_clocks_new(void);
void race_clocks_free(struct vgpu_race_clocks *clocks);
/* A block starts; a barrier of the whole block was released. */
void race_clocks_start(struct vgpu_block *block);
void race_clocks_reset(struct vgpu_block *block);

/* A warp comes to a block barrier with a count; `goes_on`: it does not wait. */
void race_arrive_barrier(struct vgpu_warp *warp, uint32_t barrier, bool goes_on);
/* The barrier lets its waiting warps go; `is_full`: it is one of the whole block. */
void race_release_barrier(struct vgpu_block *block, uint32_t barrier, bool is_full);

/* A warp arrives at the mbarrier at this shared offset; one has seen that a phase of it is over. */
void race_arrive_object(struct vgpu_warp *warp, uint64_t offset);
void race_take_object(struct vgpu_warp *warp, uint64_t offset);

/*
 * A warp executes a fence; a lane makes a strong write, has made a strong read; an atomic is both.
 */
void race_clocks_fence(struct vgpu_warp *warp);
void race_clocks_publish(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
void race_clocks_observe(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/*
 * Whether any warp of the block has executed a fence: its volatile accesses are meant as flags
 * then.
 */
bool race_clocks_has_fenced(const struct vgpu_block *block);

/*
 * Whether the warp knows what `other` did in this epoch (shared memory) or at this time (global
 * memory).
 */
bool race_knows_epoch(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t epoch);
bool race_knows_time(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t time);

#endif
