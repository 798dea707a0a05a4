/*
 * Frames: memory for one call, its constants, and lanes that change from one to another.
 */
#ifndef VGPU_WARP_FRAME_H
#define VGPU_WARP_FRAME_H

#include "vgpu/execution/execution.h"

/* NULL when the stack is exhausted. */
struct vgpu_frame *frame_new(struct vgpu_warp *warp, const struct vgpu_function *function, struct vgpu_frame *caller,
                             uint32_t lanes);
/*
 * Before the entry frame serves another block: resets the bytes that the function may read before
 * it writes them.
 */
void frame_reset(struct vgpu_warp *warp, struct vgpu_frame *frame);
/*
 * Makes words of local memory from offset `begin` undefined for `lanes`. Other lanes may be in
 * another call there.
 */
void frame_forget_local(struct vgpu_warp *warp, uint32_t begin, uint32_t size_bytes, uint32_t lanes);
void frame_release(struct vgpu_warp *warp, struct vgpu_frame *frame);
void frame_fill_constants(struct vgpu_warp *warp, struct vgpu_frame *frame, bool per_block_only);
void frame_free_all(struct vgpu_worker *worker);
/*
 * `lanes` of `from`, and of its callers, continue in `to`: another frame of the same call. Releases
 * frames without lanes.
 */
void frame_move_lanes(struct vgpu_warp *warp, struct vgpu_frame *to, struct vgpu_frame *from, uint32_t lanes);

#endif
