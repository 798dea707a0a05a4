/* The shadows of frames: made, emptied, moved and freed with them. */
#include <stdlib.h>
#include <string.h>

#include "vgpu/undefined/undefined.h"

bool undefined_frame_new(struct vgpu_frame *frame)
{
    const struct vgpu_undefined_plan *plan = frame->function->undefined;
    if (!plan)
        return true;
    frame->undefined = aligned_alloc(64, plan->total_bytes);
    if (frame->undefined)
        memcpy(frame->undefined, plan->at_entry, plan->total_bytes);
    return frame->undefined;
}

void undefined_frame_free(struct vgpu_frame *frame)
{
    free(frame->undefined);
}

static const uint32_t *lanes_at_entry(const struct vgpu_undefined_plan *plan)
{
    return (const uint32_t *)(const void *)(plan->at_entry + plan->bits_bytes);
}

/* The bits of a slot are clear where its lanes are. */
static void reset_bits(struct vgpu_frame *frame)
{
    const struct vgpu_function *function = frame->function;
    const struct vgpu_undefined_plan *plan = function->undefined;
    const uint32_t *lanes = undefined_lanes(frame), *entry = lanes_at_entry(plan);
    uint32_t of_variables = 0;
    for (uint32_t slot = function->register_count; slot < plan->slot_count; slot++)
        of_variables |= lanes[slot];
    if (of_variables)
        memcpy(frame->undefined, plan->at_entry, plan->bits_bytes);
    for (uint32_t slot = 0; !of_variables && slot < function->register_count; slot++)
        if (lanes[slot] | entry[slot])
            memcpy(frame->undefined + function->register_offsets[slot],
                   plan->at_entry + function->register_offsets[slot], undefined_slot_bytes(plan, slot));
}

void undefined_frame_reset(struct vgpu_frame *frame)
{
    const struct vgpu_function *function = frame->function;
    const struct vgpu_undefined_plan *plan = function->undefined;
    if (!plan)
        return;
    /* reads of unset values must not depend on earlier blocks */
    for (uint32_t i = 0; i < plan->unset_count; i++)
        memset(frame->registers + function->register_offsets[plan->unset[i]], 0,
               undefined_slot_bytes(plan, plan->unset[i]));
    reset_bits(frame);
    memcpy(undefined_lanes(frame), lanes_at_entry(plan), plan->total_bytes - plan->bits_bytes);
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
