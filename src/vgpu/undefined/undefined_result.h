/* The undefined bits of an op's results, by the rule of its form. */
#ifndef VGPU_UNDEFINED_UNDEFINED_RESULT_H
#define VGPU_UNDEFINED_UNDEFINED_RESULT_H

#include "vgpu/undefined/undefined.h"

/* The undefined bits of one execution's results. */
struct undefined_results {
    uint32_t lanes; /* lanes with undefined bits */
    uint64_t bits[VGPU_WARP_LANES];
};

/*
 * Call it for all forms with one result per lane. Call it before the op executes, since the op may
 * overwrite an operand.
 */
void undefined_find_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                            struct undefined_results *results);

#endif
