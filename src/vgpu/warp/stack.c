/*
 * alloca, stacksave, stackrestore (PTX ISA 9.7.17): local memory after a frame's variables.
 *
 * All lanes of a frame share one top of the stack. An allocation takes the largest size that a lane
 * asks for.
 */
#include "vgpu/warp/stack.h"

#include "vgpu/warp/frame.h"
#include "vgpu/warp/warp.h"

enum { STACK_ALIGN = 16 };

static uint64_t read_lane(const uint8_t *frame, uint32_t offset, uint32_t lane, bool is_wide)
{
    return is_wide ? ((const uint64_t *)(const void *)(frame + offset))[lane]
                   : ((const uint32_t *)(const void *)(frame + offset))[lane];
}

static void write_lanes(const struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint64_t value)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        if (op->flags)
            ((uint64_t *)(void *)(frame + op->d))[lane] = value;
        else
            ((uint32_t *)(void *)(frame + op->d))[lane] = (uint32_t)value;
    }
}

/* alloca d, size: op->immediate is the alignment, op->flags whether registers have 64 bits. */
const struct vgpu_op *stack_allocate(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint64_t most = 0, align = (uint64_t)op->immediate;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint64_t size_bytes = warp->active >> lane & 1 ? read_lane(frame, op->a, lane, op->flags) : 0;
        most = most > size_bytes ? most : size_bytes;
    }
    uint32_t top = warp_local_bytes(warp);
    uint64_t start = (top + align - 1) / align * align;
    if (most > VGPU_LOCAL_BYTES_MAX || start + most + STACK_ALIGN > VGPU_LOCAL_BYTES_MAX) {
        char told[VGPU_TOLD_BYTES];
        VGPU_TELL(told, sizeof(told), ALLOCA_LEAVES_STACK, "bytes=%llu" TOLD_AND "stack=%d", (unsigned long long)most,
                  VGPU_LOCAL_BYTES_MAX);
        return warp_fault_told(warp, op, VGPU_FINDING_STACK_OVERFLOW, told);
    }
    uint32_t end = (uint32_t)((start + most + STACK_ALIGN - 1) / STACK_ALIGN * STACK_ALIGN);
    frame_forget_local(warp, top, end - top, warp->active);
    warp->frame->allocated_bytes += end - top;
    write_lanes(warp, frame, op, start);
    return op + 1;
}

const struct vgpu_op *stack_save(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    write_lanes(warp, frame, op, warp_local_bytes(warp));
    return op + 1;
}

/* A lane that leaves the others of its frame does not release their stack. */
const struct vgpu_op *stack_restore(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint32_t top = warp_local_bytes(warp), base = top - warp->frame->allocated_bytes;
    uint64_t wanted = read_lane(frame, op->a, (uint32_t)__builtin_ctz(warp->active), op->flags);
    if (wanted < base || wanted > top)
        return warp_fault_as(warp, op, VGPU_FINDING_STACK_OVERFLOW,
                             "stackrestore to %llu, which stacksave did not give", (unsigned long long)wanted);
    if (warp->active == (warp->frame->lanes & warp->live))
        warp->frame->allocated_bytes = (uint32_t)wanted - base;
    return op + 1;
}
