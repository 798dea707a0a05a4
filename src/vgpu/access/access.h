/*
 * The ways to memory. Accesses without possible mistakes go by the pattern of their addresses. All
 * others go lane by lane with all checks.
 */
#ifndef VGPU_ACCESS_ACCESS_H
#define VGPU_ACCESS_ACCESS_H

#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/place.h"

/*
 * Makes the cache describe these addresses and the place that holds all of them. Returns false if
 * there is no such place, or the access is not aligned or not allowed. Then it must go lane by
 * lane. `size_bytes` is the size of all elements.
 */
bool access_refill(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                   const uint64_t addresses[VGPU_WARP_LANES], bool is_shared);

/* The same for a part of a matrix in shared memory: `size_bytes` of each lane. */
bool access_refill_part(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                        const uint64_t addresses[VGPU_WARP_LANES], uint32_t size_bytes);

/*
 * For global memory, before data moves in a profiled launch: makes missing content, and records the
 * request.
 */
void access_profile(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, uint64_t base);

/* --- access_slow.c: lane by lane, with all checks --------------------------------------------- */

void access_load_slow(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);
void access_store_slow(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);
void access_atomic(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op);

/* Reads and writes at a place that check_memory() found. */
void access_read_place(const struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t lane, void *out_value,
                       uint32_t size_bytes);
void access_write_place(struct vgpu_warp *warp, const struct vgpu_place *place, uint32_t lane, const void *value,
                        uint32_t size_bytes);

/* Notes the word that a warp waits for, if it waits. */
void access_watch(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);

/* --- check_memory.c --------------------------------------------------------------------------- */

/*
 * Finds the place of an access and checks bounds, alignment, liveness and read-only memory. Returns
 * false after a finding. Where memory is not checked, it returns false after a fault.
 */
bool check_memory(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place);

/*
 * The offset in shared memory of an access that needs no look at each lane. No check is on then,
 * and the op's variable holds all its bytes. UINT64_MAX: each lane needs a look.
 */
uint64_t check_shared_whole(struct vgpu_warp *warp, const struct vgpu_op *op, uint64_t address, uint64_t size_bytes);

/* Whether the op's address was made from this variable, or from an unknown one. */
bool check_intended_variable(const struct vgpu_module *module, const struct vgpu_op *op,
                             const struct vgpu_shared_variable *variable);

#endif
