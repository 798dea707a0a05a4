/*
 * The shadow of a frame: reading and writing its undefined bits, and keeping the lanes by slot true to them.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_SHADOW_H
#define VGPU_UNDEFINED_UNDEFINED_SHADOW_H

#include "vgpu/undefined/undefined.h"

/* One lane of a register at an offset of a frame's registers, or of their shadow. */
static inline uint64_t undefined_read_bits(const uint8_t *base, uint32_t offset, bool is_wide, uint32_t lane)
{
    if (is_wide)
        return ((const uint64_t *)(const void *)(base + offset))[lane];
    return ((const uint32_t *)(const void *)(base + offset))[lane];
}

/* A predicate: all lanes. */
static inline uint32_t undefined_read_mask(const uint8_t *base, uint32_t offset)
{
    return *(const uint32_t *)(const void *)(base + offset);
}

/* Lanes of which it is not known whether the op's guard is true. */
static inline uint32_t undefined_guard_lanes(const struct vgpu_frame *frame, const struct vgpu_op *op)
{
    return op->guard == VGPU_NO_OPERAND ? 0 : undefined_read_mask(frame->undefined, op->guard);
}

/* One lane of a register; 128 bits are all alike. The lanes by slot are the caller's. */
void undefined_write_bits(const struct vgpu_frame *frame, uint32_t slot, uint32_t lane, uint64_t bits);

/* Forgets that lanes of a slot are undefined. */
void undefined_clear(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes);

/*
 * After bits of a slot were written in some lanes: finds out which are undefined, and where those of these lanes come
 * from. Nothing for VGPU_NO_SLOT.
 */
void undefined_refresh(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes, uint32_t origin);

#endif
