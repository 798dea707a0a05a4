/* What checks of memory accesses look at: their row of observers.h. */
#ifndef VGPU_BOUNDS_BOUNDS_OBSERVER_H
#define VGPU_BOUNDS_BOUNDS_OBSERVER_H

#include "vgpu/bounds/check_bounds.h"
#include "vgpu/execution/observer.h"

static const struct vgpu_observer bounds_observer = {
    .checks = VGPU_CHECK_MEMORY,
    .launch_done = check_leaks,
    .refuse = check_bounds,
};

#endif
