/*
 * What checks of undefined values look at: the row of observers.h.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_OBSERVER_H
#define VGPU_UNDEFINED_UNDEFINED_OBSERVER_H

#include "vgpu/execution/observer.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_source.h"

static const struct vgpu_observer undefined_observer = {
    .checks = VGPU_CHECK_INITIALISED,
    .block_free = undefined_sources_done,
    .block_start = undefined_sources_forget,
    .load = check_load,
    .use = check_initialised,
    .written = initialised_note,
};

#endif
