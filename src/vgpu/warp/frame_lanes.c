/*
 * Lanes that change frames: separate calls become one call, from the op where lanes wait for each
 * other.
 */
#include "vgpu/observers/observers.h"
#include "vgpu/warp/frame.h"

void frame_move_lanes(struct vgpu_warp *warp, struct vgpu_frame *to, struct vgpu_frame *from, uint32_t lanes)
{
    for (struct vgpu_frame *caller; from != to; from = caller, to = to->caller) {
        caller = from->caller;
        frame_move_contents(to->function, to->registers, from->registers, lanes);
        OBSERVE(frame_move, to, from, lanes);
        if (to->allocated_bytes < from->allocated_bytes)
            to->allocated_bytes = from->allocated_bytes;
        to->lanes |= lanes;
        from->lanes &= ~lanes;
        if (!from->lanes)
            frame_release(warp, from);
    }
}
