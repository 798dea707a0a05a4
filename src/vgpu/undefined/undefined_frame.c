/* The shadows of frames: made, emptied, moved and freed with them. */
#include <stdlib.h>
#include <string.h>

#include "vgpu/undefined/undefined.h"

bool undefined_frame_new(struct vgpu_frame *frame)
{
    const struct vgpu_undefined_plan *plan = frame->function->undefined;
    if (plan)
        frame->undefined = aligned_alloc(64, plan->total_bytes);
    return !plan || frame->undefined;
}

void undefined_frame_free(struct vgpu_frame *frame)
{
    free(frame->undefined);
}

void undefined_frame_reset(struct vgpu_frame *frame)
{
    const struct vgpu_function *function = frame->function;
    if (!function->undefined)
        return;
    /* reads of unset values must not depend on earlier blocks */
    memset(frame->registers, 0, function->register_bytes);
    memcpy(frame->undefined, function->undefined->at_entry, function->undefined->total_bytes);
}

void undefined_frame_move(struct vgpu_frame *to, const struct vgpu_frame *from, uint32_t lanes)
{
    if (!to->undefined || !from->undefined)
        return;
    frame_move_contents(to->function, to->undefined, from->undefined, lanes);
    for (uint32_t slot = 0; slot < to->function->undefined->slot_count; slot++) {
        if (!(undefined_lanes(to)[slot] & ~lanes))
            undefined_origins(to)[slot] = undefined_origins(from)[slot];
        frame_move_bits(&undefined_lanes(to)[slot], &undefined_lanes(from)[slot], lanes);
    }
}
