/*
 * Matrix instructions with only register operands: mma, mma.sp, wmma.mma, movmatrix.
 *
 * The selector puts a struct vgpu_matrix in op->scalar. math_mma.h does the arithmetic.
 */
#ifndef VGPU_PROGRAM_MATRIX_H
#define VGPU_PROGRAM_MATRIX_H

#include "vgpu/math/math_mma.h"

enum { VGPU_FRAGMENT_MAX = 8 }; /* registers of one operand */

/* Operands in the order of the instruction. */
enum vgpu_matrix_operand { VGPU_MATRIX_D, VGPU_MATRIX_A, VGPU_MATRIX_B, VGPU_MATRIX_C, VGPU_MATRIX_OPERANDS };

struct vgpu_matrix {
    struct math_mma mma;
    bool is_wide; /* f64: 64-bit registers */
    uint8_t counts[VGPU_MATRIX_OPERANDS];
    uint32_t registers[VGPU_MATRIX_OPERANDS][VGPU_FRAGMENT_MAX]; /* frame offsets */
    uint32_t metadata;                                           /* frame offset; sparse forms */
};

#endif
