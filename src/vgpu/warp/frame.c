/*
 * Frames: memory for one call, and the constants in it.
 */
#include "vgpu/warp/frame.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/affine/affine.h"
#include "vgpu/execution/special_register.h"
#include "vgpu/observers/observers.h"

/* --- constants -------------------------------------------------------------------------------- */

static uint64_t parameter_value(const struct vgpu_launch_state *launch, const struct vgpu_constant *constant)
{
    uint64_t value = 0;
    memcpy(&value, launch->arguments + constant->parameter_offset, constant->size_bytes);
    unsigned unused = 64 - 8 * constant->size_bytes;
    if (constant->is_signed && unused)
        value = (uint64_t)((int64_t)(value << unused) >> unused);
    return value;
}

static uint64_t constant_value(const struct vgpu_warp *warp, const struct vgpu_frame *frame,
                               const struct vgpu_constant *constant, uint32_t lane)
{
    switch (constant->kind) {
    case VGPU_CONSTANT_PARAMETER:
        return parameter_value(warp->worker->launch, constant);
    case VGPU_CONSTANT_SPECIAL:
        return special_value(warp, constant->special, constant->component, lane);
    case VGPU_CONSTANT_LOCAL:
        return constant->bits + frame->local_base;
    default:
        if (constant->special == PTX_SPECIAL_IS_EXPLICIT_CLUSTER)
            return special_value(warp, constant->special, 0, 0);
        return constant->bits;
    }
}

static void fill_32(uint32_t *to, uint32_t value)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        to[lane] = value;
}

static void fill_64(uint64_t *to, uint64_t value)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        to[lane] = value;
}

static void fill_each(const struct vgpu_warp *warp, const struct vgpu_frame *frame,
                      const struct vgpu_constant *constant, void *to)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint64_t value = constant_value(warp, frame, constant, lane);
        if (constant->is_wide)
            ((uint64_t *)to)[lane] = value;
        else
            ((uint32_t *)to)[lane] = (uint32_t)value;
    }
}

void frame_fill_constants(struct vgpu_warp *warp, struct vgpu_frame *frame, bool per_block_only)
{
    const struct vgpu_function *function = frame->function;
    for (uint32_t i = 0; i < function->constant_count; i++) {
        const struct vgpu_constant *constant = &function->constants[i];
        if (per_block_only && !constant->is_per_block)
            continue;
        void *to = frame->registers + constant->offset;
        uint64_t value = constant_value(warp, frame, constant, 0);
        if (constant->kind == VGPU_CONSTANT_PREDICATE) {
            *(uint32_t *)to = (uint32_t)value;
            continue;
        }
        if (special_differs_by_lane(constant))
            fill_each(warp, frame, constant, to);
        else if (constant->is_wide)
            fill_64(to, value);
        else
            fill_32(to, (uint32_t)value);
    }
    if (warp->worker->launch->converged && function == warp->worker->launch->entry)
        affine_fill_constants(warp, frame, per_block_only);
}

/* --- frames ----------------------------------------------------------------------------------- */

static void free_frame(struct vgpu_frame *frame)
{
    OBSERVE(frame_free, frame);
    free(frame->registers);
    free(frame);
}

static struct vgpu_frame *frame_allocate(const struct vgpu_function *function)
{
    struct vgpu_frame *frame = calloc(1, sizeof(*frame));
    if (!frame)
        return NULL;
    frame->function = function;
    frame->registers = aligned_alloc(64, (size_t)function->frame_bytes + 64);
    if (frame->registers)
        memset(frame->registers, 0, (size_t)function->frame_bytes + 64);
    if (frame->registers && OBSERVE_ALL(frame_new, frame))
        return frame;
    free_frame(frame);
    return NULL;
}

void frame_forget_local(struct vgpu_warp *warp, uint32_t begin, uint32_t size_bytes, uint32_t lanes)
{
    warp_fill_local(warp->local + (size_t)begin * VGPU_WARP_LANES, 0x7f, size_bytes, lanes);
    OBSERVE(local_clear, warp, begin, size_bytes, lanes);
}

void frame_reset(struct vgpu_warp *warp, struct vgpu_frame *frame)
{
    const struct vgpu_function *function = frame->function;
    frame->allocated_bytes = 0;
    OBSERVE(frame_reset, frame);
    if (function->local_bytes > 0 && warp->local)
        frame_forget_local(warp, frame->local_base, function->local_bytes, frame->caller ? frame->lanes : UINT32_MAX);
}

struct vgpu_frame *frame_new(struct vgpu_warp *warp, const struct vgpu_function *function, struct vgpu_frame *caller,
                             uint32_t lanes)
{
    uint32_t depth = caller ? caller->depth + 1 : 0;
    uint32_t local_base = caller ? caller->local_base + caller->function->local_bytes + caller->allocated_bytes : 0;
    if (depth > VGPU_CALL_DEPTH_MAX || local_base + function->local_bytes > VGPU_LOCAL_BYTES_MAX)
        return NULL;
    struct vgpu_frame **free_list = &warp->worker->free_frames[function->index];
    struct vgpu_frame *frame = *free_list;
    if (frame)
        *free_list = frame->next_free;
    else
        frame = frame_allocate(function);
    if (!frame)
        return NULL;
    frame->caller = caller;
    frame->depth = depth;
    frame->lanes = lanes;
    frame->local_base = local_base;
    frame_fill_constants(warp, frame, false);
    frame_reset(warp, frame);
    return frame;
}

void frame_release(struct vgpu_warp *warp, struct vgpu_frame *frame)
{
    struct vgpu_frame **free_list = &warp->worker->free_frames[frame->function->index];
    frame->next_free = *free_list;
    *free_list = frame;
}

void frame_free_all(struct vgpu_worker *worker)
{
    for (uint32_t i = 0; worker->free_frames && i < worker->launch->module->function_count; i++) {
        for (struct vgpu_frame *frame = worker->free_frames[i], *next; frame; frame = next) {
            next = frame->next_free;
            free_frame(frame);
        }
    }
    free(worker->free_frames);
    worker->free_frames = NULL;
}
