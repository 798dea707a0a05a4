/*
 * Matrices between memory and registers: ldmatrix, stmatrix, wmma.load, wmma.store (PTX ISA
 * 9.7.14).
 *
 * All are .aligned: the lanes of a diverged warp join first. math_mma.h says which lane holds which
 * element.
 */
#ifndef VGPU_LANES_FRAGMENT_H
#define VGPU_LANES_FRAGMENT_H

#include "vgpu/execution/execution.h"
#include "vgpu/math/math_mma.h"

enum { VGPU_FRAGMENT_REGISTERS_MAX = 16 };

/* The form of an instruction, in op->scalar. */
struct vgpu_fragment {
    const struct math_mma_shape *shape; /* NULL for ldmatrix and stmatrix */
    enum math_matrix matrix;
    uint8_t bits;         /* bits of an element in memory */
    uint8_t per_register; /* elements per register */
    bool is_wide;         /* registers have 64 bits */
    bool is_column_major; /* wmma */
    bool is_transposed;   /* ldmatrix, stmatrix */
    /*
     * frame offset of the distance from one row (or column) to the next, in elements;
     * VGPU_NO_OPERAND: none
     */
    uint32_t stride;
    uint32_t default_stride;
    uint32_t element_count; /* elements of a lane; further registers repeat them */
    uint32_t register_count;
    uint32_t registers[VGPU_FRAGMENT_REGISTERS_MAX]; /* frame offsets */
};

/*
 * Registers that one request moves: two for f32 sums by rows, since ptxas joins neighbouring
 * columns.
 * Measured on machine code: four accesses of 8 bytes for the 8 registers of 16 x 16 sums.
 */
uint32_t fragment_registers_joined(const struct vgpu_fragment *form);

/* Frees the places that a worker keeps for its matrix ops. */
void fragment_forget_places(struct vgpu_worker *worker);

vgpu_handler fragment_load;       /* wmma.load */
vgpu_handler fragment_store;      /* wmma.store */
vgpu_handler fragment_load_rows;  /* ldmatrix */
vgpu_handler fragment_store_rows; /* stmatrix */

#endif
