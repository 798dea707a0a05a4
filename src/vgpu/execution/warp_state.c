/* Questions about a warp, and settings, without running it. */
#include <string.h>
#include <sys/mman.h>

#include "vgpu/execution/execution.h"

/* As a table, so that four lanes go at once on any CPU. */
#define FOUR_BITS(lane) 1U << (lane), 2U << (lane), 4U << (lane), 8U << (lane)
static const uint32_t lane_bits[VGPU_WARP_LANES] = {FOUR_BITS(0),  FOUR_BITS(4),  FOUR_BITS(8),  FOUR_BITS(12),
                                                    FOUR_BITS(16), FOUR_BITS(20), FOUR_BITS(24), FOUR_BITS(28)};

void warp_set_active(struct vgpu_warp *warp, uint32_t mask)
{
    if (warp->active == mask)
        return;
    warp->active = mask;
    for (int lane = 0; lane < VGPU_WARP_LANES; lane++)
        warp->lane_mask[lane] = -(int32_t)((mask & lane_bits[lane]) != 0);
}

bool warp_can_run(const struct vgpu_warp *warp)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == VGPU_SPLIT_READY)
            return true;
    return false;
}

uint32_t warp_local_bytes(const struct vgpu_warp *warp)
{
    const struct vgpu_frame *frame = warp->frame;
    return frame->local_base + frame->function->local_bytes + frame->allocated_bytes;
}

enum { LOCAL_MAP_BYTES = VGPU_LOCAL_BYTES_MAX * VGPU_WARP_LANES };

void *warp_map_local(void)
{
    void *pages =
        mmap(NULL, LOCAL_MAP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void warp_unmap_local(void *pages)
{
    if (pages)
        munmap(pages, LOCAL_MAP_BYTES);
}

void warp_fill_local(uint8_t *to, uint8_t value, uint32_t size_bytes, uint32_t lanes)
{
    if (lanes == UINT32_MAX) {
        memset(to, value, (size_t)size_bytes * VGPU_WARP_LANES);
        return;
    }
    for (uint32_t word = 0; word < size_bytes / 4; word++)
        for (uint32_t left = lanes; left; left &= left - 1)
            memset(to + ((size_t)word * VGPU_WARP_LANES + (uint32_t)__builtin_ctz(left)) * 4, value, 4);
}

uint32_t warp_guard_lanes(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (op->guard == VGPU_NO_OPERAND)
        return warp->active;
    uint32_t predicate = *(const uint32_t *)(const void *)(warp->frame->registers + op->guard);
    return (op->guard_negated ? ~predicate : predicate) & warp->active;
}
