/*
 * The shadow of a frame: reads and writes undefined bits, and keeps the lane masks of slots up to
 * date.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_SHADOW_H
#define VGPU_UNDEFINED_UNDEFINED_SHADOW_H

#include "vgpu/undefined/undefined.h"

/* Reads one lane of a register, from a frame's registers or from their shadow. */
static inline uint64_t undefined_read_bits(const uint8_t *base, uint32_t offset, bool is_wide, uint32_t lane)
{
    if (is_wide)
        return ((const uint64_t *)(const void *)(base + offset))[lane];
    return ((const uint32_t *)(const void *)(base + offset))[lane];
}

/* Reads all lanes of a predicate. */
static inline uint32_t undefined_read_mask(const uint8_t *base, uint32_t offset)
{
    return *(const uint32_t *)(const void *)(base + offset);
}

/* Lanes in which the op's guard is undefined. */
static inline uint32_t undefined_guard_lanes(const struct vgpu_frame *frame, const struct vgpu_op *op)
{
    return op->guard == VGPU_NO_OPERAND ? 0 : undefined_read_mask(frame->undefined, op->guard);
}

/*
 * Writes one lane of a register. All words of a 128-bit register get the same bits. The caller
 * updates the slot's mask.
 */
void undefined_write_bits(const struct vgpu_frame *frame, uint32_t slot, uint32_t lane, uint64_t bits);

/* Marks lanes of a slot as defined. */
void undefined_clear(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes);

/*
 * Updates the slot's mask and origins after its bits were written in some lanes. Does nothing for
 * VGPU_NO_SLOT.
 */
void undefined_refresh(const struct vgpu_frame *frame, uint32_t slot, uint32_t lanes, uint32_t origin);

#endif
