/*
 * Asynchronous copies of bytes that nobody has written. A later check shows whether they have an
 * effect.
 */
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined_source.h"

void undefined_copy_read(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *from,
                         uint32_t at, struct vgpu_copy_notes *notes)
{
    enum { WORD_BYTES = 4 };
    const struct vgpu_buffer *buffer = from->buffer;
    if (!(warp->worker->launch->checks & VGPU_CHECK_INITIALISED) || !buffer || buffer->all_defined ||
        shadow_is_defined(buffer->defined, from->offset, access->size_bytes))
        return;
    bool is_first = !notes->undefined;
    for (uint32_t i = 0; i < access->size_bytes; i++)
        if (!shadow_is_defined(buffer->defined, from->offset + i, 1))
            notes->undefined |= (uint16_t)(1U << (at + i));
    if (!is_first)
        return;
    uint32_t first = (uint32_t)__builtin_ctz(notes->undefined), word = first / WORD_BYTES * WORD_BYTES;
    struct vgpu_place place = *from;
    place.offset += word - at;
    uint32_t stored = undefined_source_of_record(memory_undefined_record(buffer, from->offset + first - at));
    uint32_t source =
        undefined_source_note(warp, access->op, access->lane, &place, access->address - at + word, stored);
    notes->source = undefined_source_pin(warp->block, source, access->lane);
}

void undefined_copy_written(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *to,
                            const struct vgpu_copy_notes *notes)
{
    struct vgpu_block *owner = place_block(warp, to);
    for (uint32_t left = notes->undefined; left; left &= left - 1)
        shadow_undefine(owner->shared_defined, to->offset + (uint32_t)__builtin_ctz(left), 1);
    if (notes->undefined && owner == warp->block) /* a block knows the origins of its own bytes */
        undefined_set_shared_source(owner, to->offset, access->size_bytes, notes->source);
}
