/*
 * Reads of unwritten memory.
 *
 * Global and shared memory have one shadow bit per byte. Local memory has one per bit.
 *
 * A load only marks its registers as undefined; a finding comes where the value is used
 * (undefined_track.c). Compilers copy structures with holes and spill registers that hold nothing
 * yet. Programs read one element too many and ignore it. Asynchronous copies do the same: shared
 * memory becomes as undefined as their source. Atomics and fragments of matrices report undefined
 * bytes at once.
 */
#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_state.h"
#include "vgpu/undefined/undefined_use.h"

/* Adds the finding. It names the origin of the first undefined byte, if that is known. */
static void report(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                   enum vgpu_finding_kind kind)
{
    struct vgpu_place first = *place;
    while (!undefined_of_place(warp, &first, 0, 1))
        first.offset++;
    if (undefined_report_stored(warp, access->op, access->lane, &first))
        return;
    struct vgpu_finding finding = {.kind = kind,
                                   .lane = access->lane,
                                   .access = access->access,
                                   .address = access->address,
                                   .size_bytes = access->size_bytes};
    finding_place_describe(warp, place, &finding);
    report_add_finding(warp, access->op, &finding);
}

void check_initialised(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    if (!(warp->worker->launch->checks & VGPU_CHECK_INITIALISED))
        return;
    if (place->space == VGPU_PLACE_GLOBAL && !place->buffer->all_defined &&
        !shadow_is_defined(place->buffer->defined, place->offset, access->size_bytes))
        report(warp, access, place, VGPU_FINDING_UNINITIALISED_GLOBAL);
    if (place->space == VGPU_PLACE_SHARED &&
        !shadow_is_defined(place_block(warp, place)->shared_defined, place->offset, access->size_bytes))
        report(warp, access, place, VGPU_FINDING_UNINITIALISED_SHARED);
}

static uint8_t *local_bits(const struct vgpu_warp *warp, uint64_t at, uint32_t lane)
{
    return &warp->undefined->local_defined[(at / 4 * VGPU_WARP_LANES + lane) * 4 + at % 4];
}

uint64_t undefined_local_bits(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes)
{
    uint64_t undefined = 0;
    for (uint32_t i = 0; warp->undefined->local_defined && i < size_bytes; i++)
        undefined |= (uint64_t)(uint8_t) ~*local_bits(warp, offset + i, lane) << (8 * i);
    return undefined;
}

void undefined_set_local_bits(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                              uint64_t undefined)
{
    for (uint32_t i = 0; warp->undefined->local_defined && i < size_bytes; i++)
        *local_bits(warp, offset + i, lane) = (uint8_t) ~(undefined >> (8 * i));
}

void undefined_local_set(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i += 8)
        undefined_set_local_bits(warp, offset + i, lane, size_bytes - i < 8 ? size_bytes - i : 8, 0);
}

void undefined_local_clear(struct vgpu_warp *warp, uint32_t begin, uint32_t size_bytes, uint32_t lanes)
{
    size_t first = (size_t)begin * VGPU_WARP_LANES;
    if (warp->undefined->local_defined)
        warp_fill_local(warp->undefined->local_defined + first, 0, size_bytes, lanes);
    if (warp->undefined->local_sources)
        warp_fill_local((uint8_t *)warp->undefined->local_sources + first, 0, size_bytes, lanes);
}

void initialised_note(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    switch (place->space) {
    case VGPU_PLACE_GLOBAL:
        if (place->buffer->all_defined)
            return;
        if (warp->worker->is_parallel)
            shadow_define_shared(place->buffer->defined, place->offset, access->size_bytes);
        else
            shadow_define(place->buffer->defined, place->offset, access->size_bytes);
        return;
    case VGPU_PLACE_SHARED:
        shadow_define(place_block(warp, place)->shared_defined, place->offset, access->size_bytes);
        return;
    case VGPU_PLACE_LOCAL:
        undefined_local_set(warp, place->offset, access->lane, access->size_bytes);
        return;
    case VGPU_PLACE_PARAMETER:
        return;
    }
}
