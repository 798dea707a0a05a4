/* Blocks: their memory, the round over their warps, and the end when no warp can continue. */
#include "vgpu/warp/block.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/cluster.h"
#include "vgpu/execution/poll.h"
#include "vgpu/observers/observers.h"
#include "vgpu/warp/asynchronous_copy.h"
#include "vgpu/warp/bulk_copy.h"
#include "vgpu/warp/cluster_barrier.h"
#include "vgpu/warp/frame.h"
#include "vgpu/warp/warp.h"

enum { SHARED_POISON = 0x7f, SHARED_PIECE = 64 /* bytes that are cleared together */ };

static bool warp_init(struct vgpu_warp *warp, struct vgpu_block *block, uint32_t index)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    warp->block = block;
    warp->worker = block->worker;
    warp->index = index;
    if (launch->module->uses_local) {
        warp->local = warp_map_local();
        if (!warp->local)
            return false;
    }
    warp->entry = frame_new(warp, launch->entry, NULL, UINT32_MAX);
    return warp->entry != NULL;
}

struct vgpu_block *block_new(struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    struct vgpu_block *block = calloc(1, sizeof(*block));
    if (!block)
        return NULL;
    block->worker = worker;
    block->alone = block;
    block->cluster = &block->alone;
    size_t warp_bytes = launch->block_warps * sizeof(*block->warps);
    block->warps = aligned_alloc(64, (warp_bytes + 63) / 64 * 64);
    size_t shared_bytes = (launch->shared_bytes + 127) / 64 * 64;
    block->shared = aligned_alloc(64, shared_bytes);
    block->shared_defined = calloc(shared_bytes / 64 + 1, sizeof(uint64_t));
    if (!block->warps || !block->shared || !block->shared_defined)
        goto failed;
    memset(block->shared, SHARED_POISON, launch->shared_first);
    memset(block->shared + launch->shared_end, SHARED_POISON, shared_bytes - launch->shared_end);
    memset(block->warps, 0, warp_bytes);
    if (!OBSERVE_ALL(block_new, block, (uint32_t)shared_bytes))
        goto failed;
    for (uint32_t i = 0; i < launch->block_warps; i++)
        if (!warp_init(&block->warps[i], block, i))
            goto failed;
    return block;
failed:
    block_free(block);
    return NULL;
}

void block_free(struct vgpu_block *block)
{
    if (!block)
        return;
    for (uint32_t i = 0; block->warps && i < block->worker->launch->block_warps; i++) {
        struct vgpu_warp *warp = &block->warps[i];
        for (uint32_t j = 0; j < warp->split_count; j++)
            for (struct vgpu_frame *frame = warp->splits[j].frame; frame && frame->caller;) {
                struct vgpu_frame *caller = frame->caller;
                frame->lanes &= ~warp->splits[j].mask;
                if (!frame->lanes)
                    frame_release(warp, frame);
                frame = caller;
            }
        copies_done(warp);
        if (warp->entry)
            frame_release(warp, warp->entry);
        warp_unmap_local(warp->local);
    }
    bulk_free(block);
    free(block->warps);
    free(block->shared);
    free(block->shared_defined);
    OBSERVE(block_free, block);
    free(block);
}

static void clear_reserved(struct vgpu_block *block, const struct vgpu_shared_variable *reserved)
{
    if (reserved->size_bytes == 0)
        return;
    memset(block->shared + reserved->start, 0, reserved->size_bytes);
    shadow_define(block->shared_defined, reserved->start, reserved->size_bytes);
}

/* Clears the data that an earlier block may have left in shared memory. */
static void clear_shared(struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    bool clears_all = block->worker->clears_all_shared;
    uint32_t first = clears_all ? 0 : launch->shared_first / SHARED_PIECE * SHARED_PIECE;
    uint32_t end = clears_all ? launch->shared_bytes : launch->shared_end;
    size_t size_bytes = (end - first + SHARED_PIECE - 1) / SHARED_PIECE * SHARED_PIECE;
    memset(block->shared_defined + first / SHARED_PIECE, 0, size_bytes / SHARED_PIECE * sizeof(uint64_t));
    memset(block->shared + first, SHARED_POISON, size_bytes);
    clear_reserved(block, &launch->module->reserved_shared);
    OBSERVE(shared_clear, block, first, first + (uint32_t)size_bytes);
}

void block_start(struct vgpu_block *block, uint64_t linear)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    const uint32_t *grid = launch->request->grid;
    block->linear = linear;
    block->index[0] = (uint32_t)(linear % grid[0]);
    block->index[1] = (uint32_t)(linear / grid[0] % grid[1]);
    block->index[2] = (uint32_t)(linear / grid[0] / grid[1]);
    block->rank = cluster_rank_at(launch, block->index);
    block->cluster_phase = 0;
    block->started = true;
    block->finished = false;
    block->live_threads = launch->block_threads;
    bulk_reset(block);
    OBSERVE(block_start, block);
    memset(block->barriers, 0, sizeof(block->barriers));
    if (launch->shared_bytes > VGPU_SHARED_FIRST_OFFSET)
        clear_shared(block);
    for (uint32_t i = 0; i < launch->block_warps; i++) {
        struct vgpu_warp *warp = &block->warps[i];
        warp_start(warp, block, i);
        frame_fill_constants(warp, warp->entry, true);
        frame_reset(warp, warp->entry);
    }
}

static void end(struct vgpu_block *block)
{
    bulk_end(block);
    block->finished = true;
}

bool block_run_once(struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    bool ran = false;
    for (uint32_t i = 0; i < launch->block_warps; i++) {
        struct vgpu_warp *warp = &block->warps[i];
        if (!warp_can_run(warp))
            continue;
        ran = true;
        if (warp->waits && warp->worker->finds_polls && poll_is_in_vain(warp))
            continue;
        OBSERVE(warp_turn, warp);
        warp_run(warp);
        if (atomic_load_explicit(&launch->stop, memory_order_relaxed))
            return ran;
    }
    if (block->live_threads == 0)
        end(block);
    else if (barrier_release_complete(block))
        ran = true;
    return cluster_barrier_release(block) || ran;
}

bool block_only_waits(const struct vgpu_block *block)
{
    bool waits = false;
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++) {
        if (!warp_can_run(&block->warps[i]))
            continue;
        if (!block->warps[i].waits)
            return false;
        waits = true;
    }
    return waits;
}

bool block_resolve(struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    for (uint32_t i = 0; i < launch->block_warps; i++)
        if (warp_force_sync(&block->warps[i]))
            return true;
    return false;
}

static bool only_spins(const struct vgpu_warp *warp)
{
    bool runs = warp_can_run(warp);
    return !runs || warp->watch.round == warp->worker->round;
}

bool block_all_spin(const struct vgpu_worker *worker)
{
    bool any = false;
    for (uint32_t i = 0; i < worker->resident_count; i++) {
        const struct vgpu_block *block = worker->resident[i];
        for (uint32_t j = 0; !block->finished && j < worker->launch->block_warps; j++) {
            if (!only_spins(&block->warps[j]))
                return false;
            any = true;
        }
    }
    return any;
}
