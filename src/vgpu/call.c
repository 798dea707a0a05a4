/*
 * Values of calls: words of .param variables, and the registers that some of them stand for.
 */
#include <string.h>

#include "vgpu/execution_internal.h"
#include "vgpu/observe_internal.h"

/* Words of `variable` from its register (`to_words`), or back. */
static void move_register(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes, bool to_words)
{
    uint32_t *words = (uint32_t *)(void *)(frame + variable->offset);
    uint8_t *at = frame + variable->register_offset;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        if (variable->register_width == 1) {
            uint32_t *predicate = (uint32_t *)(void *)at;
            if (to_words)
                words[lane] = *predicate >> lane & 1;
            else
                *predicate = (*predicate & ~(1U << lane)) | (words[lane] & 1) << lane;
            continue;
        }
        for (uint32_t i = 0; i < variable->words; i++) { /* 128 bits: two registers of 64 */
            uint32_t width = variable->register_width == 4 ? 4 : 8;
            uint8_t *part = at + i * 4 / width * width * VGPU_WARP_LANES + lane * width + i * 4 % width;
            if (to_words)
                memcpy(&words[i * VGPU_WARP_LANES + lane], part, 4);
            else
                memcpy(part, &words[i * VGPU_WARP_LANES + lane], 4);
        }
    }
}

void call_copy_to_local(struct vgpu_warp *warp, const struct vgpu_frame *frame,
                        const struct vgpu_frame_variable *variable, uint32_t lanes)
{
    const uint32_t *words = (const uint32_t *)(const void *)(frame->registers + variable->offset);
    uint32_t start = frame->local_base + variable->local_offset;
    for (uint32_t lane = 0; variable->has_address && lane < VGPU_WARP_LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        for (uint32_t i = 0; i < variable->words; i++)
            memcpy(warp->local + ((size_t)(start / 4 + i) * VGPU_WARP_LANES + lane) * 4,
                   &words[i * VGPU_WARP_LANES + lane], 4);
        for (uint32_t i = 0; i < variable->words; i++)
            local_set_undefined(warp, start + 4 * i, lane, 4, 0);
    }
}

void call_words_from_register(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes)
{
    if (variable->register_width)
        move_register(frame, variable, lanes, true);
}

void call_register_from_words(uint8_t *frame, const struct vgpu_frame_variable *variable, uint32_t lanes)
{
    if (variable->register_width)
        move_register(frame, variable, lanes, false);
}
