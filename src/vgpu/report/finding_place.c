/*
 * The place of an access in a finding: which buffer or variable, how far from it.
 */
#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"

static const enum vgpu_finding_space finding_spaces[] = {
    [VGPU_PLACE_GLOBAL] = VGPU_FINDING_SPACE_GLOBAL,
    [VGPU_PLACE_SHARED] = VGPU_FINDING_SPACE_SHARED,
    [VGPU_PLACE_LOCAL] = VGPU_FINDING_SPACE_LOCAL,
    [VGPU_PLACE_PARAMETER] = VGPU_FINDING_SPACE_PARAMETER,
};

void finding_place_range(struct vgpu_finding *finding, const char *name, uint64_t start, uint64_t size_bytes,
                         uint64_t address)
{
    int64_t offset = (int64_t)(address - start);
    finding->buffer = name;
    finding->buffer_bytes = size_bytes;
    finding->offset_bytes = offset;
    finding->distance_bytes = 0;
    if (offset < 0)
        finding->distance_bytes = offset;
    else if ((uint64_t)offset + finding->size_bytes > size_bytes)
        finding->distance_bytes = offset - (int64_t)size_bytes;
    uint32_t size = finding->size_bytes ? finding->size_bytes : 1;
    finding->element = offset < 0 || offset % size ? -1 : offset / size;
}

/* The shared variable that holds the offset, else the nearest. */
const struct vgpu_shared_variable *finding_place_variable(const struct vgpu_launch_state *launch, uint64_t offset,
                                                          uint32_t *out_size_bytes)
{
    const struct vgpu_shared_variable *best = NULL;
    uint64_t best_distance = UINT64_MAX;
    for (uint32_t i = 0; i < launch->module->shared_count && best_distance; i++) {
        const struct vgpu_shared_variable *variable = &launch->module->shared[i];
        uint32_t size_bytes = variable->size_bytes ? variable->size_bytes : launch->request->dynamic_shared_bytes;
        uint64_t end = variable->start + size_bytes, distance = 0;
        if (offset < variable->start)
            distance = variable->start - offset;
        else if (offset >= end)
            distance = offset - end + 1;
        if (distance >= best_distance)
            continue;
        best = variable;
        best_distance = distance;
        *out_size_bytes = size_bytes;
    }
    return best;
}

/*
 * `base`: the number of the intended variable, from 1. 0: the variable at the offset, or else the
 * nearest.
 */
void finding_place_shared(const struct vgpu_warp *warp, uint32_t base, uint64_t offset, struct vgpu_finding *finding)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    uint32_t size_bytes = 0;
    const struct vgpu_shared_variable *variable = finding_place_variable(launch, offset, &size_bytes);
    if (base) {
        variable = &launch->module->shared[base - 1];
        size_bytes = variable->size_bytes ? variable->size_bytes : launch->request->dynamic_shared_bytes;
    }
    finding->buffer = "";
    finding->element = -1;
    if (variable)
        finding_place_range(finding, variable->name, variable->start, size_bytes, offset);
}

void finding_place_describe(const struct vgpu_warp *warp, const struct vgpu_place *place, struct vgpu_finding *finding)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    finding->space = finding_spaces[place->space];
    switch (place->space) {
    case VGPU_PLACE_GLOBAL:
        finding_place_range(finding, place->buffer->name, 0, place->buffer->size_bytes, place->offset);
        return;
    case VGPU_PLACE_SHARED:
        finding_place_shared(warp, 0, place->offset, finding);
        return;
    case VGPU_PLACE_LOCAL:
        finding_place_range(finding, "local memory", 0, warp_local_bytes(warp), place->offset);
        return;
    case VGPU_PLACE_PARAMETER:
        finding_place_range(finding, "kernel parameters", 0, launch->argument_bytes, place->offset);
        return;
    }
}
