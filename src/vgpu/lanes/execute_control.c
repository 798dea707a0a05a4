/* Control flow. A handler that ends a straight run counts it (warp_count_segment). */
#include <string.h>

#include "vgpu/execution/lane_loop.h"
#include "vgpu/lanes/execute.h"
#include "vgpu/observers/observers.h"
#include "vgpu/warp/block.h"
#include "vgpu/warp/cluster_barrier.h"
#include "vgpu/warp/external.h"
#include "vgpu/warp/warp.h"

/* The active lanes with a true guard. */
static inline uint32_t guard_lanes(const struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op)
{
    if (op->guard == VGPU_NO_OPERAND)
        return warp->active;
    uint32_t predicate = *(const uint32_t *)(const void *)(frame + op->guard);
    return (op->guard_negated ? ~predicate : predicate) & warp->active;
}

/* Executes the wrapped op for the lanes with a true guard. The wrapped op never changes splits. */
HANDLER(guarded)
{
    const struct vgpu_detail *detail = op->detail;
    uint32_t all = warp->active, lanes = guard_lanes(warp, frame, op);
    if (lanes == all)
        return (warp->is_full ? detail->inner.full : detail->inner.masked)(warp, frame, op);
    warp->worker->count.guarded_off[detail->index] += (uint64_t)__builtin_popcount(all & ~lanes);
    if (!lanes)
        return op + 1;
    bool was_full = warp->is_full;
    warp_set_active(warp, lanes);
    const struct vgpu_op *next = detail->inner.masked(warp, frame, op);
    if (!next)
        return NULL; /* a fault, or a wait for lanes: the run loop sets the mask again */
    warp_set_active(warp, all);
    warp->is_full = was_full;
    return next;
}

/* Ops that an observer wrapped when the module was loaded. */
HANDLER(tracked_full)
{
    const struct vgpu_op *next;
    OBSERVE_FIND(next, execute, warp, frame, op, true);
    return next;
}

HANDLER(tracked_masked)
{
    const struct vgpu_op *next;
    OBSERVE_FIND(next, execute, warp, frame, op, false);
    return next;
}

HANDLER(branch)
{
    const struct vgpu_op *target = op->target;
    warp_count_segment(warp, op, target);
    if (target <= op && --warp->slice < 0)
        return warp_yield(warp, target);
    return target;
}

HANDLER(branch_if)
{
    uint32_t taken = guard_lanes(warp, frame, op);
    if (taken == 0)
        return op + 1;
    const struct vgpu_op *target = op->target;
    if (taken != warp->active)
        return warp_diverge(warp, op, taken, target);
    warp_count_segment(warp, op, target);
    if (target <= op && --warp->slice < 0)
        return warp_yield(warp, target);
    return target;
}

/*
 * Lanes with the same index continue together. The others stay at this op as a split of their own.
 */
HANDLER(branch_indexed)
{
    const struct vgpu_detail *detail = op->detail;
    const uint32_t *index = REGISTER_32(op->a);
    uint32_t lanes = guard_lanes(warp, frame, op);
    if (!lanes)
        return op + 1;
    if (lanes != warp->active)
        return warp_split_off(warp, op, warp->active & ~lanes);
    uint32_t first = index[__builtin_ctz(warp->active)], together = 0;
    FOR_ACTIVE(warp->active)
    together |= (uint32_t)(index[lane] == first) << lane;
    if (together != warp->active)
        return warp_split_off(warp, op, warp->active & ~together);
    if (first >= detail->target_count)
        return warp_fault(warp, op, "brx.idx takes index %u of a list of %u labels", first, detail->target_count);
    const struct vgpu_op *target = detail->targets[first];
    warp_count_segment(warp, op, target);
    if (target <= op && --warp->slice < 0)
        return warp_yield(warp, target);
    return target;
}

HANDLER(exit_lanes)
{
    uint32_t lanes = guard_lanes(warp, frame, op);
    return lanes ? warp_exit_lanes(warp, op, lanes) : op + 1;
}

HANDLER(return_lanes)
{
    uint32_t lanes = guard_lanes(warp, frame, op);
    return lanes ? warp_return(warp, op, lanes) : op + 1;
}

/* A call is made by lanes that all call the same function. Other lanes are split off first. */
HANDLER(call_function)
{
    uint32_t lanes = guard_lanes(warp, frame, op);
    if (!lanes)
        return op + 1;
    if (lanes != warp->active)
        return warp_diverge(warp, op, lanes, op);
    if (op->detail->callee)
        return warp_call(warp, op, op->detail->callee);
    const uint64_t *address = REGISTER_64(op->a);
    uint64_t first = address[__builtin_ctz(lanes)];
    uint32_t together = 0;
    FOR_ACTIVE(lanes)
    together |= (uint32_t)(address[lane] == first) << lane;
    if (together != lanes)
        return warp_split_off(warp, op, lanes & ~together);
    const struct vgpu_function *callee = program_function_at(warp->worker->launch->module, first);
    if (!callee)
        return warp_fault(warp, op, "call of 0x%llx, which is no function", (unsigned long long)first);
    return warp_call(warp, op, callee);
}

HANDLER(call_external)
{
    uint32_t lanes = guard_lanes(warp, frame, op);
    if (!lanes)
        return op + 1;
    return external_call(warp, frame, op, lanes);
}

HANDLER(nothing)
{
    return op + 1;
}

/* Memory is always coherent here. Only the race check uses fences. */
HANDLER(fence)
{
    OBSERVE(fence, warp, op);
    return op + 1;
}

HANDLER(sleep)
{
    warp_count_segment(warp, op, op + 1);
    return warp_yield(warp, op + 1);
}

static bool reads_environment(const struct vgpu_op *op)
{
    const struct ptx_instruction *source = op->detail->source;
    for (uint32_t i = 0; source && i < source->operand_count; i++)
        if (source->operands[i].kind == PTX_OPERAND_SPECIAL && source->operands[i].special == PTX_SPECIAL_ENVREG)
            return true;
    return false;
}

/*
 * Whether an instruction is in the headers of the cooperative groups, directly or through a call.
 */
static bool is_of_cooperative_groups(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct ptx_program *program = warp->worker->launch->module->program;
    for (const struct vgpu_frame *frame = warp->split->frame; frame; frame = frame->caller) {
        for (const struct ptx_location *at = op->detail->source->location; at; at = at->inlined_at)
            if (program->files[at->file] && strstr(program->files[at->file], "cooperative_groups"))
                return true;
        op = frame->caller ? frame->return_op - 1 : op;
    }
    return false;
}

/* Whether the trap is the one in grid.sync(), which checks %envreg for a cooperative launch. */
static bool is_of_grid_sync(const struct vgpu_warp *warp, const struct vgpu_op *trap)
{
    const struct vgpu_module *module = warp->worker->launch->module;
    bool is_read = false;
    for (uint32_t i = 0; i < module->op_count && !is_read; i++)
        is_read = module->ops[i].detail && reads_environment(&module->ops[i]);
    return is_read && is_of_cooperative_groups(warp, trap);
}

HANDLER(trap)
{
    const struct vgpu_launch *launch = warp->worker->launch->request;
    bool is_of_grid = !launch->cooperative && is_of_grid_sync(warp, op);
    enum vgpu_text text = !is_of_grid      ? VGPU_TEXT_TRAP_EXECUTED
                          : launch->sample ? VGPU_TEXT_GRID_SYNC_OF_SAMPLE
                                           : VGPU_TEXT_GRID_SYNC_ALONE;
    char told[VGPU_TOLD_BYTES];
    told_print(told, sizeof(told), vgpu_finding_text(text), "%s", "");
    return warp_fault_told(warp, op, VGPU_FINDING_TRAP, told);
}

HANDLER(unsupported)
{
    return warp_fault_told(warp, op, VGPU_FINDING_ILLEGAL_INSTRUCTION, op->detail->refusal);
}

/*
 * The op after the last instruction. Every function ends in a ret, so reaching this op is an
 * internal error.
 */
HANDLER(past_end)
{
    return warp_fault(warp, op, "internal error: a thread ran past the end of %s", op->detail->function->name);
}

HANDLER(barrier)
{
    return barrier_execute(warp, frame, op);
}

HANDLER(cluster_barrier)
{
    return cluster_barrier_execute(warp, frame, op);
}
