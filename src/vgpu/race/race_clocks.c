/*
 * Clocks: the accesses of other warps that a warp knows of, where not all warps of the block
 * synchronise.
 */
#include "vgpu/race/race_clocks.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/place.h"
#include "vgpu/race/check_race.h"
#include "vgpu/race/race_global.h"
#include "vgpu/race/race_order.h"
#include "vgpu/race/race_reads.h"

enum { WARPS_MAX = VGPU_BLOCK_THREADS_MAX / VGPU_WARP_LANES, OBJECTS_MAX = 256 };

/* For each warp: its accesses before this epoch, or this time, are known. */
struct clock {
    uint32_t epochs[WARPS_MAX], times[WARPS_MAX];
};

struct object {
    uint64_t key; /* 0: free */
    struct clock clock;
};

/* The knowledge of all warps of a block. Without any knowledge it is all zero. */
struct knowledge {
    struct clock warps[WARPS_MAX], barriers[VGPU_BARRIERS];
    struct clock fenced[WARPS_MAX];   /* the clocks that strong writes of a warp release */
    struct clock observed[WARPS_MAX]; /* acquired by strong reads of a warp, but no fence yet */
    struct clock rest;                /* of all objects that found no place */
};

struct vgpu_race_clocks {
    bool is_dirty;   /* something is known */
    bool has_fenced; /* a warp of the block, ever */
    struct knowledge of;
    struct object *objects; /* a hash table, made for the first one */
    uint32_t object_count;
};

struct vgpu_race_clocks *race_clocks_new(void)
{
    return calloc(1, sizeof(struct vgpu_race_clocks));
}

void race_clocks_free(struct vgpu_race_clocks *clocks)
{
    if (clocks)
        free(clocks->objects);
    free(clocks);
}

void race_clocks_start(struct vgpu_block *block)
{
    race_clocks_reset(block);
    block->race->clocks->has_fenced = false;
}

void race_clocks_reset(struct vgpu_block *block)
{
    block->race->is_partial = false;
    block->race->full_epoch = block->race->epoch;
    struct vgpu_race_clocks *clocks = race_clocks_of(block);
    if (!clocks || !clocks->is_dirty)
        return;
    memset(&clocks->of, 0, sizeof(clocks->of));
    if (clocks->object_count)
        memset(clocks->objects, 0, OBJECTS_MAX * sizeof(*clocks->objects));
    clocks->object_count = 0;
    clocks->is_dirty = false;
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
    const struct vgpu_race_order *order = race_order_of(block->worker->launch);
    return order ? race_order_time(order) : 0;
}

static void forget_epochs(struct vgpu_race_clocks *clocks)
{
    struct clock *all = (struct clock *)&clocks->of;
    for (size_t i = 0; i < sizeof(clocks->of) / sizeof(struct clock); i++)
        memset(all[i].epochs, 0, sizeof(all[i].epochs));
    for (uint32_t i = 0; clocks->object_count && i < OBJECTS_MAX; i++)
        memset(clocks->objects[i].clock.epochs, 0, sizeof(clocks->objects[i].clock.epochs));
}

/* Later accesses get a new time, which differs from the time of earlier ones within the block. */
static void move_on(struct vgpu_block *block)
{
    race_settle_reads(block);
    block->race->clocks->is_dirty = block->race->is_partial = true;
    if (race_order_of(block->worker->launch))
        race_order_tick(race_order_of(block->worker->launch));
    if (++block->race->epoch <= VGPU_RACE_EPOCH_MAX)
        return;
    block->race->epoch = block->race->full_epoch = 1; /* epochs start again; times continue */
    if (block->race->shadow)
        race_reset(block, 0, block->race->shadow->words * 4);
    forget_epochs(block->race->clocks);
}

/* All accesses that the warp knows of or made. `moves_on`: its later accesses get a new time. */
static struct clock until_now(struct vgpu_warp *warp, bool moves_on)
{
    struct vgpu_block *block = warp->block;
    struct clock clock = block->race->clocks->of.warps[warp->index];
    clock.epochs[warp->index] = block->race->epoch + 1;
    clock.times[warp->index] = time_of(block) + 1;
    block->race->clocks->is_dirty = true;
    if (moves_on)
        move_on(block);
    return clock;
}

void race_arrive_barrier(struct vgpu_warp *warp, uint32_t barrier, bool goes_on)
{
    struct vgpu_block *block = warp->block;
    if (!block->race)
        return;
    struct clock clock = until_now(warp, goes_on);
    merge(&block->race->clocks->of.barriers[barrier], &clock);
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
    if (!block->race)
        return;
    if (is_full) {
        race_next_epoch(block);
        return;
    }
    for (uint32_t i = 0; i < block->worker->launch->block_warps; i++)
        if (waits_at(&block->warps[i], barrier)) {
            merge(&block->race->clocks->of.warps[i], &block->race->clocks->of.barriers[barrier]);
            race_next_warp_epoch(&block->warps[i]);
        }
    memset(&block->race->clocks->of.barriers[barrier], 0, sizeof(struct clock));
    move_on(block);
}

/* --- objects ---------------------------------------------------------------------------------- */

static bool make_objects(struct vgpu_race_clocks *clocks)
{
    if (!clocks->objects)
        clocks->objects = calloc(OBJECTS_MAX, sizeof(*clocks->objects));
    return clocks->objects;
}

/*
 * The place of an object. Objects beyond the size of the table share one clock, which can hide
 * races.
 */
static struct clock *find_object(struct vgpu_race_clocks *clocks, uint64_t key, bool wanted)
{
    if (!clocks->object_count && (!wanted || !make_objects(clocks)))
        return &clocks->of.rest;
    uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    for (at %= OBJECTS_MAX; clocks->objects[at].key; at = (at + 1) % OBJECTS_MAX)
        if (clocks->objects[at].key == key)
            return &clocks->objects[at].clock;
    if (!wanted || clocks->object_count == OBJECTS_MAX - 1) /* one stays free to end searches */
        return &clocks->of.rest;
    clocks->object_count++;
    clocks->objects[at].key = key;
    return &clocks->objects[at].clock;
}

/* The word of a place, in any space. */
static uint64_t key_of(const struct vgpu_place *place, uint64_t address)
{
    enum { SHARED = 1, GLOBAL };
    return place->space == VGPU_PLACE_SHARED ? place->offset / 4 * 4 + SHARED : address / 4 * 4 + GLOBAL;
}

static uint64_t shared_key(uint64_t offset)
{
    return key_of(&(struct vgpu_place){.space = VGPU_PLACE_SHARED, .offset = offset}, 0);
}

void race_arrive_object(struct vgpu_warp *warp, uint64_t offset)
{
    struct vgpu_block *block = warp->block;
    if (!block->race)
        return;
    struct clock clock = until_now(warp, true);
    merge(find_object(block->race->clocks, shared_key(offset), true), &clock);
}

void race_take_object(struct vgpu_warp *warp, uint64_t offset)
{
    struct vgpu_race_clocks *clocks = race_clocks_of(warp->block);
    if (clocks)
        merge(&clocks->of.warps[warp->index], find_object(clocks, shared_key(offset), false));
}

/* --- fences and flags ------------------------------------------------------------------------- */

void race_clocks_fence(struct vgpu_warp *warp)
{
    struct vgpu_race_clocks *clocks = race_clocks_of(warp->block);
    if (!clocks)
        return;
    merge(&clocks->of.warps[warp->index], &clocks->of.observed[warp->index]);
    clocks->of.fenced[warp->index] = until_now(warp, true);
    clocks->has_fenced = true;
}

void race_clocks_publish(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    struct vgpu_race_clocks *clocks = race_clocks_of(warp->block);
    bool is_release = race_order_is_release(access);
    if (!clocks || (!is_release && !clocks->of.fenced[warp->index].times[warp->index]))
        return;
    struct clock released = is_release ? until_now(warp, true) : clocks->of.fenced[warp->index];
    merge(find_object(clocks, key_of(place, access->address), true), &released);
}

void race_clocks_observe(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    struct vgpu_race_clocks *clocks = race_clocks_of(warp->block);
    if (!clocks || !clocks->is_dirty)
        return;
    const struct clock *object = find_object(clocks, key_of(place, access->address), false);
    merge(&clocks->of.observed[warp->index], object);
    if (race_order_acquires(access))
        merge(&clocks->of.warps[warp->index], object);
}

bool race_clocks_has_fenced(const struct vgpu_block *block)
{
    const struct vgpu_race_clocks *clocks = race_clocks_of(block);
    return clocks && clocks->has_fenced;
}

bool race_knows_epoch(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t epoch)
{
    if (epoch < block->race->full_epoch)
        return true;
    return block->race->is_partial && epoch < block->race->clocks->of.warps[warp].epochs[other];
}

bool race_knows_time(const struct vgpu_block *block, uint32_t warp, uint32_t other, uint32_t time)
{
    return block->race->is_partial && time < block->race->clocks->of.warps[warp].times[other];
}
