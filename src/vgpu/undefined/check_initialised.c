/*
 * Reads of memory that was never written: a bit per byte for global and shared memory, a bit per bit for local.
 *
 * What loads read is only marked as undefined, since compilers copy structures with holes and spill registers that hold
 * nothing yet, and programs read one element too many and throw it away; its use is reported (check_undefined.c). So it
 * is with asynchronous copies, which leave shared memory as undefined as their source. What atomics and fragments of
 * matrices read is reported where they read it.
 */
#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_use.h"

/* A finding, of which it may be known where the first undefined byte comes from. */
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
    finding_add(warp, access->op, &finding);
}

void check_initialised(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    if (!(warp->worker->launch->checks & VGPU_CHECK_INITIALISED))
        return;
    if (place->space == VGPU_PLACE_GLOBAL && !place->buffer->all_defined &&
        !shadow_is_defined(place->buffer->defined, place->offset, access->size_bytes))
        report(warp, access, place, VGPU_FINDING_UNINITIALISED_GLOBAL);
    if (place->space == VGPU_PLACE_SHARED &&
        !shadow_is_defined(warp->block->shared_defined, place->offset, access->size_bytes))
        report(warp, access, place, VGPU_FINDING_UNINITIALISED_SHARED);
}

static uint8_t *local_bits(const struct vgpu_warp *warp, uint64_t at, uint32_t lane)
{
    return &warp->local_defined[(at / 4 * VGPU_WARP_LANES + lane) * 4 + at % 4];
}

uint64_t local_undefined(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes)
{
    uint64_t undefined = 0;
    for (uint32_t i = 0; warp->local_defined && i < size_bytes; i++)
        undefined |= (uint64_t)(uint8_t) ~*local_bits(warp, offset + i, lane) << (8 * i);
    return undefined;
}

void local_set_undefined(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                         uint64_t undefined)
{
    for (uint32_t i = 0; warp->local_defined && i < size_bytes; i++)
        *local_bits(warp, offset + i, lane) = (uint8_t) ~(undefined >> (8 * i));
}

void note_written(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
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
        shadow_define(warp->block->shared_defined, place->offset, access->size_bytes);
        return;
    case VGPU_PLACE_LOCAL:
        for (uint32_t i = 0; i < access->size_bytes; i += 8)
            local_set_undefined(warp, place->offset + i, access->lane,
                                access->size_bytes - i < 8 ? access->size_bytes - i : 8, 0);
        return;
    case VGPU_PLACE_PARAMETER:
        return;
    }
}
