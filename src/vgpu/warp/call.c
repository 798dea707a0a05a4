/*
 * Calls and returns: the callee's frame, and the values passed. These are words of .param
 * variables, and the registers that represent some of them.
 */
#include <string.h>

#include "vgpu/observers/observers.h"
#include "vgpu/warp/frame.h"
#include "vgpu/warp/split.h"
#include "vgpu/warp/warp.h"

/* --- values ----------------------------------------------------------------------------------- */

/* Copies a parameter into the local memory of the callee's frame, so that it has an address. */
static void call_copy_to_local(struct vgpu_warp *warp, const struct vgpu_frame *frame,
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
        OBSERVE(local_set, warp, start, lane, 4 * variable->words);
    }
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Copies the words of one frame variable to another, for some lanes. */
static void copy_words(uint8_t *to_frame, const struct vgpu_frame_variable *to, const uint8_t *from_frame,
                       const struct vgpu_frame_variable *from, uint32_t lanes)
{
    uint32_t words = to->words < from->words ? to->words : from->words;
    uint32_t *target = (uint32_t *)(void *)(to_frame + to->offset);
    const uint32_t *source = (const uint32_t *)(const void *)(from_frame + from->offset);
    for (uint32_t i = 0; i < words * VGPU_WARP_LANES; i++)
        if (lanes >> (i % VGPU_WARP_LANES) & 1)
            target[i] = source[i];
}

const struct vgpu_op *warp_call(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_function *callee)
{
    struct vgpu_split *split = warp->split;
    const struct vgpu_call *call = op->detail->call;
    if (call->argument_count != callee->source->parameter_count)
        return warp_fault(warp, op, "call of %s with another number of arguments", callee->source->name);
    struct vgpu_frame *frame = frame_new(warp, callee, split->frame, split->mask);
    if (!frame) {
        char told[VGPU_TOLD_BYTES];
        VGPU_TELL(told, sizeof(told), NESTED_TOO_DEEPLY, "function=%s" TOLD_AND "depth=%u", callee->source->name,
                  split->frame->depth + 1);
        return warp_fault_told(warp, op, VGPU_FINDING_STACK_OVERFLOW, told);
    }
    warp_count_segment(warp, op, op + 1);
    op = affine_general(warp, op);
    affine_leave(warp, NULL); /* arguments may be registers that the op does not name as read */
    for (uint32_t i = 0; i < call->argument_count; i++) {
        frame_words_from_register(split->frame->registers, call->arguments[i], split->mask);
        copy_words(frame->registers, &callee->variables[i], split->frame->registers, call->arguments[i], split->mask);
        frame_register_from_words(frame->registers, &callee->variables[i], split->mask);
        call_copy_to_local(warp, frame, &callee->variables[i], split->mask);
        OBSERVE(value_pass, warp, frame, &callee->variables[i], split->frame, call->arguments[i], split->mask);
    }
    frame->return_op = op + 1;
    split->frame = frame;
    split->op = callee->ops;
    return warp_leave(warp, VGPU_LEAVE_RESCHEDULE);
}

const struct vgpu_op *warp_return(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes)
{
    struct vgpu_split *split = warp->split;
    struct vgpu_frame *frame = split->frame, *caller = frame->caller;
    if (!caller)
        return warp_exit_lanes(warp, op, lanes);
    warp_count_segment(warp, op, op + 1);
    const struct vgpu_function *function = frame->function;
    const struct vgpu_call *call = frame->return_op[-1].detail->call;
    for (uint32_t i = 0; i < call->result_count && i < function->source->result_count; i++) {
        const struct vgpu_frame_variable *result = &function->variables[function->source->parameter_count + i];
        frame_words_from_register(frame->registers, result, lanes);
        copy_words(caller->registers, call->results[i], frame->registers, result, lanes);
        frame_register_from_words(caller->registers, call->results[i], lanes);
        OBSERVE(value_pass, warp, caller, call->results[i], frame, result, lanes);
    }
    const struct vgpu_op *return_op = frame->return_op;
    frame->lanes &= ~lanes;
    if (lanes == split->mask) {
        split->frame = caller;
        split->op = return_op;
    } else {
        split->mask &= ~lanes;
        split->op = op + 1; /* a callee is never converged */
        split_add(warp, lanes, return_op, caller);
    }
    if (!frame->lanes)
        frame_release(warp, frame);
    return warp_leave(warp, VGPU_LEAVE_RESCHEDULE);
}
