/*
 * The accesses that blocks know of each other. Strong writes after fences release times. Strong
 * reads before fences acquire them.
 */
#ifndef VGPU_RACE_RACE_ORDER_H
#define VGPU_RACE_RACE_ORDER_H

#include "vgpu/race/race_global.h"

uint32_t race_order_time(const struct vgpu_race_order *order);
/* Accesses from now on are later than those before. */
void race_order_tick(struct vgpu_race_order *order);

/* Whether block `who` has acquired the accesses of block `of` at `time`. */
bool race_order_knows(const struct vgpu_race_order *order, uint32_t who, uint32_t of, uint32_t time);

/* The blocks meet at a barrier: each acquires all accesses of the others so far. */
void race_order_meet(struct vgpu_race_order *order, const uint64_t *blocks, uint32_t count);

/*
 * A strong read or atomic takes the times that were released at its address. They count once a
 * fence follows, or at once (acquire).
 */
void race_order_observe(struct vgpu_warp *warp, const struct vgpu_lane_access *access);
/*
 * A strong write or atomic releases the accesses before the last fence, or (release) all accesses
 * before itself. Fences and accesses of block scope (.cta) do nothing here: race_clocks.h handles
 * accesses within a block.
 */
void race_order_publish(struct vgpu_warp *warp, const struct vgpu_lane_access *access);
/* Whether a strong write or atomic releases anything; whether a strong read acquires at once. */
bool race_order_releases(const struct vgpu_warp *warp, const struct vgpu_lane_access *access);
bool race_order_acquires(const struct vgpu_lane_access *access);
/* Whether it releases by itself (.release, .acq_rel), in its scope. */
bool race_order_is_release(const struct vgpu_lane_access *access);
/* Whether it is strong for threads of its own block alone (.cta). */
bool race_order_is_of_block(const struct vgpu_lane_access *access);

#endif
