/* Findings of accesses without a place in memory, and of memory that a launch never released. */
#include "vgpu/bounds/check_bounds.h"

#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/report/report.h"

bool check_bounds(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_finding *finding)
{
    if (!(warp->worker->launch->checks & VGPU_CHECK_MEMORY))
        return false;
    report_add_finding(warp, access->op, finding);
    return true;
}

/* --- leaks ------------------------------------------------------------------------------------ */

static void report_leak(struct vgpu_worker *worker, const struct vgpu_buffer *buffer)
{
    struct vgpu_block block = {.linear = buffer->allocated.block, .worker = worker};
    struct vgpu_warp warp = {.block = &block, .worker = worker, .index = buffer->allocated.thread / VGPU_WARP_LANES};
    memcpy(block.index, buffer->allocated.index, sizeof(block.index));
    struct vgpu_finding finding = {.kind = VGPU_FINDING_DEVICE_MALLOC_LEAK,
                                   .lane = buffer->allocated.thread % VGPU_WARP_LANES,
                                   .space = VGPU_FINDING_SPACE_GLOBAL,
                                   .address = buffer->start,
                                   .element = -1};
    finding.buffer = buffer->name;
    finding.buffer_bytes = buffer->size_bytes;
    report_add_finding(&warp, buffer->allocated.by, &finding);
}

void check_leaks(struct vgpu_worker *worker)
{
    if (atomic_load(&worker->launch->stop))
        return;
    const struct vgpu_memory *memory = device_memory(worker->launch->device);
    for (size_t i = 0; i < memory->count; i++) {
        struct vgpu_buffer *buffer = memory->buffers[i];
        if (buffer->bytes && buffer->is_heap && buffer->allocated.by)
            report_leak(worker, buffer);
        buffer->allocated.by = NULL; /* a later launch may still free it */
    }
}
