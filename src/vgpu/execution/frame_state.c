/* Questions about a frame, and moves in it, without running its function. */
#include <string.h>

#include "vgpu/execution/execution.h"

bool frame_is_same_call(const struct vgpu_frame *a, const struct vgpu_frame *b)
{
    for (; a != b && a && b; a = a->caller, b = b->caller)
        if (a->return_op != b->return_op || a->function != b->function || a->local_base != b->local_base)
            return false;
    return a == b;
}

static void move_predicate(uint8_t *at, uint32_t *words, uint32_t lane, bool to_words)
{
    uint32_t *predicate = (uint32_t *)(void *)at;
    if (to_words)
        words[lane] = *predicate >> lane & 1;
    else
        *predicate = (*predicate & ~(1U << lane)) | (words[lane] & 1) << lane;
}

/*
 * One lane of a register, to or from the bytes of the words that begin at `first`; narrow values
 * are zero-extended.
 */
static void move_lane(uint8_t *at, const struct vgpu_frame_variable *variable, uint32_t *words, uint32_t first,
                      uint32_t lane, bool to_words)
{
    uint32_t width = variable->register_width == 4 ? 4 : 8; /* 128 bits: two registers of 64 */
    uint32_t piece = variable->value_bytes < 4 ? variable->value_bytes : 4;
    for (uint32_t i = 0; i < variable->value_bytes; i += piece) {
        uint8_t *part = at + i / width * width * VGPU_WARP_LANES + lane * width + i % width;
        uint8_t *word = (uint8_t *)&words[(first + i) / 4 * VGPU_WARP_LANES + lane] + (first + i) % 4;
        if (to_words) {
            memcpy(word, part, piece);
            continue;
        }
        memset(part, 0, 4);
        memcpy(part, word, piece);
    }
}

/* Words of `variable` from its registers (`to_words`), or back. */
static void move_register(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes, bool to_words)
{
    uint32_t *words = (uint32_t *)(void *)(frame + variable->offset);
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint8_t *at = frame + variable->register_offset;
        if (variable->register_width == 1)
            move_predicate(at, words, lane, to_words);
        for (uint32_t i = 0; variable->register_width > 1 && i < variable->register_count; i++)
            move_lane(at + (size_t)i * variable->register_width * VGPU_WARP_LANES, variable, words,
                      i * variable->value_bytes, lane, to_words);
    }
}

void frame_words_from_register(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes)
{
    if (variable->register_width)
        move_register(frame, variable, lanes, true);
}

void frame_register_from_words(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes)
{
    if (variable->register_width)
        move_register(frame, variable, lanes, false);
}

static void move_values(uint8_t *to, const uint8_t *from, uint32_t lanes, size_t width_bytes)
{
    for (; lanes; lanes &= lanes - 1) {
        size_t at = (size_t)__builtin_ctz(lanes) * width_bytes;
        memcpy(to + at, from + at, width_bytes);
    }
}

void frame_move_bits(void *to, const void *from, uint32_t lanes)
{
    uint32_t there, here;
    memcpy(&there, to, sizeof(there));
    memcpy(&here, from, sizeof(here));
    there = (there & ~lanes) | (here & lanes);
    memcpy(to, &there, sizeof(there));
}

void frame_move_contents(const struct vgpu_function *function, uint8_t *to, const uint8_t *from, uint32_t lanes)
{
    for (uint32_t slot = 0; slot < function->register_count; slot++) {
        uint32_t offset = function->register_offsets[slot];
        uint32_t bits = ptx_type_bits(function->source->registers[slot].type);
        if (bits == 1)
            frame_move_bits(to + offset, from + offset, lanes);
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
