/*
 * Matrices between memory and registers: ldmatrix, stmatrix, wmma.load, wmma.store (PTX ISA 9.7.14).
 *
 * All are .aligned: the lanes of a warp that diverged join first. Who holds which element says math_mma.h.
 */
#ifndef VGPU_LANES_FRAGMENT_H
#define VGPU_LANES_FRAGMENT_H

#include "vgpu/execution/execution.h"
#include "vgpu/math/math_mma.h"

enum { VGPU_FRAGMENT_REGISTERS_MAX = 16 };

/* In op->scalar. */
struct vgpu_fragment {
    const struct math_mma_shape *shape; /* NULL for ldmatrix and stmatrix */
    enum math_matrix matrix;
    enum math_mma_type accumulator;
    uint8_t bits;         /* of an element in memory */
    uint8_t per_register; /* elements */
    bool is_wide;         /* 64-bit registers */
    bool is_column_major; /* wmma */
    bool is_transposed;   /* ldmatrix, stmatrix */
    uint32_t stride;      /* frame offset of the elements from one row (column) to the next; VGPU_NO_OPERAND */
    uint32_t default_stride;
    uint32_t element_count; /* of a lane; registers beyond repeat them */
    uint32_t register_count;
    uint32_t registers[VGPU_FRAGMENT_REGISTERS_MAX]; /* frame offsets */
};

/* What a worker has remembered of the matrices that its ops moved. */
void fragment_forget_places(struct vgpu_worker *worker);

vgpu_handler fragment_load;  /* wmma.load */
vgpu_handler fragment_store; /* wmma.store */
vgpu_handler rows_load;      /* ldmatrix */
vgpu_handler rows_store;     /* stmatrix */

#endif
