/* Undefined bits that loads and stores move between registers and local memory. */
#include "vgpu/undefined/undefined_local.h"

#include "vgpu/execution/place.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_shadow.h"
#include "vgpu/undefined/undefined_source.h"

static bool finds_local(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op, uint32_t lane,
                        uint32_t *out_offset)
{
    enum ptx_space space = op->detail->source->space;
    if (space != PTX_SPACE_LOCAL && space != PTX_SPACE_GENERIC && space != PTX_SPACE_PARAMETER)
        return false;
    if (space == PTX_SPACE_PARAMETER && warp->frame->function->has_entry_layout)
        return false;
    uint64_t address = place_address(op, registers, lane);
    if (space == PTX_SPACE_GENERIC && (address < VGPU_WINDOW_LOCAL || address >= VGPU_WINDOW_PARAMETER))
        return false;
    *out_offset = (uint32_t)address;
    uint64_t size_bytes = (uint64_t)op->detail->size_bytes * op->detail->element_count;
    return *out_offset + size_bytes <= warp_local_bytes(warp);
}

static uint64_t extend_load(const struct vgpu_detail *detail, uint64_t bits)
{
    return detail->is_signed ? undefined_extend(bits, detail->size_bytes * 8U) : bits;
}

void undefined_load_bits(const struct vgpu_frame *frame, const struct vgpu_detail *detail, uint32_t element,
                         uint32_t lane, uint64_t bits)
{
    uint32_t offset = detail->elements[element];
    if (offset == VGPU_NO_OPERAND)
        return;
    bits = extend_load(detail, bits);
    if (detail->is_wide)
        ((uint64_t *)(void *)(frame->undefined + offset))[lane] = bits;
    else
        ((uint32_t *)(void *)(frame->undefined + offset))[lane] = (uint32_t)bits;
}

/* Notes the origin of the first undefined byte of a lane's local memory. */
static uint32_t note_source(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint32_t offset)
{
    struct vgpu_place place = {.space = VGPU_PLACE_LOCAL, .offset = offset};
    return undefined_source_note(warp, op, lane, &place, offset, undefined_local_source(warp, offset, lane));
}

uint32_t undefined_find_local(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                              uint32_t lanes, uint32_t out_offsets[VGPU_WARP_LANES])
{
    uint32_t local = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        local |= (uint32_t)finds_local(warp, registers, op, lane, &out_offsets[lane]) << lane;
    }
    return local;
}

void undefined_load_local(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                          uint32_t local, uint32_t written, const uint32_t offsets[VGPU_WARP_LANES])
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t source = 0;
    bool any = false;
    for (uint32_t i = 0; i < detail->write_count; i++)
        undefined_clear(frame, detail->writes[i], written);
    for (uint32_t left = local; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t i = 0; i < detail->element_count; i++) {
            uint32_t at = offsets[lane] + i * detail->size_bytes;
            uint64_t bits = undefined_local_bits(warp, at, lane, detail->size_bytes);
            if (bits && !any)
                source = note_source(warp, op, lane, at + (uint32_t)__builtin_ctzll(bits) / 8);
            if (bits)
                undefined_load_bits(frame, detail, i, lane, bits);
            any |= bits != 0;
        }
    }
    for (uint32_t i = 0; any && i < detail->write_count; i++)
        undefined_refresh(frame, detail->writes[i], local, source);
}

void undefined_store_local(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t local, uint32_t source)
{
    const struct vgpu_detail *detail = op->detail;
    for (uint32_t left = local; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), offset = 0;
        finds_local(warp, frame->registers, op, lane, &offset);
        undefined_set_local_source(warp, offset, lane, (uint32_t)detail->size_bytes * detail->element_count,
                                   source ? undefined_source_pin(warp->block, source, lane) : 0);
        for (uint32_t i = 0; i < detail->element_count; i++) {
            if (detail->elements[i] == VGPU_NO_OPERAND)
                continue;
            uint64_t bits = undefined_read_bits(frame->undefined, detail->elements[i], detail->is_wide, lane);
            undefined_set_local_bits(warp, offset + i * detail->size_bytes, lane, detail->size_bytes, bits);
        }
    }
}
