/*
 * Affine registers: most integer registers of a warp that runs in step hold base + x * column + y * row.
 *
 * The 32 lanes of a warp are seen as rows of `width` lanes: as many as the block is wide, so that threadIdx.x grows
 * with the column and threadIdx.y with the row (width 32: one row). Loop counters and parameters are the case x = y =
 * 0, what is computed from threadIdx mostly has constant x and y, and addresses are built of these. An operation on
 * them costs three additions instead of 32, and an address with known x and y needs no look at its lanes at all.
 *
 * Which registers of a kernel are affine is found once per kernel and width (affine.c). A second array of ops, the
 * *converged* one, uses it. It holds while all lanes that live are in one split; then an op whose sources are affine
 * gives an affine result, without regard to how the values came about. When lanes part, affine registers are written
 * out to their 32 lanes and the general ops go on; when the lanes are together again, registers are read back, each
 * looked at lane by lane whether it is affine indeed. So nothing depends on the analysis but speed.
 */
#ifndef VGPU_AFFINE_AFFINE_H
#define VGPU_AFFINE_AFFINE_H

#include "vgpu/execution/execution.h"

/* Values of 32 bits keep base, x and y modulo 2^32 (x and y sign-extended). */
struct vgpu_affine {
    uint64_t base;
    int64_t x, y;
    int64_t unused; /* a power of two, for vectors */
};

enum vgpu_affine_class { VGPU_CLASS_UNKNOWN, VGPU_CLASS_UNIFORM, VGPU_CLASS_AFFINE, VGPU_CLASS_LANES };

/* A register that affine ops hold. */
struct vgpu_affine_register {
    uint32_t slot;
    uint32_t scalar; /* frame offset of the struct vgpu_affine */
    uint32_t lanes;  /* frame offset of the lanes */
    bool is_wide;
    bool is_mirrored; /* each affine op writes the lanes too, because others read them */
};

/* The converged form of one kernel for one width. */
struct vgpu_converged {
    const struct vgpu_function *function;
    uint32_t width;             /* lanes in a row: 1, 2, 4, 8, 16 or 32 */
    struct vgpu_op *ops;        /* parallel to function->ops */
    const struct vgpu_op *base; /* ops - (function->ops - module->ops): indexed like the module's */
    struct vgpu_affine_register *registers;
    uint32_t register_count;
    uint64_t *live; /* by op: which of `registers` are read before they are written again */
    uint32_t live_words;
};

/* Lanes of a row for blocks of this shape; 0 if rows do not fit the warps. */
uint32_t affine_width(const uint32_t block[3]);

/* NULL if the kernel has forms that converged ops do not know. Lives in the module's arena, made once. */
const struct vgpu_converged *affine_converge(struct vgpu_module *module, const struct vgpu_function *function,
                                             uint32_t width);

/* Sets the constants' affine forms in an entry frame. */
void affine_fill_constants(struct vgpu_warp *warp, struct vgpu_frame *frame, bool per_block_only);

/* Writes the affine registers that are live at a general op, NULL: all of them, out to lanes; general ops go on. */
void affine_leave(struct vgpu_warp *warp, const struct vgpu_op *op);

/* Reads back the registers that are live at a general op; false if one of them is not affine. */
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

/* One value to lanes. */
void affine_expand_32(const struct vgpu_affine *value, uint32_t width, uint32_t *lanes);
void affine_expand_64(const struct vgpu_affine *value, uint32_t width, uint64_t *lanes);

/* The general op that a converged one stands for. */
static inline const struct vgpu_op *affine_general(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    return warp->worker->launch->module->ops + (op - warp->op_base);
}

#endif
