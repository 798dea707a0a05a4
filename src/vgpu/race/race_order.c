/* The accesses that blocks know of each other, by releases and acquires of global memory. */
#include "vgpu/race/race_order.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/race/race_clocks.h"
#include "vgpu/timeline/timeline.h"

enum { WORDS_MAX = 1 << 16, TABLE_SIZE = 2 * WORDS_MAX };

/* Times by block, allocated when first needed; grids too large for that share one time in `all`. */
struct times {
    uint32_t *by_block;
    uint32_t all;
    bool any;
};

struct block_order {
    struct times known, observed;
    uint32_t fence_time; /* of the last fence of any thread */
};

/* The times that strong writes have released at one address. */
struct released {
    uint64_t address; /* 0: free */
    struct times times;
};

struct vgpu_race_order {
    uint32_t time;
    uint64_t block_count;
    bool has_vectors;
    bool gave_up; /* no memory to remember releases: all blocks count as ordered */
    struct block_order *blocks;
    struct released *released; /* NULL: none yet */
    uint32_t released_count;
};

struct vgpu_race_order *race_order_new(uint64_t block_count)
{
    struct vgpu_race_order *order = calloc(1, sizeof(*order));
    if (!order)
        return NULL;
    order->time = 1;
    order->block_count = block_count;
    order->has_vectors = block_count <= RACE_VECTOR_BLOCKS_MAX;
    order->blocks = calloc(block_count, sizeof(*order->blocks));
    if (order->blocks)
        return order;
    race_order_free(order);
    return NULL;
}

/* Few launches release anything, and the table is large. False: there is none. */
static bool has_table(struct vgpu_race_order *order, bool wanted)
{
    if (!order->released && wanted)
        order->released = calloc(TABLE_SIZE, sizeof(*order->released));
    order->gave_up |= wanted && !order->released;
    return order->released;
}

void race_order_free(struct vgpu_race_order *order)
{
    if (!order)
        return;
    for (uint64_t i = 0; order->has_vectors && order->blocks && i < order->block_count; i++) {
        free(order->blocks[i].known.by_block);
        free(order->blocks[i].observed.by_block);
    }
    for (uint32_t i = 0; order->released_count && i < TABLE_SIZE; i++)
        free(order->released[i].times.by_block);
    free(order->blocks);
    free(order->released);
    free(order);
}

static bool copy_times(const struct vgpu_race_order *order, struct times *into, const struct times *from)
{
    *into = *from;
    if (!from->by_block)
        return true;
    into->by_block = malloc(order->block_count * sizeof(*into->by_block));
    if (into->by_block)
        memcpy(into->by_block, from->by_block, order->block_count * sizeof(*into->by_block));
    return into->by_block;
}

struct vgpu_race_order *race_order_copy(const struct vgpu_race_order *order)
{
    struct vgpu_race_order *copy = race_order_new(order->block_count);
    bool is_whole = copy;
    if (!copy)
        return NULL;
    copy->time = order->time;
    copy->gave_up = order->gave_up;
    copy->released_count = order->released_count;
    for (uint64_t i = 0; is_whole && i < order->block_count; i++) {
        copy->blocks[i].fence_time = order->blocks[i].fence_time;
        is_whole = copy_times(order, &copy->blocks[i].known, &order->blocks[i].known) &&
                   copy_times(order, &copy->blocks[i].observed, &order->blocks[i].observed);
    }
    is_whole = is_whole && (!order->released_count || has_table(copy, true));
    for (uint32_t i = 0; is_whole && order->released_count && i < TABLE_SIZE; i++) {
        copy->released[i].address = order->released[i].address;
        is_whole = copy_times(order, &copy->released[i].times, &order->released[i].times);
    }
    if (is_whole)
        return copy;
    race_order_free(copy);
    return NULL;
}

uint32_t race_order_time(const struct vgpu_race_order *order)
{
    return order->time;
}

void race_order_tick(struct vgpu_race_order *order)
{
    order->time++;
}

/* --- times ------------------------------------------------------------------------------------ */

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void set_time(struct vgpu_race_order *order, struct times *times, uint32_t block, uint32_t time)
{
    times->any = true;
    if (!order->has_vectors) {
        times->all = later(times->all, time);
        return;
    }
    if (!times->by_block)
        times->by_block = calloc(order->block_count, sizeof(*times->by_block));
    if (times->by_block)
        times->by_block[block] = later(times->by_block[block], time);
    else
        order->gave_up = true;
}

static void merge(struct vgpu_race_order *order, struct times *into, const struct times *from)
{
    if (!from->any)
        return;
    into->any = true;
    into->all = later(into->all, from->all);
    for (uint64_t i = 0; from->by_block && i < order->block_count; i++)
        if (from->by_block[i])
            set_time(order, into, (uint32_t)i, from->by_block[i]);
}

bool race_order_knows(const struct vgpu_race_order *order, uint32_t who, uint32_t of, uint32_t time)
{
    const struct times *known = &order->blocks[who].known;
    if (order->gave_up)
        return true;
    return time <= (known->by_block ? known->by_block[of] : known->all);
}

/* --- releases --------------------------------------------------------------------------------- */

static struct released *find_released(struct vgpu_race_order *order, uint64_t address, bool wanted)
{
    if (!has_table(order, wanted))
        return NULL;
    uint64_t at = (address * UINT64_C(0x9e3779b97f4a7c15)) >> 40;
    for (at %= TABLE_SIZE;; at = (at + 1) % TABLE_SIZE) {
        struct released *released = &order->released[at];
        if (released->address == address)
            return released;
        if (released->address)
            continue;
        if (!wanted)
            return NULL;
        if (order->released_count == WORDS_MAX) {
            order->gave_up = true;
            return NULL;
        }
        order->released_count++;
        released->address = address;
        return released;
    }
}

static bool has_semantics(const struct vgpu_lane_access *access, enum ptx_modifier one)
{
    return ptx_has_modifier(access->op->detail->source, one) ||
           ptx_has_modifier(access->op->detail->source, PTX_MODIFIER_ACQ_REL);
}

bool race_order_is_of_block(const struct vgpu_lane_access *access)
{
    return ptx_has_modifier(access->op->detail->source, PTX_MODIFIER_CTA);
}

void race_order_observe(struct vgpu_warp *warp, const struct vgpu_lane_access *access)
{
    struct vgpu_race_order *order = race_order_of(warp->worker->launch);
    struct block_order *block = &order->blocks[warp->block->linear];
    const struct released *released = find_released(order, access->address / 4 * 4, false);
    if (!released || race_order_is_of_block(access))
        return;
    merge(order, &block->observed, &released->times);
    if (race_order_acquires(access))
        merge(order, &block->known, &block->observed);
}

/* Of the last fence that counts for the warp; 0: none. */
static uint32_t fence_time_of(const struct vgpu_warp *warp)
{
    const struct block_order *block = &race_order_of(warp->worker->launch)->blocks[warp->block->linear];
    if (block->fence_time < warp->block->race->sync_time) /* another thread's, then a barrier */
        return later(warp->race->fence_time, block->fence_time);
    return warp->race->fence_time;
}

bool race_order_releases(const struct vgpu_warp *warp, const struct vgpu_lane_access *access)
{
    return !race_order_is_of_block(access) && (race_order_is_release(access) || fence_time_of(warp) > 0);
}

bool race_order_is_release(const struct vgpu_lane_access *access)
{
    return has_semantics(access, PTX_MODIFIER_RELEASE);
}

bool race_order_acquires(const struct vgpu_lane_access *access)
{
    return has_semantics(access, PTX_MODIFIER_ACQUIRE);
}

void race_order_publish(struct vgpu_warp *warp, const struct vgpu_lane_access *access)
{
    struct vgpu_race_order *order = race_order_of(warp->worker->launch);
    struct block_order *block = &order->blocks[warp->block->linear];
    if (!race_order_releases(warp, access))
        return;
    uint32_t time = race_order_is_release(access) ? order->time++ : fence_time_of(warp);
    struct released *released = find_released(order, access->address / 4 * 4, true);
    if (!released)
        return;
    set_time(order, &released->times, (uint32_t)warp->block->linear, time);
    merge(order, &released->times, &block->known);
}

/* --- synchronisation -------------------------------------------------------------------------- */

void race_order_meet(struct vgpu_race_order *order, const uint64_t *blocks, uint32_t count)
{
    struct times *all = &order->blocks[blocks[0]].known;
    for (uint32_t i = 0; i < count; i++) {
        set_time(order, all, (uint32_t)blocks[i], order->time);
        if (i)
            merge(order, all, &order->blocks[blocks[i]].known);
    }
    for (uint32_t i = 1; i < count; i++)
        merge(order, &order->blocks[blocks[i]].known, all);
    order->time++;
}

void race_order_block(struct vgpu_block *block)
{
    struct vgpu_race_order *order = race_order_of(block->worker->launch);
    if (order)
        block->race->sync_time = ++order->time;
}

void race_order_warp(struct vgpu_warp *warp)
{
    struct vgpu_race_order *order = race_order_of(warp->worker->launch);
    if (order)
        warp->race->sync_time = warp->race->exchange_time = ++order->time;
}

void race_order_exchange(struct vgpu_warp *warp)
{
    struct vgpu_race_order *order = race_order_of(warp->worker->launch);
    if (order)
        warp->race->exchange_time = ++order->time;
}

void race_fence(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct vgpu_race_order *order = race_order_of(warp->worker->launch);
    race_clocks_fence(warp);
    if (!order || ptx_has_modifier(op->detail->source, PTX_MODIFIER_CTA))
        return;
    struct block_order *block = &order->blocks[warp->block->linear];
    warp->race->fence_time = block->fence_time = order->time++;
    merge(order, &block->known, &block->observed);
    if (warp->worker->launch->party)
        timeline_fence(warp->worker->launch->request->timeline);
}
