/*
 * Claims: the writer of each word of global memory, while blocks run side by side. They show
 * whether blocks disturb each other. Where races are checked, they show whether threads do.
 */
#ifndef VGPU_EXECUTION_CLAIMS_H
#define VGPU_EXECUTION_CLAIMS_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"

/*
 * The words of a buffer, one tag each. NULL: there is no memory, which ends the attempt. Tags up to
 * buffer->claims.before come from earlier launches and have no meaning. So a launch can keep the
 * pages and need not fetch them one by one.
 */
uint32_t *claims_of(struct vgpu_worker *worker, struct vgpu_buffer *buffer);
/* The cached pattern is written at `base`. */
void claims_pattern(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base);
/* One lane writes. */
void claims_access(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* Claims cannot show the order of accesses: the attempt ends, and the launch runs again. */
void claims_give_up(struct vgpu_launch_state *launch);
/*
 * Two workers that claim the same word at once may both believe that they were first. Then the sums
 * differ.
 */
bool claims_agree(struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count);
/* After an attempt: its claims have no meaning from now on. */
void claims_end(struct vgpu_memory *memory, struct vgpu_buffer *buffer);
void claims_free(struct vgpu_memory *memory, struct vgpu_buffer *buffer);

#endif
