/*
 * Lanes that change frames: separate calls become one call, from the op where lanes wait for each
 * other.
 */
#include <string.h>

#include "vgpu/undefined/undefined.h"
#include "vgpu/warp/frame.h"

static void move_values(uint8_t *to, const uint8_t *from, uint32_t lanes, size_t width_bytes)
{
    for (; lanes; lanes &= lanes - 1) {
        size_t at = (size_t)__builtin_ctz(lanes) * width_bytes;
        memcpy(to + at, from + at, width_bytes);
    }
}

static void move_bits(void *to, const void *from, uint32_t lanes)
{
    uint32_t there, here;
    memcpy(&there, to, sizeof(there));
    memcpy(&here, from, sizeof(here));
    there = (there & ~lanes) | (here & lanes);
    memcpy(to, &there, sizeof(there));
}

/* Registers and words of .param variables, or the shadow of both: the layout is the same. */
static void move_contents(const struct vgpu_function *function, uint8_t *to, const uint8_t *from, uint32_t lanes)
{
    for (uint32_t slot = 0; slot < function->register_count; slot++) {
        uint32_t offset = function->register_offsets[slot];
        uint32_t bits = ptx_type_bits(function->source->registers[slot].type);
        if (bits == 1)
            move_bits(to + offset, from + offset, lanes);
        for (uint32_t at = 0; bits > 1 && at < bits; at += 64) { /* 128 bits: two registers of 64 */
            uint32_t row = offset + at / 8 * VGPU_WARP_LANES;
            move_values(to + row, from + row, lanes, bits <= 32 ? 4 : 8);
        }
    }
    for (uint32_t i = 0; i < function->variable_count; i++)
        for (uint32_t word = 0; word < function->variables[i].words; word++) {
            uint32_t row = function->variables[i].offset + word * 4 * VGPU_WARP_LANES;
            move_values(to + row, from + row, lanes, 4);
        }
}

static void move_undefined(struct vgpu_frame *to, const struct vgpu_frame *from, uint32_t lanes)
{
    if (!to->undefined || !from->undefined)
        return;
    move_contents(to->function, to->undefined, from->undefined, lanes);
    for (uint32_t slot = 0; slot < to->function->undefined->slot_count; slot++) {
        if (!(undefined_lanes(to)[slot] & ~lanes))
            undefined_origins(to)[slot] = undefined_origins(from)[slot];
        move_bits(&undefined_lanes(to)[slot], &undefined_lanes(from)[slot], lanes);
    }
}

void frame_move_lanes(struct vgpu_warp *warp, struct vgpu_frame *to, struct vgpu_frame *from, uint32_t lanes)
{
    for (struct vgpu_frame *caller; from != to; from = caller, to = to->caller) {
        caller = from->caller;
        move_contents(to->function, to->registers, from->registers, lanes);
        move_undefined(to, from, lanes);
        if (to->allocated_bytes < from->allocated_bytes)
            to->allocated_bytes = from->allocated_bytes;
        to->lanes |= lanes;
        from->lanes &= ~lanes;
        if (!from->lanes)
            frame_release(warp, from);
    }
}
