/*
 * Uses of undefined values: which of them are findings (check_undefined_use.c).
 *
 * No undefined bit may decide an address, a branch, a vote or the source lane of a shuffle. A value
 * that a shuffle moves stays undefined: programs shuffle structures with padding by words. A stored
 * value stays undefined too. Kernels copy padding, and exchange items that nobody loaded, without
 * looking at them. A use after a later load can be the finding, or a read by the host
 * (undefined_stored.h). Only atomics compute with their operands at once.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_USE_H
#define VGPU_UNDEFINED_UNDEFINED_USE_H

#include "vgpu/undefined/undefined.h"

struct vgpu_lane_access;
struct vgpu_place;

/*
 * Reports undefined operands of an op that `active` lanes reach and `written` lanes execute.
 * Reported bits count as defined from then on. Returns true if there was a finding.
 */
bool undefined_report_uses(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t active, uint32_t written);

/*
 * Reports an op that is no load and reads this undefined byte of shared or global memory. Returns
 * false if the byte was not stored undefined, or if its source is unknown.
 */
bool undefined_report_stored(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane,
                             const struct vgpu_place *place);

/* Reports an undefined printf argument in the lane's local memory. */
void undefined_report_printed(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                              uint32_t size_bytes);

struct undefined_record;
/*
 * Describes a lane's store of an undefined value from `source`. The finding goes to the record;
 * without a record it is reported.
 */
void undefined_report_store(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                            uint32_t lane, uint32_t source, struct undefined_record *record);

/* undefined_mark.c: call it after lanes stored values with undefined bits from `source`. */
void undefined_mark_store(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                          uint32_t lanes, uint32_t source);

#endif
