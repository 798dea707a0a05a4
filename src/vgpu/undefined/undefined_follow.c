/* Switches a launch to following memory, when the first load finds unwritten memory. */
#include <stdlib.h>
#include <string.h>

#include "base/told.h"
#include "vgpu/affine/affine.h"
#include "vgpu/execution/device.h"
#include "vgpu/undefined/undefined_memory.h"
#include "vgpu/undefined/undefined_state.h"
#include "vgpu/undefined/undefined_stored.h"

/*
 * Adds a shadow in which nothing is undefined. Functions that were tracked before keep their
 * shadow, since the layout is the same.
 */
static bool add_shadow(struct vgpu_frame *frame)
{
    const struct vgpu_function *function = frame->function;
    if (!function->undefined || frame->undefined)
        return true;
    frame->undefined = aligned_alloc(64, function->undefined->total_bytes);
    if (frame->undefined)
        memset(frame->undefined, 0, function->undefined->total_bytes);
    return frame->undefined;
}

static bool add_shadows(struct vgpu_frame *frame)
{
    for (; frame; frame = frame->caller)
        if (!add_shadow(frame))
            return false;
    return true;
}

static bool add_warp_shadows(struct vgpu_warp *warp)
{
    bool done = add_shadows(warp->entry);
    for (uint32_t i = 0; done && i < warp->split_count; i++)
        done = add_shadows(warp->splits[i].frame);
    return done;
}

/* Adds shadows to frames that wait for reuse. */
static bool add_free_shadows(const struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->launch->module->function_count; i++)
        for (struct vgpu_frame *frame = worker->free_frames[i]; frame; frame = frame->next_free)
            if (!add_shadow(frame))
                return false;
    return true;
}

/* Leaves converged execution, since converged ops are not wrapped. */
static void leave_converged(struct vgpu_warp *running)
{
    struct vgpu_worker *worker = running->worker;
    if (running->is_converged)
        running->segment = affine_general(running, running->segment);
    for (uint32_t i = 0; i < worker->resident_count; i++)
        for (uint32_t j = 0; j < worker->launch->block_warps; j++)
            affine_leave(&worker->resident[i]->warps[j], NULL);
    worker->launch->converged = NULL;
}

static bool begin_at_once(struct vgpu_warp *running)
{
    struct vgpu_worker *worker = running->worker;
    leave_converged(running);
    undefined_follow_module(worker->launch->module);
    bool done = add_free_shadows(worker);
    for (uint32_t i = 0; done && i < worker->resident_count; i++)
        for (uint32_t j = 0; done && j < worker->launch->block_warps; j++)
            done = add_warp_shadows(&worker->resident[i]->warps[j]);
    return done;
}

bool undefined_follow_memory(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    if (launch->module->follows_memory)
        return true;
    if (launch->is_parallel) {
        atomic_store(&launch->undefined->wants_memory_followed, true);
        atomic_store(&launch->conflict, true);
        atomic_store(&launch->stop, true);
        return false;
    }
    if (begin_at_once(warp))
        return true;
    launch_fault(warp, op, TOLD_TEXT("out of memory for the shadow of registers"));
    return false;
}

/* --- attempts that are discarded -------------------------------------------------------------- */

static void use_shadow(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    (void)memory;
    if (!buffer->lazy)
        memory_use_shadow(buffer);
}

bool undefined_attempt_undone(struct vgpu_launch_state *launch)
{
    undefined_stored_discard(launch);
    if (atomic_load(&launch->undefined->wants_shadows))
        memory_for_each(device_memory(launch->device), use_shadow);
    if (!atomic_exchange(&launch->undefined->wants_memory_followed, false) || launch->module->follows_memory)
        return false;
    undefined_follow_module(launch->module);
    launch->converged = NULL;
    return true;
}
