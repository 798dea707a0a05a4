/*
 * Undefined values from loads of shared and global memory, and from shuffles that read idle lanes.
 */
#include "vgpu/undefined/undefined_memory.h"

#include <stdio.h>
#include <string.h>

#include "vgpu/execution/cluster.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"
#include "vgpu/report/report.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_local.h"
#include "vgpu/undefined/undefined_shadow.h"
#include "vgpu/undefined/undefined_source.h"
#include "vgpu/undefined/undefined_state.h"

enum { BITS_MAX_BYTES = 8 }; /* bytes of an element; the first 8 represent a wider one */

/* --- places ----------------------------------------------------------------------------------- */

static bool is_shared_address(const struct vgpu_op *op, uint64_t address)
{
    enum ptx_space space = op->detail->source->space;
    if (space == PTX_SPACE_SHARED || space == PTX_SPACE_SHARED_CLUSTER)
        return true;
    return space == PTX_SPACE_GENERIC && address >= VGPU_WINDOW_SHARED && address < VGPU_WINDOW_LOCAL;
}

/* An address of local memory or of parameters can be that of a buffer, which it does not reach. */
static bool may_be_global(const struct vgpu_op *op)
{
    enum ptx_space space = op->detail->source->space;
    return space != PTX_SPACE_LOCAL && space != PTX_SPACE_PARAMETER;
}

bool undefined_find_place(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                          uint32_t lane, struct vgpu_place *out_place)
{
    const struct vgpu_detail *detail = op->detail;
    const struct vgpu_launch_state *launch = warp->worker->launch;
    uint64_t address = place_address(op, registers, lane), size_bytes = detail->size_bytes;
    if (detail->access != VGPU_ACCESS_ATOMIC)
        size_bytes *= detail->element_count;
    if (is_shared_address(op, address)) {
        *out_place = (struct vgpu_place){.space = VGPU_PLACE_SHARED};
        const struct vgpu_block *owner = cluster_find(warp->block, address & UINT32_MAX, &out_place->offset);
        return owner == warp->block && out_place->offset + size_bytes <= launch->shared_bytes;
    }
    if (!may_be_global(op))
        return false;
    struct vgpu_buffer *buffer = memory_find(device_memory(launch->device), address, size_bytes);
    if (!buffer || !buffer->bytes)
        return false;
    *out_place = (struct vgpu_place){.space = VGPU_PLACE_GLOBAL, .buffer = buffer, .offset = address - buffer->start};
    return true;
}

static const uint64_t *shadow_of(const struct vgpu_warp *warp, const struct vgpu_place *place)
{
    if (place->space == VGPU_PLACE_SHARED)
        return place_block(warp, place)->shared_defined;
    return place->space == VGPU_PLACE_GLOBAL && !place->buffer->all_defined ? place->buffer->defined : NULL;
}

uint64_t undefined_of_place(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t at,
                            uint32_t size_bytes)
{
    const uint64_t *defined = shadow_of(warp, place);
    uint64_t undefined = 0;
    for (uint32_t i = 0; defined && i < size_bytes && i < BITS_MAX_BYTES; i++) {
        uint64_t offset = place->offset + at + i;
        uint8_t bits = UINT8_MAX;
        if (shadow_is_defined(defined, offset, 1))
            continue;
        if (place->space == VGPU_PLACE_GLOBAL)
            bits = memory_undefined_bits(place->buffer, offset);
        undefined |= (uint64_t)bits << (8 * i);
    }
    return undefined;
}

uint32_t undefined_place_source(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t at)
{
    if (place->space == VGPU_PLACE_SHARED)
        return undefined_shared_source(warp->block, place->offset + at);
    if (place->space != VGPU_PLACE_GLOBAL)
        return 0;
    return undefined_source_of_record(memory_undefined_record(place->buffer, place->offset + at));
}

static struct undefined_read *read_of(const struct vgpu_warp *warp)
{
    return &warp->block->undefined->read;
}

/* --- loads ------------------------------------------------------------------------------------ */

/* Whether the op's results are tracked, or can be from here on. */
static bool may_follow(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    return detail->write_count && (detail->undefined || !warp->worker->launch->module->follows_memory);
}

void check_load(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    if (!(warp->worker->launch->checks & VGPU_CHECK_INITIALISED))
        return;
    const uint64_t *defined = shadow_of(warp, place);
    if (!defined || shadow_is_defined(defined, place->offset, access->size_bytes))
        return;
    bool is_followed = ptx_does(access->op->detail->source) == PTX_DOES_LOAD && may_follow(warp, access->op);
    if (!is_followed || place->block) {
        check_initialised(warp, access, place);
        return;
    }
    struct undefined_read *read = read_of(warp);
    read->lanes |= 1U << access->lane;
    read->places[access->lane] = *place;
    read->addresses[access->lane] = access->address;
}

/* Marks one lane. Returns true if a register became undefined. */
static bool mark_lane(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint32_t *out_source)
{
    const struct vgpu_detail *detail = op->detail;
    const struct undefined_read *read = read_of(warp);
    const struct vgpu_place *place = &read->places[lane];
    bool any = false;
    for (uint32_t i = 0; i < detail->element_count; i++) {
        uint32_t at = i * detail->size_bytes;
        uint64_t bits = undefined_of_place(warp, place, at, detail->size_bytes);
        if (!bits || detail->elements[i] == VGPU_NO_OPERAND)
            continue;
        struct vgpu_place element = *place;
        element.offset += at;
        uint32_t first = (uint32_t)__builtin_ctzll(bits) / 8;
        if (!any)
            *out_source = undefined_source_note(warp, op, lane, &element, read->addresses[lane] + at,
                                                undefined_place_source(warp, &element, first));
        undefined_load_bits(warp->frame, detail, i, lane, bits);
        any = true;
    }
    return any;
}

void undefined_take_read(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t lanes = read_of(warp)->lanes, source = 0;
    bool any = false;
    read_of(warp)->lanes = 0;
    if (!lanes || !undefined_follow_memory(warp, op))
        return;
    for (uint32_t left = lanes; left; left &= left - 1)
        any |= mark_lane(warp, op, (uint32_t)__builtin_ctz(left), &source);
    for (uint32_t i = 0; any && i < detail->write_count; i++)
        undefined_refresh(warp->frame, detail->writes[i], lanes, source);
}

/* --- shuffles --------------------------------------------------------------------------------- */

void undefined_shuffle_idle(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes,
                            const uint8_t sources[VGPU_WARP_LANES])
{
    struct undefined_read *read = read_of(warp);
    char text[200];
    if (warp->worker->launch->checks & VGPU_CHECK_INITIALISED && may_follow(warp, op)) {
        read->idle = lanes;
        memcpy(read->idle_lanes, sources, sizeof(read->idle_lanes));
        return;
    }
    uint32_t lane = (uint32_t)__builtin_ctz(lanes);
    VGPU_TELL(text, sizeof(text), IDLE_SOURCE, "lane=%u", sources[lane]);
    report_add_finding(
        warp, op,
        &(struct vgpu_finding){.kind = VGPU_FINDING_INACTIVE_SOURCE, .lane = lane, .element = -1, .message = text});
}

void undefined_loaded(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (!op->detail->undefined)
        undefined_take_read(warp, op);
}

void undefined_shuffled(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    if (!op->detail->undefined)
        undefined_take_shuffle(warp, op);
}

/* The slot of the register that an op writes at this frame offset. */
static uint32_t slot_at(const struct vgpu_frame *frame, const struct vgpu_detail *detail, uint32_t offset)
{
    for (uint32_t i = 0; i < detail->write_count; i++)
        if (frame->function->register_offsets[detail->writes[i]] == offset)
            return detail->writes[i];
    return VGPU_NO_SLOT;
}

void undefined_take_shuffle(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct undefined_read *read = read_of(warp);
    const struct vgpu_frame *frame = warp->frame;
    uint32_t lanes = read->idle, source = 0, to = slot_at(frame, op->detail, op->d);
    read_of(warp)->idle = 0;
    if (!lanes || to == VGPU_NO_SLOT || !undefined_follow_memory(warp, op))
        return;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        struct vgpu_place place = {.space = VGPU_PLACE_LOCAL};
        source = undefined_source_note(warp, op, lane, &place, read->idle_lanes[lane], 0);
        undefined_write_bits(frame, to, lane, UINT32_MAX);
    }
    undefined_refresh(frame, to, lanes, source);
}
