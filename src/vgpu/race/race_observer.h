/* The hooks of the race checks: their row of observers.h. */
#ifndef VGPU_RACE_RACE_OBSERVER_H
#define VGPU_RACE_RACE_OBSERVER_H

#include "vgpu/execution/observer.h"
#include "vgpu/race/check_race.h"
#include "vgpu/race/race_clocks.h"
#include "vgpu/race/race_cluster.h"
#include "vgpu/race/race_fast.h"
#include "vgpu/race/race_global.h"
#include "vgpu/race/race_history.h"
#include "vgpu/race/race_reads.h"
#include "vgpu/race/race_rule.h"

static const struct vgpu_observer race_observer = {
    .checks = VGPU_CHECK_RACE,
    .attempt_begin = race_begin_tracking,
    .attempt_end = race_end_tracking,
    .buffer_release = race_history_forget_buffer,
    .transfer = race_transfer,
    .snapshot_take = race_snapshot_take,
    .snapshot_restore = race_snapshot_restore,
    .snapshot_free = race_snapshot_free,
    .block_new = race_block_new,
    .block_free = race_block_free,
    .block_start = race_block_start,
    .block_pause = race_note_reads,
    .shared_clear = race_clear_shared,
    .warp_start = race_warp_start,
    .barrier_arrive = race_arrive_barrier,
    .barrier_release = race_release_barrier,
    .cluster_release = race_release_cluster,
    .object_arrive = race_arrive_object,
    .object_take = race_take_object,
    .warp_sync = race_next_warp_epoch,
    .exchange = race_next_exchange,
    .fence = race_fence,
    .load = race_look_at,
    .use = race_look_at,
    .store = check_race,
    .atomics_shared = race_atomics,
    .tracks = race_is_tracked,
    .copy_begin = check_race_begin_copy,
    .copy_end = check_race_end_copy,
    .source_read = race_read_source,
    .source_begin = race_begin_source,
    .source_end = race_end_source,
    .last_writer = race_last_writer,
};

#endif
