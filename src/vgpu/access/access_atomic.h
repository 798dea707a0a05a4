/*
 * Atomic operations of a warp: the functions that two files share. The file access_atomic.c goes
 * lane by lane with all checks. Where no check is on, it joins the lanes that update one number.
 * The file access_atomic_shared.c does the same work for lanes without mistakes.
 */
#ifndef VGPU_ACCESS_ACCESS_ATOMIC_H
#define VGPU_ACCESS_ACCESS_ATOMIC_H

#include "vgpu/execution/execution.h"

/*
 * The new value of memory that holds `old`. CAS compares `b` and stores `c`. MATH_FTZ: sums of f32
 * flush.
 */
uint64_t atomic_combine(const struct vgpu_detail *detail, uint64_t old, uint64_t b, uint64_t c, unsigned flags);

/*
 * The active lanes' operation on shared memory. Each lane must be allowed to do it, and all must be
 * in one variable that was written before. False: nothing was done. It counts nothing.
 */
bool access_atomic_shared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          const uint64_t addresses[VGPU_WARP_LANES]);

static inline uint64_t atomic_element(const uint8_t *frame, const struct vgpu_detail *detail, uint32_t element,
                                      uint32_t lane)
{
    uint32_t offset = detail->elements[element];
    if (offset == VGPU_NO_OPERAND)
        return 0;
    uint64_t keep = detail->size_bytes == 2 ? UINT16_MAX : UINT64_MAX;
    if (detail->is_wide)
        return ((const uint64_t *)(const void *)(frame + offset))[lane];
    return ((const uint32_t *)(const void *)(frame + offset))[lane] & keep;
}

static inline void atomic_write_result(uint8_t *frame, const struct vgpu_detail *detail, uint32_t element,
                                       uint32_t lane, uint64_t value)
{
    uint32_t offset = detail->elements[element];
    if (offset == VGPU_NO_OPERAND)
        return;
    if (detail->is_wide)
        ((uint64_t *)(void *)(frame + offset))[lane] = value;
    else
        ((uint32_t *)(void *)(frame + offset))[lane] = (uint32_t)value;
}

#endif
