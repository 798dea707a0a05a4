/*
 * Undefined bits in local memory. Loads bring them into the shadow of registers; stores put them
 * back.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_LOCAL_H
#define VGPU_UNDEFINED_UNDEFINED_LOCAL_H

#include "vgpu/undefined/undefined.h"

/*
 * Finds the lanes that address their local memory, and their offsets in it. Call it before the op
 * executes: a load may overwrite its address.
 */
uint32_t undefined_find_local(const struct vgpu_warp *warp, const uint8_t *registers, const struct vgpu_op *op,
                              uint32_t lanes, uint32_t out_offsets[VGPU_WARP_LANES]);

/*
 * Call it after a load by `written` lanes. Of these, the `local` lanes read their local memory at
 * `offsets`. Other memory is defined.
 */
void undefined_load_local(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                          uint32_t local, uint32_t written, const uint32_t offsets[VGPU_WARP_LANES]);

/*
 * Call it after a store by `local` lanes to their local memory. The store itself marks all bytes as
 * defined. This adds the undefined bits and their origins.
 */
void undefined_store_local(struct vgpu_warp *warp, const struct vgpu_frame *frame, const struct vgpu_op *op,
                           uint32_t local, uint32_t source);

/*
 * Puts the undefined bits of one loaded element into the shadow of its register. The caller updates
 * the masks.
 */
void undefined_load_bits(const struct vgpu_frame *frame, const struct vgpu_detail *detail, uint32_t element,
                         uint32_t lane, uint64_t bits);

#endif
