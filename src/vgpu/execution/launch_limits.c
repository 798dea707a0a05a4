/* The early ends of a launch: a fault, the instruction limit, the deadline. */
#include <stdio.h>

#include "base/clock.h"
#include "vgpu/execution/device.h"
#include "vgpu/execution/execution.h"
#include "vgpu/finding_texts.h"

enum { BUDGET_STEP = 1 << 20 };

int64_t launch_next_budget(const struct vgpu_launch_state *launch, uint64_t issued)
{
    uint64_t limit = launch->request->instruction_limit;
    if (!limit)
        return BUDGET_STEP;
    uint64_t left = limit > issued ? limit - issued : 0;
    return left < BUDGET_STEP ? (int64_t)left : BUDGET_STEP;
}

bool launch_may_go_on(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    uint64_t used = (uint64_t)(worker->budget_given - worker->budget);
    uint64_t issued = atomic_fetch_add(&launch->instructions, used) + used;
    enum vgpu_text reason = VGPU_TEXT_KINDS;
    if (launch->request->instruction_limit && issued > launch->request->instruction_limit)
        reason = VGPU_TEXT_OVER_INSTRUCTIONS;
    else if (clock_is_late((int64_t)launch->request->deadline_ns, (int64_t)launch->request->processor_deadline_ns))
        reason = VGPU_TEXT_OVER_TIME;
    worker->budget = worker->budget_given = launch_next_budget(launch, issued);
    if (reason != VGPU_TEXT_KINDS) {
        if (!worker->has_fault)
            told_print(worker->fault, sizeof(worker->fault), vgpu_finding_text(reason), "%s", "");
        worker->has_fault = true;
        worker->fault_block = UINT64_MAX;
        atomic_store(&launch->timed_out, true);
        atomic_store(&launch->stop, true);
    }
    return !atomic_load(&launch->stop);
}

void launch_fault(struct vgpu_warp *warp, const struct vgpu_op *op, const char *text)
{
    struct vgpu_worker *worker = warp->worker;
    struct vgpu_launch_state *launch = worker->launch;
    if (!worker->has_fault) {
        const struct ptx_instruction *source = op->detail->source; /* NULL past the end of a function */
        int line = op->detail->line;
        const uint32_t *block = warp->block->index;
        told_print(worker->fault, sizeof(worker->fault),
                   vgpu_finding_text(line ? VGPU_TEXT_AT_BLOCK_AND_LINE : VGPU_TEXT_AT_BLOCK_AND_PTX_LINE),
                   "text=%s" TOLD_AND "block=(%u,%u,%u)" TOLD_AND "line=%d", text, block[0], block[1], block[2],
                   line     ? line
                   : source ? source->ptx_line
                            : 0);
        worker->fault_block = warp->block->linear;
    }
    worker->has_fault = true;
    atomic_store(&launch->faulted, true);
    atomic_store(&launch->stop, true);
}

void launch_deadlock(struct vgpu_block *block)
{
    struct vgpu_worker *worker = block->worker;
    bool lacks_cluster = worker->launch->cluster_members < worker->launch->cluster_blocks;
    if (!worker->has_fault) {
        told_print(worker->fault, sizeof(worker->fault),
                   vgpu_finding_text(lacks_cluster ? VGPU_TEXT_SAMPLE_IS_STUCK : VGPU_TEXT_BLOCK_IS_STUCK),
                   "block=(%u,%u,%u)", block->index[0], block->index[1], block->index[2]);
        worker->fault_block = block->linear;
    }
    worker->has_fault = true;
    atomic_store(&worker->launch->deadlocked, true);
    atomic_store(&worker->launch->stop, true);
}
