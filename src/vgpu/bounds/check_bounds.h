/* Checks of memory accesses: bounds, alignment, liveness; and leaks. */
#ifndef VGPU_BOUNDS_CHECK_BOUNDS_H
#define VGPU_BOUNDS_CHECK_BOUNDS_H

#include "vgpu/execution/place.h"

/* Reports an access that has no place. False: memory is not checked. */
bool check_bounds(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_finding *finding);
/*
 * Reports memory that a launch allocated on the heap and did not release. Each line that allocated
 * it gets a finding. A launch that was stopped has none.
 */
void check_leaks(struct vgpu_worker *worker);

#endif
