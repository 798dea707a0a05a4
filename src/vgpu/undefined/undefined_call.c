/* Undefined bits of a call's values: passes them from frame to frame. */
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_shadow.h"

static void copy_shadow(struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                        const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes)
{
    uint32_t words = to->words < from->words ? to->words : from->words;
    uint32_t *target = (uint32_t *)(void *)(to_frame->undefined + to->offset);
    const uint32_t *source =
        from_frame->undefined ? (const uint32_t *)(const void *)(from_frame->undefined + from->offset) : NULL;
    for (uint32_t i = 0; i < words * VGPU_WARP_LANES; i++)
        if (lanes >> i % VGPU_WARP_LANES & 1)
            target[i] = source ? source[i] : 0;
}

/* The origin of the value, by its variable or else by its register. */
static uint32_t origin_of(const struct vgpu_frame *frame, const struct vgpu_frame_variable *variable)
{
    uint32_t slot = undefined_variable_slot(frame->function, variable), origin = 0;
    if (!frame->undefined)
        return 0;
    for (uint32_t i = 0; i < variable->register_count && !origin; i++)
        origin = undefined_origins(frame)[variable->register_slot + i];
    return variable->register_count || slot == VGPU_NO_SLOT ? origin : undefined_origins(frame)[slot];
}

void undefined_pass(struct vgpu_warp *warp, struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                    const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes)
{
    if (!to_frame->undefined)
        return;
    uint32_t origin = origin_of(from_frame, from), slot = undefined_variable_slot(to_frame->function, to);
    if (from_frame->undefined)
        frame_words_from_register(from_frame->undefined, from, lanes);
    copy_shadow(to_frame, to, from_frame, from, lanes);
    frame_register_from_words(to_frame->undefined, to, lanes);
    undefined_refresh(to_frame, slot, lanes, origin);
    for (uint32_t i = 0; i < to->register_count; i++)
        undefined_refresh(to_frame, to->register_slot + i, lanes, origin);
    const uint32_t *words = (const uint32_t *)(const void *)(to_frame->undefined + to->offset);
    for (uint32_t i = 0; to->has_address && i < to->words * VGPU_WARP_LANES; i++)
        if (lanes >> i % VGPU_WARP_LANES & 1 && words[i])
            undefined_set_local_bits(warp, to_frame->local_base + to->local_offset + i / VGPU_WARP_LANES * 4,
                                     i % VGPU_WARP_LANES, 4, words[i]);
}
