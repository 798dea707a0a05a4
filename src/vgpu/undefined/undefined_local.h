/*
 * Undefined bits in a thread's own memory: loads bring them into the shadow of registers, stores put them back.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_LOCAL_H
#define VGPU_UNDEFINED_UNDEFINED_LOCAL_H

#include "vgpu/undefined/undefined.h"

/*
 * Lanes whose address is in their own memory, and the offsets there of those lanes. Ahead of the execution: a load may
 * overwrite its address.
 */
uint32_t undefined_find_local(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                              uint32_t lanes, uint32_t out_offsets[VGPU_WARP_LANES]);

/* After a load by `written` lanes, of which `local` read their own memory at `offsets`. Other memory is defined. */
void undefined_load_local(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                          uint32_t local, uint32_t written, const uint32_t offsets[VGPU_WARP_LANES]);

/* After a store by `local` lanes to their own memory, which counts as having defined all; where the bits come from. */
void undefined_store_local(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t local, uint32_t source);

/* Undefined bits of one element that a lane has loaded, into the shadow of its register. The masks are the caller's. */
void undefined_load_bits(const struct vgpu_frame *frame, const struct vgpu_detail *detail, uint32_t element,
                         uint32_t lane, uint64_t bits);

#endif
