/*
 * Video instructions (PTX ISA 9.7.18): vadd2, vadd4 and similar on two halves or four bytes; vadd,
 * vset, vmad and similar on one value.
 */
#ifndef VGPU_LANES_VIDEO_H
#define VGPU_LANES_VIDEO_H

#include "vgpu/execution/execution.h"
#include "vgpu/math/math_packed.h"

/* The form of a packed instruction, in op->scalar. */
struct video_form {
    enum math_simd operation;
    enum math_compare compare;
    bool compares; /* vset */
    bool a_signed, b_signed, d_signed, accumulates;
    unsigned lanes, flags;
};

/* values of ptx_operand.part */
enum { VIDEO_BYTE_0 = 1, VIDEO_BYTE_3 = 4, VIDEO_HALF_0 = 5, VIDEO_HALF_1 = 6 };

/* The form of an instruction on one value per register, in op->scalar. */
struct video_scalar {
    enum ptx_opcode opcode;
    enum math_compare compare; /* vset */
    uint8_t part_a, part_b;    /* parts of the operands a and b */
    bool a_signed, b_signed;
    bool wraps, adds, plus_one; /* .wrap, .add, .po */
    bool merges;                /* replaces the byte at `merge_bits` of c */
    uint8_t merge_bits;
};

vgpu_handler video_execute;
vgpu_handler video_execute_scalar; /* video_scalar.c */

#endif
