/* What checks of barriers and .sync operations look at: their row of observers.h. */
#ifndef VGPU_SYNCHRONISATION_SYNCHRONISATION_OBSERVER_H
#define VGPU_SYNCHRONISATION_SYNCHRONISATION_OBSERVER_H

#include "vgpu/execution/observer.h"
#include "vgpu/synchronisation/check_synchronisation.h"

static const struct vgpu_observer synchronisation_observer = {
    .checks = VGPU_CHECK_SYNCHRONISATION,
    .barrier_pass = check_barrier,
    .barrier_exits = check_barrier_exits,
    .matrix_lanes = check_matrix_lanes,
    .sync_mask = check_sync_mask,
    .sync_missing = check_missing_lanes,
    .deadlock = check_deadlock,
    .spinning = check_spinning,
};

#endif
