/*
 * Observers: the rooms that watch a launch while it runs, to count, to check or to model it.
 *
 * An observer adds findings and counters. It never changes a result of the launch. Each observer is
 * a room with a row in observers/observers.h. Its state is a pointer of its name in the launch, the
 * block and the warp. Members may be NULL.
 */
#ifndef VGPU_EXECUTION_OBSERVER_H
#define VGPU_EXECUTION_OBSERVER_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"

struct vgpu_transfer;
struct vgpu_transfer_race;

struct vgpu_observer {
    unsigned checks; /* enum vgpu_check bits that it answers */

    /* --- launches and memory --- */
    bool (*attempt_begin)(struct vgpu_launch_state *launch); /* false without memory */
    void (*attempt_end)(struct vgpu_launch_state *launch);
    void (*buffer_release)(struct vgpu_buffer *buffer); /* the buffer's bytes are released */
    /* A copy or a fill with a number in the timeline begins; true if it races. */
    bool (*transfer)(struct vgpu_timeline *timeline, struct vgpu_memory *memory, uint32_t party,
                     const struct vgpu_transfer *transfer, struct vgpu_transfer_race *out_race);
    /* Keeps its state of a launch between two blocks. False: that takes more than `bytes_max`. */
    bool (*snapshot_take)(const struct vgpu_launch_state *launch, uint64_t bytes_max, void **out_snapshot);
    bool (*snapshot_restore)(struct vgpu_launch_state *launch, const void *snapshot);
    void (*snapshot_free)(void *snapshot);

    /* --- blocks --- */
    bool (*block_new)(struct vgpu_block *block, uint32_t shared_bytes); /* false without memory */
    void (*block_free)(struct vgpu_block *block);
    void (*block_start)(struct vgpu_block *block);
    void (*block_pause)(struct vgpu_block *block); /* patterns may change before it continues */
    void (*shared_clear)(struct vgpu_block *block, uint32_t first, uint32_t end); /* offsets */
    void (*warp_start)(struct vgpu_warp *warp);

    /* --- synchronisation --- */
    void (*barrier_arrive)(struct vgpu_warp *warp, uint32_t barrier, bool goes_on); /* with a count */
    void (*barrier_release)(struct vgpu_block *block, uint32_t barrier, bool is_full);
    void (*object_arrive)(struct vgpu_warp *warp, uint64_t offset); /* at an mbarrier */
    void (*object_take)(struct vgpu_warp *warp, uint64_t offset);   /* a phase is over */
    void (*warp_sync)(struct vgpu_warp *warp);
    void (*exchange)(struct vgpu_warp *warp, uint32_t lanes); /* see race_next_exchange() */
    void (*fence)(struct vgpu_warp *warp, const struct vgpu_op *op);

    /* --- accesses, lane by lane, before they happen --- */
    /* A load into registers. */
    void (*load)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    /* A read with immediate use: atomics, matrices. */
    void (*use)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    void (*store)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                  const void *value);
    void (*written)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    /* Atomics of all active lanes on words of shared memory. False: they must go lane by lane. */
    bool (*atomics_shared)(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses);
    /* Whether it looks at every access to the buffer. */
    bool (*tracks)(const struct vgpu_launch_state *launch, const struct vgpu_buffer *buffer);

    /* --- asynchronous copies --- */
    void (*copy_begin)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    /* The copy arrives next. True if the observer reported it already. */
    bool (*copy_end)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    void (*source_read)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    void (*source_begin)(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_copy_issue *out_issue);
    void (*source_end)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       struct vgpu_copy_issue issue);

    /* The op that wrote last to an offset of shared memory; NULL: not known. */
    const struct vgpu_op *(*last_writer)(const struct vgpu_warp *warp, uint64_t offset);
};

#endif
