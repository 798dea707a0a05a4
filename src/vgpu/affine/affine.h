/*
 * Affine registers: integer registers of a warp in step that hold base + x * column + y * row.
 *
 * The 32 lanes of a warp form rows of `width` lanes, the width of the block. So threadIdx.x grows
 * with the column and threadIdx.y with the row. At width 32 there is one row. Loop counters and
 * parameters have x = y = 0. Values computed from threadIdx mostly have constant x and y. Addresses
 * are built from both. An operation on them takes three additions instead of 32. An address with
 * known x and y needs no look at its lanes.
 *
 * affine.c finds the affine registers once per kernel and width. A second array of ops uses them,
 * the *converged* ops. They run while all live lanes are in one split. An op with affine sources
 * gives an affine result, no matter how the values were computed.
 *
 * When lanes part, affine registers are written out to their 32 lanes, and the general ops
 * continue. When the lanes meet again, each register is read back, and its lanes show whether it is
 * affine. So the analysis decides only speed.
 */
#ifndef VGPU_AFFINE_AFFINE_H
#define VGPU_AFFINE_AFFINE_H

#include "vgpu/execution/execution.h"

/* Values of 32 bits keep base, x and y modulo 2^32. x and y are sign-extended. */
struct vgpu_affine {
    uint64_t base;
    int64_t x, y;
    int64_t unused; /* pads the size to a power of two, for vectors */
};

enum vgpu_affine_class { VGPU_CLASS_UNKNOWN, VGPU_CLASS_UNIFORM, VGPU_CLASS_AFFINE, VGPU_CLASS_LANES };

/* A register that can be affine. */
struct vgpu_affine_register {
    uint32_t slot;
    uint32_t scalar; /* frame offset of the struct vgpu_affine */
    uint32_t lanes;  /* frame offset of the lanes */
    bool is_wide;
    bool is_mirrored; /* other ops read the lanes, so each affine op writes them too */
};

/* The converged ops of one kernel for one width. */
struct vgpu_converged {
    const struct vgpu_function *function;
    uint32_t width;      /* lanes in a row: 1, 2, 4, 8, 16 or 32 */
    struct vgpu_op *ops; /* parallel to function->ops */
    /* ops - (function->ops - module->ops), so that the module's indices apply */
    const struct vgpu_op *base;
    struct vgpu_affine_register *registers;
    uint32_t register_count;
    uint64_t *live; /* by op: which of `registers` are read before the next write */
    uint32_t live_words;
};

/* The lanes in a row for blocks of this shape. 0 if rows do not fit the warps. */
uint32_t affine_width(const uint32_t block[3]);

/* Created once, in the module's arena. NULL if the kernel has forms without converged ops. */
const struct vgpu_converged *affine_converge(struct vgpu_module *module, const struct vgpu_function *function,
                                             uint32_t width);

/* Sets the affine forms of the constants in an entry frame. */
void affine_fill_constants(struct vgpu_warp *warp, struct vgpu_frame *frame, bool per_block_only);

/*
 * Writes the affine registers that are live at a general op to their lanes; general ops continue.
 * NULL: all registers.
 */
void affine_leave(struct vgpu_warp *warp, const struct vgpu_op *op);

/*
 * Reads back the registers that are live at a general op. Returns false if one of them is not
 * affine.
 */
bool affine_enter(struct vgpu_warp *warp, const struct vgpu_op *op);

/* op->flags of affine comparisons. */
enum {
    VGPU_AFFINE_EQ,
    VGPU_AFFINE_NE,
    VGPU_AFFINE_LT,
    VGPU_AFFINE_LE,
    VGPU_AFFINE_GT,
    VGPU_AFFINE_GE,
    VGPU_AFFINE_COMPARISON = 7,
    VGPU_AFFINE_SIGNED = 8,
};

/* Writes one value to its lanes. */
void affine_expand_32(const struct vgpu_affine *value, uint32_t width, uint32_t *lanes);
void affine_expand_64(const struct vgpu_affine *value, uint32_t width, uint64_t *lanes);

/* The general op that a converged op replaces. */
static inline const struct vgpu_op *affine_general(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    return warp->worker->launch->module->ops + (op - warp->op_base);
}

#endif
