/* Checks for undefined bits, called by memory accesses, shuffles and tracked ops. */
#ifndef VGPU_UNDEFINED_CHECK_UNDEFINED_H
#define VGPU_UNDEFINED_CHECK_UNDEFINED_H

#include "vgpu/execution/place.h"

/*
 * Checks bytes of global or shared memory before a read. Adds a finding if one of them is
 * unwritten.
 */
void check_initialised(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/*
 * undefined_memory.c: checks bytes before a load. Unwritten bytes make the registers undefined; a
 * later use may be a finding.
 */
void check_load(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* Notes bytes that are about to be written. */
void initialised_note(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);

/*
 * Reads or writes the undefined bits of up to 8 bytes of local memory. All bits of unwritten bytes
 * are undefined.
 */
void undefined_local_clear(struct vgpu_warp *warp, uint32_t begin, uint32_t size_bytes, uint32_t lanes);
void undefined_local_set(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes);
uint64_t undefined_local_bits(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes);
void undefined_set_local_bits(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                              uint64_t undefined);

/*
 * undefined_memory.c: `idle` lanes read from a lane that takes no part in the shuffle. Their values
 * become undefined, and a later use is the finding. If the values cannot be followed, the finding
 * comes at once.
 */
void undefined_shuffle_idle(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes,
                            const uint8_t sources[VGPU_WARP_LANES]);
/*
 * After a load lane by lane, and after a shuffle with idle sources: marks the registers, unless
 * undefined_track() executes the op and does so itself.
 */
void undefined_loaded(struct vgpu_warp *warp, const struct vgpu_op *op);
void undefined_shuffled(struct vgpu_warp *warp, const struct vgpu_op *op);

/* undefined_copied.c: asynchronous copies carry undefined bytes from global to shared memory. */
void undefined_copy_read(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *from,
                         uint32_t at, struct vgpu_copy_notes *notes);
void undefined_copy_written(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *to,
                            const struct vgpu_copy_notes *notes);

/* Executes detail->tracked and follows which bits of its results are undefined. */
const struct vgpu_op *undefined_track(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                      bool is_full);

/*
 * undefined_registers.c: finds and wraps the module's ops that may read a register that was never
 * set.
 */
void undefined_find_registers(struct vgpu_module *module);

#endif
