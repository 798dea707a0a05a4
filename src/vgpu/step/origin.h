/*
 * What the run loop of a watched launch asks (warp.c).
 */
#ifndef VGPU_STEP_ORIGIN_H
#define VGPU_STEP_ORIGIN_H

#include "vgpu/origin.h"
#include "vgpu/warp/execution.h"

enum { ORIGIN_OPERANDS_MAX = 3 };

/* An instruction about to be executed: its operands, since its result may take the place of one. */
struct origin_step {
    const struct vgpu_op *op; /* NULL: it makes no number */
    uint32_t lanes;           /* that execute it */
    uint32_t operand_count;
    bool is_immediate[ORIGIN_OPERANDS_MAX];
    double operands[ORIGIN_OPERANDS_MAX][VGPU_WARP_LANES];
};

/* Before an instruction; stores to the element that is asked about are noted here. */
void origin_before(struct vgpu_warp *warp, const struct vgpu_op *op, struct origin_step *out_step);
/* After it, where it did not leave the run loop. */
void origin_after(struct vgpu_warp *warp, const struct origin_step *step);

#endif
