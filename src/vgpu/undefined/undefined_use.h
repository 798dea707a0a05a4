/*
 * Uses of undefined values: which of them are findings (check_undefined_use.c).
 *
 * An address, a branch, a vote and the lane that a shuffle reads from may not depend on any undefined bit. What a
 * shuffle moves stays undefined where it goes, as of the padding of a structure that is shuffled by words. So does what
 * is stored: kernels copy padding and exchange items that nobody loaded, and do not look at them. What comes of loading
 * it, in this launch or a later one, may be the finding, or that the host reads it (undefined_stored.h). Only atomics
 * compute with what they are given.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_USE_H
#define VGPU_UNDEFINED_UNDEFINED_USE_H

#include "vgpu/undefined/undefined.h"

/*
 * Findings for undefined operands of an op that `active` lanes come to and `written` execute. What was reported counts
 * as defined from then on. True if something was.
 */
bool undefined_report_uses(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t active, uint32_t written);

/*
 * An op that is no load reads this undefined byte of shared or global memory: a finding where it comes from, if it was
 * stored. False: that is not known, or a finding of another kind.
 */
bool undefined_report_stored(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane,
                             const struct vgpu_place *place);

/* printf takes an argument from the lane's own memory: a finding if it is undefined. */
void undefined_report_printed(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                              uint32_t size_bytes);

struct undefined_record;
/* A lane stores an undefined value from `source`: what the finding would say goes to the record; NULL: it is made. */
void undefined_report_store(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                            uint32_t lane, uint32_t source, struct undefined_record *record);

/* undefined_mark.c: after a store by lanes of values with undefined bits, which come from `source`. */
void undefined_mark_store(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                          uint32_t lanes, uint32_t source);

#endif
