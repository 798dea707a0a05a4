/* Barriers of clusters: arrivals by lane, and their release. */
#include "vgpu/warp/cluster_barrier.h"

#include "vgpu/observers/observers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/warp/warp.h"

static const struct vgpu_op *misuse(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_text wrong)
{
    char told[VGPU_TOLD_BYTES];
    told_print(told, sizeof(told), vgpu_finding_text(wrong), "%s", "");
    return warp_fault_told(warp, op, VGPU_FINDING_BARRIER_MISUSE, told);
}

const struct vgpu_op *cluster_barrier_execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint32_t lanes = warp->active, known = warp->cluster_arrived | warp->cluster_passed;
    (void)frame;
    if (op->flags == VGPU_BARRIER_ARRIVE) {
        if (lanes & known)
            return misuse(warp, op, VGPU_TEXT_CLUSTER_ARRIVES_TWICE);
        warp->cluster_arrived |= lanes;
        return op + 1;
    }
    if (lanes & ~known)
        return misuse(warp, op, VGPU_TEXT_CLUSTER_NOT_ARRIVED);
    if (lanes & ~warp->cluster_passed)
        return warp_wait_barrier(warp, op, VGPU_CLUSTER_BARRIER);
    warp->cluster_passed &= ~lanes;
    return op + 1;
}

static bool waits(const struct vgpu_split *split)
{
    return split->state == VGPU_SPLIT_BARRIER && split->barrier == VGPU_CLUSTER_BARRIER;
}

static bool holds(const struct vgpu_block *block)
{
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++)
        for (uint32_t j = 0; j < block->warps[i].split_count; j++)
            if (waits(&block->warps[i].splits[j]))
                return true;
    return false;
}

/* Whether somebody waits, and every thread that has not exited has arrived. */
static bool is_complete(const struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    bool any = false;
    for (uint32_t rank = 0; rank < launch->cluster_members; rank++) {
        const struct vgpu_block *member = block->cluster[rank];
        for (uint32_t i = 0; i < launch->block_warps; i++)
            if (member->warps[i].live & ~member->warps[i].cluster_arrived)
                return false;
        any = any || holds(member);
    }
    return any;
}

static void release_warp(struct vgpu_warp *warp)
{
    warp->cluster_passed |= warp->cluster_arrived;
    warp->cluster_arrived = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct vgpu_split *split = &warp->splits[i];
        if (!waits(split))
            continue;
        split->state = VGPU_SPLIT_READY;
        warp->cluster_passed &= ~split->mask;
    }
}

bool cluster_barrier_release(struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    if (!launch->entry->traits.has_cluster_barrier || !is_complete(block))
        return false;
    OBSERVE(cluster_release, block);
    for (uint32_t rank = 0; rank < launch->cluster_members; rank++) {
        struct vgpu_block *member = block->cluster[rank];
        member->releases++;
        member->cluster_phase++;
        OBSERVE(barrier_release, member, VGPU_CLUSTER_BARRIER, true);
        for (uint32_t i = 0; i < launch->block_warps; i++)
            release_warp(&member->warps[i]);
    }
    block->worker->changes++;
    return true;
}
