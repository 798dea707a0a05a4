/*
 * What memory accesses, shuffles and tracked ops ask about bits that were never set.
 */
#ifndef VGPU_UNDEFINED_CHECK_UNDEFINED_H
#define VGPU_UNDEFINED_CHECK_UNDEFINED_H

#include "vgpu/execution/place.h"

/* Bytes about to be read. Adds a finding if one was never written (global and shared memory). */
void check_initialised(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* undefined_memory.c: the same of a load, whose registers are undefined then; what comes of them may be a finding. */
void check_load(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* Bytes about to be written. */
void note_written(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);

/* Bits of up to 8 bytes of local memory that were never written, and after writing bits that are undefined. */
uint64_t local_undefined(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes);
void local_set_undefined(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                         uint64_t undefined);

/*
 * Lanes that read from a lane which takes no part in the shuffle, and from which by lane. What they get is undefined
 * then, and its use is the finding; at once if that cannot be followed. undefined_memory.c
 */
void check_shuffle_sources(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes,
                           const uint8_t sources[VGPU_WARP_LANES]);

/* Executes detail->tracked and follows which bits of its results are undefined. */
const struct vgpu_op *undefined_track(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                      bool is_full);

/* check_registers.c: finds ops of the module that may read a register that was never set, and wraps them. */
void undefined_find_registers(struct vgpu_module *module);

#endif
