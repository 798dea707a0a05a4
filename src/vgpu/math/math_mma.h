/*
 * Matrix multiply-accumulate by a warp: who holds which element, and what comes out (PTX ISA 9.7.14).
 *
 * Fragments. A lane's fragment of a matrix is a list of registers: 32-bit ones with as many elements as fit (the first
 * in the low bits), 64-bit ones for f64. Element i of a fragment is the i-th in that order. With g = lane / 4,
 * t = lane % 4 and p elements to a register, one rule gives all layouts but that of m8n8k4 f16:
 *
 *     A (m x k)     row g + 8 (r mod m/8)              column p t + i mod p + 4 p (r div m/8)       r = i / p
 *     B (k x n)     row p t + i mod p + 4 p (r mod k/4p)   column g + 8 (r div k/4p)
 *     C, D (m x n)  row g + 8 (s mod m/8)              column 2 t + i mod 2 + 8 (s div m/8)         s = i / 2
 *
 * For mma that is the ISA's layout. wmma's is not specified; the same rule is used, which makes a wmma fragment the
 * mma fragments of its parts. The f16 fragments of wmma have more registers than elements to hold: element i beyond the
 * last repeats element i mod count; the repetitions are written by loads and never read. Sparse A is stored with k / 2
 * columns.
 *
 * Arithmetic. f16, bf16, tf32 and fp8: every product is rounded to f32 (exact, unless it is a bf16 or tf32 product
 * below the normal range), and D = ((C + p0) + p1) + .. in ascending k, each sum rounded to f32 to nearest even; an f16
 * accumulator is rounded once, at the end. The ISA leaves the order open and asks for at least single precision. f64: a
 * chain of fma in ascending k. Integers: exact, then wrapped, or clamped with .satfinite. NaN results are canonical.
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
    uint16_t types;       /* bit per enum math_mma_type: what A and B may be (s8 with u8, e4m3 with e5m2, s4 with u4) */
    uint8_t operand_bits; /* of an element of A and B */
    uint8_t a_b_registers; /* of wmma's fragments that repeat elements, else 0 */
    bool is_quad_pairs;    /* m8n8k4 f16: four products, each by lanes q, q + 16 of quads q / 4 */
};

/* NULL if the ISA has no such form. */
const struct math_mma_shape *math_mma_find(enum math_mma_kind kind, unsigned m, unsigned n, unsigned k,
                                           enum math_mma_type a, enum math_mma_type b);

/* The whole table, for listings and tests. */
const struct math_mma_shape *math_mma_shapes(size_t *out_count);

/* Registers and elements of one lane's fragment; `accumulator` is the type of C or D, unused for A and B. Elements
 * count each once, without repetitions. */
unsigned math_mma_registers(const struct math_mma_shape *shape, enum math_matrix matrix,
                            enum math_mma_type accumulator);
unsigned math_mma_elements(const struct math_mma_shape *shape, enum math_matrix matrix);

struct math_position {
    uint16_t row, column;
};

/* Of element `element` of `lane`, for every shape that is not of quad pairs. Sparse A: column in the stored matrix. */
struct math_position math_mma_position(const struct math_mma_shape *shape, enum math_matrix matrix, unsigned lane,
                                       unsigned element);

/* m8n8k4 f16 (9.7.14.5.1): within the product that the lane takes part in, number (lane % 16) / 4. */
struct math_position math_mma_quad_position(enum math_matrix matrix, bool is_column_major,
                                            enum math_mma_type accumulator, unsigned lane, unsigned element);

/* The 8x8 matrices of 16-bit elements of ldmatrix, stmatrix, movmatrix (9.7.14.5.15 to .17): where the half `half` (0
 * low, 1 high) of a lane's register lies in the matrix in memory; its rows are those that the lanes 8 i .. 8 i + 7
 * address for matrix i. */
struct math_position math_matrix_position(unsigned lane, unsigned half, bool is_transposed);

/* movmatrix.trans: out gets the transpose of in, both 32 lanes of one register. */
void math_movmatrix(uint32_t out[32], const uint32_t in[32]);

enum math_mma_operation { MATH_MMA_MULTIPLY, MATH_MMA_XOR_POPC, MATH_MMA_AND_POPC };

struct math_mma {
    const struct math_mma_shape *shape;
    enum math_mma_type a, b, c, d; /* a and b as for math_mma_find; c and d F16, F32, F64 or S32 */
    enum math_mma_operation operation;
    enum math_rounding rounding;               /* of f64; MATH_RN otherwise */
    unsigned flags;                            /* MATH_SATFINITE: integers clamp */
    bool a_is_column_major, b_is_column_major; /* quad pairs only: elsewhere fragments have no order */
    unsigned sparsity_selector;
};

/* D = A B + C. Registers are rows of 32 lanes, uint32_t or (f64) uint64_t; as many as math_mma_registers says. D may be
 * C. `metadata`: 32 lanes, sparse forms only. */
void math_mma_run(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                  const void *const *c, const uint32_t *metadata);

/* Sparse A (9.7.14.6): the k that stored element (row, stored) multiplies, from the metadata of a warp. The
 * contributing lanes of a quad start at selector times their number. Formats of 16 and 32 bits: each of them holds 16
 * bits for row g and above 16 bits for row g + 8, lane after lane along k. Formats of 8 and 4 bits: 32 bits for row g,
 * the next lane 32 bits for row g + 8, and so on along k. Every four bits are two indices: of the two elements kept in
 * four (16 and 8 bits), of the two pairs kept in four (4 bits); of the halves of the one element kept in two (32 bits).
 */
unsigned math_mma_sparse_k(const struct math_mma_shape *shape, const uint32_t *metadata, unsigned selector,
                           unsigned row, unsigned stored);

#endif
