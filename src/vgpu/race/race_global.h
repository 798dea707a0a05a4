/*
 * Races on global memory, between threads, warps, blocks, and launches that may overlap.
 *
 * Blocks first run side by side (or one after another on one CPU thread), and each write *claims*
 * its words for its thread: that costs little and finds out whether any word was written by two
 * threads. If one was, or a buffer is read as well as written, the launch is undone and run again
 * in canonical order with full tracking. Launches that others may overlap (vgpu/timeline.h) are
 * tracked at once.
 *
 * Tracking keeps the last writer and two readers of each 4 bytes (race_history.h), with the time of
 * the access. Time is a counter that moves at every synchronisation. Two accesses by different
 * threads are ordered
 *
 *     within a block   if a block barrier was released between them, or within a warp a warp-wide synchronisation, or
 *                      an exchange of all its lanes between a read and a later write (race_next_exchange());
 *     between threads  if what the first did was released and the second acquired it: a fence before a strong write
 *                      (volatile, relaxed, atomic) or st.release, seen by a strong read with a fence behind it or by
 *                      ld.acquire. Grid synchronisation is made of these. With the scope of a block (.cta) this
 *                      holds within the block alone;
 *     between launches if the timeline says so, or the later one acquired what any thread of the other released.
 *
 * What a block released is known by one time per block, whoever of its threads released it; grids
 * of more than RACE_VECTOR_BLOCKS_MAX blocks know one time for all blocks. Both can hide a race,
 * neither can invent one.
 */
#ifndef VGPU_RACE_RACE_GLOBAL_H
#define VGPU_RACE_RACE_GLOBAL_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"
#include "vgpu/race/race_state.h"

enum { RACE_VECTOR_BLOCKS_MAX = 1024 };

struct vgpu_race_order;

/* NULL if there is no memory for it. */
struct vgpu_race_order *race_order_new(uint64_t block_count);
void race_order_free(struct vgpu_race_order *order);
/* NULL without memory. */
struct vgpu_race_order *race_order_copy(const struct vgpu_race_order *order);

/* --- in order: tracking ----------------------------------------------------------------------- */

/* Takes what tracking needs, or the launch's share of its timeline. False without memory. */
bool race_begin_tracking(struct vgpu_launch_state *launch);
void race_end_tracking(struct vgpu_launch_state *launch);

static inline bool race_is_tracked(const struct vgpu_launch_state *launch, const struct vgpu_buffer *buffer)
{
    return race_order_of(launch) && !buffer->is_constant;
}

/*
 * Plain loads and stores of a whole warp, of words each, as the cached pattern has them at `base`.
 * False: perhaps a race; then the lanes must go one by one through race_check_global(), which says
 * what is wrong.
 */
bool race_track_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_access_cache *cache,
                        uint64_t base);
/*
 * An access of one lane to global memory; `value` is what is about to be written, NULL for reads
 * and atomics.
 */
void race_check_global(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       const void *value);
/*
 * The source of an asynchronous copy: race_begin_source() notes the time from which on nobody may
 * write it, zero where memory is not tracked; race_end_source() tells who of the block has written
 * it since all the same. A barrier between does not help, as the copy may read until it was waited
 * for. `access` is the copy's reading.
 */
void race_begin_source(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_copy_issue *out_issue);
void race_end_source(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                     struct vgpu_copy_issue source);
/*
 * A block begins, a barrier of it was released, lanes of a warp were synchronised, a fence was
 * executed.
 */
void race_order_block(struct vgpu_block *block);
void race_order_warp(struct vgpu_warp *warp);
/* Its lanes came to an exchange together: orders what they have read, see race_next_exchange(). */
void race_order_exchange(struct vgpu_warp *warp);
void race_fence(struct vgpu_warp *warp, const struct vgpu_op *op);

#endif
