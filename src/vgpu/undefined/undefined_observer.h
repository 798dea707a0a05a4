/*
 * What checks of undefined values look at: the row of observers.h.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_OBSERVER_H
#define VGPU_UNDEFINED_UNDEFINED_OBSERVER_H

#include "vgpu/execution/observer.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_source.h"
#include "vgpu/undefined/undefined_state.h"
#include "vgpu/undefined/undefined_stored.h"
#include "vgpu/undefined/undefined_use.h"

static const struct vgpu_observer undefined_observer = {
    .checks = VGPU_CHECK_INITIALISED,
    .device_free = undefined_device_free,
    .host_read = undefined_host_read,
    .module_load = undefined_find_registers,
    .launch_begin = undefined_launch_begin,
    .launch_done = undefined_launch_done,
    .launch_free = undefined_launch_free,
    .attempt_undone = undefined_attempt_undone,
    .block_new = undefined_block_new,
    .block_free = undefined_block_free,
    .block_start = undefined_sources_forget,
    .frame_new = undefined_frame_new,
    .frame_free = undefined_frame_free,
    .frame_reset = undefined_frame_reset,
    .frame_move = undefined_frame_move,
    .value_pass = undefined_pass,
    .execute = undefined_track,
    .load = check_load,
    .loaded = undefined_loaded,
    .use = check_initialised,
    .written = initialised_note,
    .local_clear = undefined_local_clear,
    .local_set = undefined_local_set,
    .print = undefined_report_printed,
    .shuffle_idle = undefined_shuffle_idle,
    .shuffled = undefined_shuffled,
    .source_read = undefined_copy_read,
    .copy_written = undefined_copy_written,
};

#endif
