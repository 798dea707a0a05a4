#include "vgpu/race_clocks_internal.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/observe_internal.h"
#include "vgpu/race_global_internal.h"
#include "vgpu/race_order_internal.h"

enum { WARPS_MAX = VGPU_BLOCK_THREADS_MAX / VGPU_WARP_LANES, OBJECTS_MAX = 64 };

/* Of each warp: what it did before this epoch, or this time, is known. */
struct clock {
    uint32_t epochs[WARPS_MAX], times[WARPS_MAX];
};

struct object {
    uint64_t key; /* 1 + offset; 0: free */
    struct clock clock;
};

struct vgpu_race_clocks {
    bool is_dirty;
    struct clock warps[WARPS_MAX], barriers[VGPU_BARRIERS];
    struct object objects[OBJECTS_MAX];
};

struct vgpu_race_clocks *race_clocks_new(void)
{
    return calloc(1, sizeof(struct vgpu_race_clocks));
}

void race_clocks_reset(struct vgpu_block *block)
{
    block->is_partial = false;
    block->full_epoch = block->epoch;
    if (block->clocks && block->clocks->is_dirty)
        memset(block->clocks, 0, sizeof(*block->clocks));
}

static void merge(struct clock *into, const struct clock *from)
{
    for (uint32_t i = 0; i < WARPS_MAX; i++) {
        into->epochs[i] = into->epochs[i] > from->epochs[i] ? into->epochs[i] : from->epochs[i];
        into->times[i] = into->times[i] > from->times[i] ? into->times[i] : from->times[i];
    }
}

static uint32_t time_of(const struct vgpu_block *block)
{
    const struct vgpu_race_order *order = block->worker->launch->race_order;
    return order ? race_order_time(order) : 0;
}

static void forget_epochs(struct vgpu_race_clocks *clocks)
{
    for (uint32_t i = 0; i < WARPS_MAX; i++)
        memset(clocks->warps[i].epochs, 0, sizeof(clocks->warps[i].epochs));
    for (uint32_t i = 0; i < VGPU_BARRIERS; i++)
        memset(clocks->barriers[i].epochs, 0, sizeof(clocks->barriers[i].epochs));
    for (uint32_t i = 0; i < OBJECTS_MAX; i++)
        memset(clocks->objects[i].clock.epochs, 0, sizeof(clocks->objects[i].clock.epochs));
}

/* What is done from now on is told from what was done before, in the block alone. */
static void move_on(struct vgpu_block *block)
{
    block->clocks->is_dirty = block->is_partial = true;
    if (block->worker->launch->race_order)
        race_order_tick(block->worker->launch->race_order);
    if (++block->epoch <= VGPU_RACE_EPOCH_MAX)
        return;
    block->epoch = block->full_epoch = 1; /* epochs start again: all before is forgotten; times go on */
    if (block->race)
        race_reset(block);
    forget_epochs(block->clocks);
}

/* All that the warp has done and knows goes into `clock`. */
static void leave(struct vgpu_warp *warp, struct clock *clock)
{
    struct vgpu_block *block = warp->block;
    struct clock *own = &block->clocks->warps[warp->index];
    own->epochs[warp->index] = block->epoch + 1;
    own->times[warp->index] = time_of(block) + 1;
    merge(clock, own);
    block->clocks->is_dirty = true;
}

void race_arrive_barrier(struct vgpu_warp *warp, uint32_t barrier, bool goes_on)
{
    struct vgpu_block *block = warp->block;
    if (!block->clocks)
        return;
    leave(warp, &block->clocks->barriers[barrier]);
    if (goes_on)
        move_on(block);
}

static bool waits_at(const struct vgpu_warp *warp, uint32_t barrier)
{
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (warp->splits[i].state == VGPU_SPLIT_BARRIER && warp->splits[i].barrier == barrier)
            return true;
    return false;
}

void race_release_barrier(struct vgpu_block *block, uint32_t barrier, bool is_full)
{
    if (is_full || !block->clocks) {
        race_next_epoch(block);
        return;
    }
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++)
        if (waits_at(&block->warps[i], barrier)) {
            merge(&block->clocks->warps[i], &block->clocks->barriers[barrier]);
            race_next_warp_epoch(&block->warps[i]);
        }
    memset(&block->clocks->barriers[barrier], 0, sizeof(struct clock));
    move_on(block);
}

/* NULL if there is none, or there are too many. */
static struct clock *find_object(struct vgpu_block *block, uint64_t offset, bool wanted)
{
    for (uint32_t i = 0; i < OBJECTS_MAX; i++) {
        struct object *object = &block->clocks->objects[i];
        if (object->key == offset + 1)
            return &object->clock;
        if (object->key)
            continue;
        if (!wanted)
            return NULL;
        object->key = offset + 1;
        return &object->clock;
    }
    return NULL;
}

void race_arrive_object(struct vgpu_warp *warp, uint64_t offset)
{
    struct vgpu_block *block = warp->block;
    struct clock *clock = block->clocks ? find_object(block, offset, true) : NULL;
    if (!clock) { /* too many: as if it ordered the whole block */
        race_next_epoch(block);
        return;
    }
    leave(warp, clock);
    move_on(block);
}

void race_take_object(struct vgpu_warp *warp, uint64_t offset)
{
    struct vgpu_block *block = warp->block;
    const struct clock *clock = block->clocks ? find_object(block, offset, false) : NULL;
    if (clock)
        merge(&block->clocks->warps[warp->index], clock);
}

bool race_knows_epoch(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t epoch)
{
    if (epoch < block->full_epoch)
        return true;
    return block->is_partial && block->clocks && epoch < block->clocks->warps[warp].epochs[other];
}

bool race_knows_time(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t time)
{
    return block->is_partial && block->clocks && time < block->clocks->warps[warp].times[other];
}
