/*
 * The undefined bits of an op's results, from those of its operands, by the rule of its form.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_RESULT_H
#define VGPU_UNDEFINED_UNDEFINED_RESULT_H

#include "vgpu/undefined/undefined.h"

/* What becomes of the results of one execution. */
struct undefined_results {
    uint32_t lanes; /* with undefined bits */
    uint64_t bits[VGPU_WARP_LANES];
};

/* For all forms that have one result per lane; ahead of the execution, which may overwrite an operand. */
void undefined_find_results(const struct vgpu_frame *frame, const struct vgpu_op *op, uint32_t lanes,
                            struct undefined_results *results);

#endif
