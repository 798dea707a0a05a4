/*
 * Uses of undefined values: which of them are findings (check_undefined_use.c).
 *
 * An address, a branch, a vote and the lane that a shuffle reads from may not depend on any undefined bit. What a
 * shuffle moves stays undefined where it goes, as of the padding of a structure that is shuffled by words. A store to
 * global memory is a finding if all bits of an element are undefined, or parts of a byte, or its low bytes below
 * nothing but zeros (a number that was extended). Else whole bytes are undefined beside others that are not, or one
 * element is of a structure that is copied (undefined_copy.c), as with its padding: these bytes then count as never
 * written, and what comes of reading them may be the finding. Stores to local and shared memory only pass on what is
 * undefined: kernels exchange items that nobody loaded, and do not look at them.
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
 * An op that is no load reads shared memory in which something undefined was stored: a finding where that comes from.
 * False: that is not known, or a finding of another kind.
 */
bool undefined_report_stored(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t offset);

/* printf takes an argument from the lane's own memory: a finding if it is undefined. */
void undefined_report_printed(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lane, uint64_t address,
                              uint32_t size_bytes);

/* After a store of lanes whose value has undefined bytes, which come from `source`: so have they in memory. */
void undefined_mark_stored(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t lanes, uint32_t source);

#endif
