/*
 * Matrix multiply-accumulate by a warp (PTX ISA 9.7.14): the lane of each element, and the bits of
 * the result.
 *
 * Fragments. A lane's fragment of a matrix is a list of registers. A 32-bit register holds as many
 * elements as fit, the first in the low bits. f64 uses 64-bit registers. Element i of a fragment is
 * the i-th in that order. Let g = lane / 4, t = lane % 4, and p the elements per register. One rule
 * then gives all layouts except that of m8n8k4 f16:
 *
 *     A (m x k)     row g + 8 (r mod m/8)                  column p t + i mod p + 4 p (r div m/8)
 *     B (k x n)     row p t + i mod p + 4 p (r mod k/4p)   column g + 8 (r div k/4p)
 *     C, D (m x n)  row g + 8 (s mod m/8)                  column 2 t + i mod 2 + 8 (s div m/8)
 *
 * with r = i / p and s = i / 2. For mma this is the ISA's layout. The ISA does not specify that of
 * wmma. It uses the same rule here, so a wmma fragment consists of the mma fragments of its parts.
 * The f16 fragments of wmma have more registers than elements. Element i beyond the last repeats
 * element i mod count; loads write the repetitions, and nothing reads them. Sparse A is stored with
 * k / 2 columns.
 *
 * Arithmetic of f16, bf16, tf32 and fp8: every product is rounded to f32. This is exact, except for
 * bf16 and tf32 products below the normal range. Then D = ((C + p0) + p1) + .. in ascending k, and
 * each sum is rounded to f32, to nearest even. An f16 accumulator is rounded once, at the end. The
 * ISA leaves the order open and requires at least single precision.
 *
 * Arithmetic of f64: a chain of fma in ascending k. Integers: exact, then wrapped, or clamped with
 * .satfinite. NaN results are canonical.
 */
#ifndef VGPU_MATH_MATH_MMA_H
#define VGPU_MATH_MATH_MMA_H

#include <stddef.h>

#include "vgpu/math/math_bits.h"

enum math_mma_type {
    MATH_MMA_F16,
    MATH_MMA_BF16,
    MATH_MMA_TF32,
    MATH_MMA_F32, /* accumulators only */
    MATH_MMA_F64,
    MATH_MMA_E4M3,
    MATH_MMA_E5M2,
    MATH_MMA_S8,
    MATH_MMA_U8,
    MATH_MMA_S4,
    MATH_MMA_U4,
    MATH_MMA_B1,
    MATH_MMA_S32, /* accumulators only */
    MATH_MMA_TYPE_COUNT,
};

/* Bits of an element. */
unsigned math_mma_type_bits(enum math_mma_type type);

enum math_mma_kind { MATH_MMA_DENSE, MATH_MMA_SPARSE, MATH_MMA_WMMA };

enum math_matrix { MATH_MATRIX_A, MATH_MATRIX_B, MATH_MATRIX_ACCUMULATOR };

/* A row of the table of shapes. */
struct math_mma_shape {
    enum math_mma_kind kind;
    uint16_t m, n, k;
    /* bit per enum math_mma_type: types of A and B (s8 with u8, e4m3 with e5m2, s4 with u4) */
    uint16_t types;
    uint8_t operand_bits;  /* bits of an element of A and B */
    uint8_t a_b_registers; /* registers of wmma fragments that repeat elements, else 0 */
    bool is_quad_pairs;    /* m8n8k4 f16: four products, each by lanes q, q + 16 of quads q / 4 */
};

/* The shape, or NULL if the ISA has no such form. */
const struct math_mma_shape *math_mma_find(enum math_mma_kind kind, unsigned m, unsigned n, unsigned k,
                                           enum math_mma_type a, enum math_mma_type b);

/* The whole table, for listings and tests. */
const struct math_mma_shape *math_mma_shapes(size_t *out_count);

/*
 * Registers and elements of one lane's fragment. `accumulator` is the type of C or D, unused for A
 * and B. Each element counts once, without repetitions.
 */
unsigned math_mma_registers(const struct math_mma_shape *shape, enum math_matrix matrix,
                            enum math_mma_type accumulator);
unsigned math_mma_elements(const struct math_mma_shape *shape, enum math_matrix matrix);

struct math_position {
    uint16_t row, column;
};

/*
 * The position of `element` of `lane`, for every shape without quad pairs. For sparse A, the column
 * in the stored matrix.
 */
struct math_position math_mma_position(const struct math_mma_shape *shape, enum math_matrix matrix, unsigned lane,
                                       unsigned element);

/* m8n8k4 f16 (9.7.14.5.1): the position within the lane's product, number (lane % 16) / 4. */
struct math_position math_mma_quad_position(enum math_matrix matrix, bool is_column_major,
                                            enum math_mma_type accumulator, unsigned lane, unsigned element);

/*
 * The 8x8 matrices of 16-bit elements of ldmatrix, stmatrix and movmatrix (9.7.14.5.15 to .17).
 * Returns the place in memory of half `half` (0 low, 1 high) of a lane's register. Lanes 8 i .. 8 i
 * + 7 hold the row addresses of matrix i.
 */
struct math_position math_matrix_position(unsigned lane, unsigned half, bool is_transposed);

/* movmatrix.trans: out becomes the transpose of in. Both are one register of 32 lanes. */
void math_movmatrix(uint32_t out[32], const uint32_t in[32]);

enum math_mma_operation { MATH_MMA_MULTIPLY, MATH_MMA_XOR_POPC, MATH_MMA_AND_POPC };

struct math_mma {
    const struct math_mma_shape *shape;
    enum math_mma_type a, b, c, d; /* a and b as for math_mma_find; c and d F16, F32, F64 or S32 */
    enum math_mma_operation operation;
    enum math_rounding rounding; /* rounding of f64; else MATH_RN */
    unsigned flags;              /* MATH_SATFINITE: clamps integers */
    /* only for quad pairs: other fragments have no order */
    bool a_is_column_major, b_is_column_major;
    unsigned sparsity_selector;
};

/*
 * D = A B + C. Registers are rows of 32 lanes, of uint32_t or for f64 uint64_t. Their number is
 * math_mma_registers(). D can be C. `metadata`: 32 lanes, only for sparse forms.
 */
void math_mma_run(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                  const void *const *c, const uint32_t *metadata);

/*
 * Sparse A (9.7.14.6): the index k of stored element (row, stored), from a warp's metadata. The
 * contributing lanes of a quad start at the selector times their number.
 *
 * - Formats of 16 and 32 bits: each lane holds 16 bits for row g, and above them 16 bits for row g
 *   + 8. Along k, one lane follows the other.
 * - Formats of 8 and 4 bits: each lane holds 32 bits for row g, the next lane 32 bits for row g +
 *   8. Along k, these pairs of lanes follow each other.
 *
 * Every four bits are two indices. With 16 and 8 bits, they name the two elements kept of four.
 * With 4 bits, they name the two pairs kept of four. With 32 bits, they name the halves of the one
 * element kept of two.
 */
unsigned math_mma_sparse_k(const struct math_mma_shape *shape, const uint32_t *metadata, unsigned selector,
                           unsigned row, unsigned stored);

#endif
