/*
 * The shapes of mma, mma.sp and wmma, and which lane holds which element.
 */
#include "vgpu/math/math_mma.h"

#define TYPE(name) (1U << MATH_MMA_##name)

enum {
    HALVES = TYPE(F16) | TYPE(BF16),
    BYTES = TYPE(S8) | TYPE(U8),
    NIBBLES = TYPE(S4) | TYPE(U4),
    FP8 = TYPE(E4M3) | TYPE(E5M2),
};

static const struct math_mma_shape shapes[] = {
    {MATH_MMA_DENSE, 8, 8, 4, TYPE(F16), 16, .is_quad_pairs = true},
    {MATH_MMA_DENSE, 16, 8, 8, HALVES, 16},
    {MATH_MMA_DENSE, 16, 8, 16, HALVES, 16},
    {MATH_MMA_DENSE, 16, 8, 4, TYPE(TF32), 32},
    {MATH_MMA_DENSE, 16, 8, 8, TYPE(TF32), 32},
    {MATH_MMA_DENSE, 8, 8, 4, TYPE(F64), 64},
    {MATH_MMA_DENSE, 16, 8, 4, TYPE(F64), 64},
    {MATH_MMA_DENSE, 16, 8, 8, TYPE(F64), 64},
    {MATH_MMA_DENSE, 16, 8, 16, TYPE(F64), 64},
    {MATH_MMA_DENSE, 8, 8, 16, BYTES, 8},
    {MATH_MMA_DENSE, 16, 8, 16, BYTES | FP8, 8},
    {MATH_MMA_DENSE, 16, 8, 32, BYTES | FP8, 8},
    {MATH_MMA_DENSE, 8, 8, 32, NIBBLES, 4},
    {MATH_MMA_DENSE, 16, 8, 32, NIBBLES, 4},
    {MATH_MMA_DENSE, 16, 8, 64, NIBBLES, 4},
    {MATH_MMA_DENSE, 8, 8, 128, TYPE(B1), 1},
    {MATH_MMA_DENSE, 16, 8, 128, TYPE(B1), 1},
    {MATH_MMA_DENSE, 16, 8, 256, TYPE(B1), 1},
    {MATH_MMA_SPARSE, 16, 8, 16, HALVES, 16},
    {MATH_MMA_SPARSE, 16, 8, 32, HALVES, 16},
    {MATH_MMA_SPARSE, 16, 8, 8, TYPE(TF32), 32},
    {MATH_MMA_SPARSE, 16, 8, 16, TYPE(TF32), 32},
    {MATH_MMA_SPARSE, 16, 8, 32, BYTES, 8},
    {MATH_MMA_SPARSE, 16, 8, 64, BYTES | FP8, 8},
    {MATH_MMA_SPARSE, 16, 8, 64, NIBBLES, 4},
    {MATH_MMA_SPARSE, 16, 8, 128, NIBBLES, 4},
    {MATH_MMA_WMMA, 16, 16, 16, TYPE(F16), 16, .a_b_registers = 8},
    {MATH_MMA_WMMA, 32, 8, 16, TYPE(F16), 16, .a_b_registers = 8},
    {MATH_MMA_WMMA, 8, 32, 16, TYPE(F16), 16, .a_b_registers = 8},
    {MATH_MMA_WMMA, 16, 16, 16, TYPE(BF16), 16},
    {MATH_MMA_WMMA, 32, 8, 16, TYPE(BF16), 16},
    {MATH_MMA_WMMA, 8, 32, 16, TYPE(BF16), 16},
    {MATH_MMA_WMMA, 16, 16, 16, BYTES, 8},
    {MATH_MMA_WMMA, 32, 8, 16, BYTES, 8},
    {MATH_MMA_WMMA, 8, 32, 16, BYTES, 8},
    {MATH_MMA_WMMA, 16, 16, 8, TYPE(TF32), 32},
    {MATH_MMA_WMMA, 8, 8, 4, TYPE(F64), 64},
    {MATH_MMA_WMMA, 8, 8, 32, NIBBLES, 4},
    {MATH_MMA_WMMA, 8, 8, 128, TYPE(B1), 1},
};

static const uint8_t type_bits[MATH_MMA_TYPE_COUNT] = {
    [MATH_MMA_F16] = 16, [MATH_MMA_BF16] = 16, [MATH_MMA_TF32] = 32, [MATH_MMA_F32] = 32, [MATH_MMA_F64] = 64,
    [MATH_MMA_E4M3] = 8, [MATH_MMA_E5M2] = 8,  [MATH_MMA_S8] = 8,    [MATH_MMA_U8] = 8,   [MATH_MMA_S4] = 4,
    [MATH_MMA_U4] = 4,   [MATH_MMA_B1] = 1,    [MATH_MMA_S32] = 32,
};

unsigned math_mma_type_bits(enum math_mma_type type)
{
    return type_bits[type];
}

const struct math_mma_shape *math_mma_shapes(size_t *out_count)
{
    *out_count = sizeof shapes / sizeof shapes[0];
    return shapes;
}

/* The types of B that an A of `type` allows, and the reverse. */
static unsigned partners(enum math_mma_type type)
{
    static const unsigned families[] = {BYTES, NIBBLES, FP8};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        if (families[i] >> type & 1)
            return families[i];
    }
    return 1U << type;
}

const struct math_mma_shape *math_mma_find(enum math_mma_kind kind, unsigned m, unsigned n, unsigned k,
                                           enum math_mma_type a, enum math_mma_type b)
{
    /* wmma allows no mixed signs. */
    if (!(partners(a) >> b & 1) || (kind == MATH_MMA_WMMA && a != b))
        return NULL;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        const struct math_mma_shape *shape = &shapes[i];
        if (shape->kind == kind && shape->m == m && shape->n == n && shape->k == k && (shape->types >> a & 1))
            return shape;
    }
    return NULL;
}

/* The columns of A as stored. */
static unsigned stored_k(const struct math_mma_shape *shape)
{
    return shape->kind == MATH_MMA_SPARSE ? shape->k / 2 : shape->k;
}

unsigned math_mma_elements(const struct math_mma_shape *shape, enum math_matrix matrix)
{
    unsigned lanes = shape->is_quad_pairs ? 8 : 32;
    switch (matrix) {
    case MATH_MATRIX_A:
        return shape->m * stored_k(shape) / lanes;
    case MATH_MATRIX_B:
        return (unsigned)shape->n * shape->k / lanes;
    case MATH_MATRIX_ACCUMULATOR:
        break;
    }
    return (unsigned)shape->m * shape->n / lanes;
}

unsigned math_mma_registers(const struct math_mma_shape *shape, enum math_matrix matrix, enum math_mma_type accumulator)
{
    unsigned bits = matrix == MATH_MATRIX_ACCUMULATOR ? type_bits[accumulator] : shape->operand_bits;
    if (matrix != MATH_MATRIX_ACCUMULATOR && shape->a_b_registers)
        return shape->a_b_registers;
    unsigned elements = math_mma_elements(shape, matrix);
    return bits == 64 ? elements : elements * bits / 32;
}

/* The elements per register. */
static unsigned packed_elements(const struct math_mma_shape *shape)
{
    return shape->operand_bits < 32 ? 32U / shape->operand_bits : 1;
}

struct math_position math_mma_position(const struct math_mma_shape *shape, enum math_matrix matrix, unsigned lane,
                                       unsigned element)
{
    unsigned g = lane / 4, t = lane % 4;
    unsigned p = packed_elements(shape);
    element %= math_mma_elements(shape, matrix);
    if (matrix == MATH_MATRIX_ACCUMULATOR) {
        unsigned blocks = shape->m / 8, s = element / 2;
        return (struct math_position){(uint16_t)(g + 8 * (s % blocks)),
                                      (uint16_t)(2 * t + element % 2 + 8 * (s / blocks))};
    }
    unsigned r = element / p;
    unsigned along_k = p * t + element % p;
    if (matrix == MATH_MATRIX_A) {
        unsigned blocks = shape->m / 8;
        return (struct math_position){(uint16_t)(g + 8 * (r % blocks)), (uint16_t)(along_k + 4 * p * (r / blocks))};
    }
    unsigned blocks = shape->k / (4 * p);
    return (struct math_position){(uint16_t)(along_k + 4 * p * (r % blocks)), (uint16_t)(g + 8 * (r / blocks))};
}

static struct math_position quad_accumulator(enum math_mma_type accumulator, unsigned lane, unsigned element)
{
    unsigned far = lane < 16 ? 0 : 4;
    if (accumulator == MATH_MMA_F16)
        return (struct math_position){(uint16_t)(lane % 4 + far), (uint16_t)element};
    return (struct math_position){(uint16_t)((lane & 1) + (element & 2) + far),
                                  (uint16_t)((element & 4) + (lane & 2) + (element & 1))};
}

struct math_position math_mma_quad_position(enum math_matrix matrix, bool is_column_major,
                                            enum math_mma_type accumulator, unsigned lane, unsigned element)
{
    if (matrix == MATH_MATRIX_ACCUMULATOR)
        return quad_accumulator(accumulator, lane, element);
    uint16_t near = lane % 4;
    uint16_t far = lane < 16 ? 0 : 4;
    /*
     * The long side, 8, is along the rows of A and the columns of B. A lane holds four elements
     * along one side.
     */
    uint16_t wide, narrow;
    if (is_column_major == (matrix == MATH_MATRIX_A)) {
        wide = (uint16_t)(element + far);
        narrow = near;
    } else {
        wide = (uint16_t)(near + far);
        narrow = (uint16_t)element;
    }
    if (matrix == MATH_MATRIX_A)
        return (struct math_position){wide, narrow};
    return (struct math_position){narrow, wide};
}

struct math_position math_matrix_position(unsigned lane, unsigned half, bool is_transposed)
{
    uint16_t along = (uint16_t)(2 * (lane % 4) + half), across = (uint16_t)(lane / 4);
    return is_transposed ? (struct math_position){along, across} : (struct math_position){across, along};
}

void math_movmatrix(uint32_t out[32], const uint32_t in[32])
{
    uint32_t result[32];
    for (unsigned lane = 0; lane < 32; lane++) {
        struct math_position low = math_matrix_position(lane, 0, true);
        struct math_position high = math_matrix_position(lane, 1, true);
        uint32_t from_low = in[low.row * 4 + low.column / 2] >> (16 * (low.column % 2));
        uint32_t from_high = in[high.row * 4 + high.column / 2] >> (16 * (high.column % 2));
        result[lane] = (from_low & 0xffff) | from_high << 16;
    }
    for (unsigned lane = 0; lane < 32; lane++)
        out[lane] = result[lane];
}

/*
 * The four metadata bits of a row's group `group`, in formats of 16 and 32 bits. A lane has four
 * groups per row.
 */
static unsigned wide_metadata(unsigned groups, const uint32_t *metadata, unsigned selector, unsigned row,
                              unsigned group)
{
    unsigned lane = 4 * (row % 8) + (selector * (groups / 4) + group / 4) % 4;
    return metadata[lane] >> (4 * (group % 4) + 16 * (row / 8)) & 15;
}

/* The same bits in formats of 8 and 4 bits. A lane has eight groups of one row. */
static unsigned narrow_metadata(unsigned groups, const uint32_t *metadata, unsigned selector, unsigned row,
                                unsigned group)
{
    unsigned lane = 4 * (row % 8) + (selector * (groups / 4) + group / 8 * 2 + row / 8) % 4;
    return metadata[lane] >> (4 * (group % 8)) & 15;
}

unsigned math_mma_sparse_k(const struct math_mma_shape *shape, const uint32_t *metadata, unsigned selector,
                           unsigned row, unsigned stored)
{
    unsigned bits;
    switch (shape->operand_bits) {
    case 32:
        bits = wide_metadata(shape->k / 2U, metadata, selector, row, stored);
        return 2 * stored + (bits & 3) / 2;
    case 16:
        bits = wide_metadata(shape->k / 4U, metadata, selector, row, stored / 2);
        return 4 * (stored / 2) + (bits >> (2 * (stored % 2)) & 3);
    case 8:
        bits = narrow_metadata(shape->k / 4U, metadata, selector, row, stored / 2);
        return 4 * (stored / 2) + (bits >> (2 * (stored % 2)) & 3);
    default: /* 4 */
        bits = narrow_metadata(shape->k / 8U, metadata, selector, row, stored / 4);
        return 8 * (stored / 4) + 2 * (bits >> (2 * (stored / 2 % 2)) & 3) + stored % 2;
    }
}
