/*
 * Races on global memory, between threads, warps, blocks, and launches that may overlap.
 *
 * Blocks first run side by side, or one after another on one CPU thread. Each write *claims* its
 * words for its thread. That costs little and shows whether two threads wrote the same word. If
 * they did, or a buffer is read as well as written, the launch is undone. It then runs again in
 * canonical order with full tracking. Launches that others may overlap (vgpu/timeline.h) are
 * tracked at once.
 *
 * Tracking keeps the last writer and two readers of each 4 bytes (race_history.h), with the time of
 * the access. Time is a counter that moves at every synchronisation. Two accesses by different
 * threads are ordered in these cases:
 *
 *     within a block    A block barrier was released between them.
 *     within a warp     A warp-wide synchronisation was between them. Or an exchange of all
 *                       its lanes was between a read and a later write (race_next_exchange()).
 *     between threads   The first thread released its access and the second acquired it.
 *     between launches  The timeline says so. Or the later launch acquired an access that
 *                       any thread of the earlier one released.
 *
 * A release is st.release, or a fence before a strong write (volatile, relaxed, atomic). An acquire
 * is ld.acquire, or a strong read of that write with a fence after the read. Grid synchronisation
 * consists of these. With block scope (.cta) they order accesses within the block alone.
 *
 * One time per block says which accesses the block released, for all its threads. Grids of more
 * than RACE_VECTOR_BLOCKS_MAX blocks have one time for all blocks. Both can hide a race. Neither
 * can invent one.
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

/*
 * Allocates the state that tracking needs, or takes the launch's share of its timeline. False
 * without memory.
 */
bool race_begin_tracking(struct vgpu_launch_state *launch);
void race_end_tracking(struct vgpu_launch_state *launch);

static inline bool race_is_tracked(const struct vgpu_launch_state *launch, const struct vgpu_buffer *buffer)
{
    return race_order_of(launch) && !buffer->is_constant;
}

/*
 * Checks plain loads and stores of a whole warp, of one word each, by the cached pattern at `base`.
 * False: perhaps a race. Then the lanes must go one by one through race_check_global(), which
 * reports it.
 */
bool race_track_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_access_cache *cache,
                        uint64_t base);
/*
 * An access of one lane to global memory. `value` is the value to be written, NULL for reads and
 * atomics.
 */
void race_check_global(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       const void *value);
/*
 * The source of an asynchronous copy. `access` is the read of the copy. race_begin_source() notes
 * the time from which no thread may write the source. The time is zero where memory is not tracked.
 * race_end_source() reports a write of the block since then. A barrier between does not help: the
 * copy may read until a thread has waited for it.
 */
void race_begin_source(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_copy_notes *notes);
void race_read_source(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                      uint32_t at, struct vgpu_copy_notes *notes);
void race_end_source(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                     const struct vgpu_copy_notes *notes);
/*
 * A block begins, a barrier of the block is released, lanes of a warp synchronise, a fence is
 * executed.
 */
void race_order_block(struct vgpu_block *block);
void race_order_warp(struct vgpu_warp *warp);
/*
 * Its lanes came to an exchange together. Their earlier reads are ordered, see
 * race_next_exchange().
 */
void race_order_exchange(struct vgpu_warp *warp);
void race_fence(struct vgpu_warp *warp, const struct vgpu_op *op);

#endif
