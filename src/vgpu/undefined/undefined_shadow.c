/* Reads and writes the shadow of a frame. */
#include "vgpu/undefined/undefined_shadow.h"

void undefined_write_bits(const struct vgpu_frame *frame, uint32_t slot, uint32_t lane, uint64_t bits)
{
    uint8_t *at = frame->undefined + frame->function->register_offsets[slot];
    uint32_t *mask = (uint32_t *)(void *)at;
    switch (frame->function->undefined->widths[slot]) {
    case 1:
        *mask = (*mask & ~(1U << lane)) | (uint32_t)(bits != 0) << lane;
        return;
    case 4:
        ((uint32_t *)(void *)at)[lane] = (uint32_t)bits;
        return;
    default:
        ((uint64_t *)(void *)at)[lane] = bits;
        if (frame->function->undefined->widths[slot] == 16)
            ((uint64_t *)(void *)at)[VGPU_WARP_LANES + lane] = bits;
        return;
    }
}

void undefined_clear(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes)
{
    uint32_t *undefined = &undefined_lanes(frame)[slot], bad = *undefined & lanes;
    *undefined &= ~lanes;
    for (; bad && slot < frame->function->register_count; bad &= bad - 1)
        undefined_write_bits(frame, slot, (uint32_t)__builtin_ctz(bad), 0);
}

/* Lanes with an undefined bit in a register or in a variable's words. */
static uint32_t find_lanes(const struct vgpu_frame *frame, uint32_t slot)
{
    const struct vgpu_function *function = frame->function;
    bool is_register = slot < function->register_count;
    uint32_t width = is_register ? function->undefined->widths[slot] : 4, words = width / 4, lanes = 0;
    const struct vgpu_frame_variable *variable =
        &function->variables[is_register ? 0 : slot - function->register_count];
    const uint8_t *at = frame->undefined + (is_register ? function->register_offsets[slot] : variable->offset);
    if (width == 1)
        return undefined_read_mask(at, 0);
    if (!is_register)
        words = variable->words;
    /* a 64-bit register has two words per lane */
    for (uint32_t i = 0; i < words * VGPU_WARP_LANES; i++)
        if (((const uint32_t *)(const void *)at)[i])
            lanes |= 1U << (is_register && width >= 8 ? i / 2 % VGPU_WARP_LANES : i % VGPU_WARP_LANES);
    return lanes;
}

void undefined_refresh(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes, uint32_t origin)
{
    if (slot == VGPU_NO_SLOT)
        return;
    undefined_lanes(frame)[slot] = find_lanes(frame, slot);
    if (undefined_lanes(frame)[slot] & lanes)
        undefined_origins(frame)[slot] = origin;
}
