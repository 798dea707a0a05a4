/*
 * Observers: the rooms that watch a launch while it runs, to count, to check or to model it.
 *
 * An observer adds findings and counters. It never changes a result of the launch. Each observer is
 * a room with a row in observers/observers.h. Its state is a pointer of its name in the device's
 * memory, the launch, the block, the warp and the frame. Members may be NULL.
 */
#ifndef VGPU_EXECUTION_OBSERVER_H
#define VGPU_EXECUTION_OBSERVER_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"

struct vgpu_transfer;
struct vgpu_transfer_race;
struct vgpu_finding;
struct arena;

struct vgpu_observer {
    unsigned checks; /* enum vgpu_check bits that it answers */

    /* --- devices and memory --- */
    void (*device_free)(struct vgpu *device);
    /* The host reads a range. Findings of earlier launches that this read completes. */
    void (*host_read)(struct vgpu *device, uint64_t from, uint64_t size_bytes, struct arena *arena,
                      struct vgpu_finding **out_findings, size_t *out_count);
    void (*module_load)(struct vgpu_module *module); /* all ops are decoded; it may wrap some */

    /* --- launches --- */
    bool (*launch_begin)(struct vgpu_launch_state *launch);  /* false without memory */
    bool (*attempt_begin)(struct vgpu_launch_state *launch); /* false without memory */
    void (*attempt_end)(struct vgpu_launch_state *launch);
    /* Memory is as before the attempt. True if the next one side by side may succeed. */
    bool (*attempt_undone)(struct vgpu_launch_state *launch);
    void (*launch_done)(struct vgpu_worker *first); /* before findings are collected */
    void (*launch_collect)(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                           int count);
    void (*launch_free)(struct vgpu_launch_state *launch);

    /* --- workers --- */
    bool (*worker_new)(struct vgpu_worker *worker); /* false without memory */
    void (*worker_free)(struct vgpu_worker *worker);
    /* Side by side: it takes the blocks from `first` on, and has run those before `end`. */
    void (*batch_begin)(struct vgpu_worker *worker, uint64_t first);
    void (*batch_end)(struct vgpu_worker *worker, uint64_t end);
    void (*worker_done)(struct vgpu_worker *worker);    /* it has no more blocks */
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
    void (*warp_turn)(struct vgpu_warp *warp); /* it runs for a slice */

    /* --- frames and values --- */
    bool (*frame_new)(struct vgpu_frame *frame); /* false without memory */
    void (*frame_free)(struct vgpu_frame *frame);
    void (*frame_reset)(struct vgpu_frame *frame); /* a call begins */
    void (*frame_move)(struct vgpu_frame *to, const struct vgpu_frame *from, uint32_t lanes);
    /* Arguments and results of calls. */
    void (*value_pass)(struct vgpu_warp *warp, struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                       const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes);
    /* Executes an op that the observer wrapped. */
    const struct vgpu_op *(*execute)(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                     bool is_full);
    /* Lanes of a shuffle read from lanes that take no part. `shuffled` follows, once it is done. */
    void (*shuffle_idle)(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes, const uint8_t *sources);
    void (*shuffled)(struct vgpu_warp *warp, const struct vgpu_op *op);
    void (*print)(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                  uint32_t size_bytes);

    /* --- synchronisation --- */
    void (*barrier_arrive)(struct vgpu_warp *warp, uint32_t barrier, bool goes_on); /* with a count */
    /* Lanes that wait at it are about to pass; threads of the block that have exited never came. */
    void (*barrier_pass)(struct vgpu_warp *warp, uint32_t barrier);
    void (*barrier_exits)(struct vgpu_block *block, uint32_t barrier);
    void (*barrier_release)(struct vgpu_block *block, uint32_t barrier, bool is_full);
    void (*cluster_release)(struct vgpu_block *block);              /* before barrier_release of each of its blocks */
    void (*object_arrive)(struct vgpu_warp *warp, uint64_t offset); /* at an mbarrier */
    void (*object_take)(struct vgpu_warp *warp, uint64_t offset);   /* a phase is over */
    void (*matrix_lanes)(struct vgpu_warp *warp, const struct vgpu_op *op);             /* some of the 32 are missing */
    void (*sync_mask)(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask); /* of a .sync operation */
    void (*sync_missing)(struct vgpu_warp *warp, const struct vgpu_split *split);       /* its lanes cannot come */
    void (*warp_sync)(struct vgpu_warp *warp);
    void (*exchange)(struct vgpu_warp *warp, uint32_t lanes); /* see race_next_exchange() */
    void (*fence)(struct vgpu_warp *warp, const struct vgpu_op *op);

    void (*deadlock)(struct vgpu_block *block);   /* no warp of the block can continue */
    void (*spinning)(struct vgpu_worker *worker); /* all threads spin or wait */

    /* --- requests: the addresses of a warp, together --- */
    /* The op has a new pattern and place: fills in the observer's part of them. */
    void (*pattern)(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared);
    /* A request by the pattern, only with VGPU_NOTE_PROFILE. The fast path has others inline. */
    void (*request_pattern)(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                            uint64_t base);
    /* Any other request. Local memory has its interleaved addresses. */
    void (*request)(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                    const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);

    /* --- accesses, lane by lane, before they happen --- */
    /* The access has no place in memory. True: the observer reported it. */
    bool (*refuse)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_finding *finding);
    /* A load into registers. */
    void (*load)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    void (*loaded)(struct vgpu_warp *warp, const struct vgpu_op *op); /* by all lanes, into registers */
    /* A read with immediate use: atomics, matrices. */
    void (*use)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    void (*store)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                  const void *value);
    void (*written)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    /* Bytes of local memory that a call wrote, or that begin or end their life. */
    void (*local_set)(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes);
    void (*local_clear)(struct vgpu_warp *warp, uint32_t begin, uint32_t size_bytes, uint32_t lanes);
    /* Atomics of all active lanes on words of shared memory. False: they must go lane by lane. */
    bool (*atomics_shared)(struct vgpu_warp *warp, const struct vgpu_op *op, const uint64_t *addresses);
    /* Whether it looks at every access to the buffer. */
    bool (*tracks)(const struct vgpu_launch_state *launch, const struct vgpu_buffer *buffer);

    /* --- asynchronous copies --- */
    void (*copy_begin)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    /* The copy arrives next. True if the observer reported it already. */
    bool (*copy_end)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
    /* The copy arrived. */
    void (*copy_written)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                         const struct vgpu_copy_notes *notes);
    void (*source_begin)(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_copy_notes *notes);
    /* Bytes of the source become bytes of the copy, from byte `at` on. */
    void (*source_read)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                        uint32_t at, struct vgpu_copy_notes *notes);
    void (*source_end)(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                       const struct vgpu_copy_notes *notes);

    /* The op that wrote last to an offset of shared memory; NULL: not known. */
    const struct vgpu_op *(*last_writer)(const struct vgpu_warp *warp, uint64_t offset);
};

#endif
