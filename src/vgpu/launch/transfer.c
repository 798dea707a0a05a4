/*
 * Copies and fills that streams are given, among the launches that they may overlap.
 */
#include "vgpu/execution/device.h"
#include "vgpu/observers/observers.h"
#include "vgpu/timeline/timeline.h"

bool vgpu_timeline_transfer(struct vgpu_timeline *timeline, struct vgpu *device, const struct vgpu_transfer *transfer,
                            struct vgpu_transfer_race *out_race)
{
    struct timeline_party party = {.kernel = transfer->name};
    struct vgpu_memory *memory = device_memory(device);
    if (transfer->stream < 0 || transfer->stream >= VGPU_STREAMS_MAX)
        return false;
    uint32_t number = timeline_begin(timeline, memory, transfer->stream, &party);
    return number && OBSERVE_ANY(transfer, timeline, memory, number, transfer, out_race);
}
