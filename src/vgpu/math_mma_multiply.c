/*
 * The arithmetic of mma: fragments are spread into plain matrices, multiplied, and gathered again.
 *
 * Operands become floats, doubles or 32-bit integers; of b1, 32 elements stay one word. Rows of B and of the sums are
 * contiguous, so that the innermost loop runs over n, where the order of additions does not matter.
 */
#include "vgpu/math_float.h"
#include "vgpu/math_half.h"
#include "vgpu/math_mma.h"

enum {
    LANES = 32,
    /* The largest matrices of the table: 32 x 16 and 16 x 128 for A, 16 x 32 and 128 x 8 for B, 256 results. */
    A_MAX = 16 * 128,
    B_MAX = 128 * 8,
    SUMS_MAX = 256,
    PACKED_MAX = 8,
};

/* Plain matrices of one multiplication; which arrays are used depends on the type. `k_of` says for each element of A
 * which row of B it meets (sparse forms only). */
struct operands {
    union {
        float a_float[A_MAX];
        int32_t a_integer[A_MAX];
        double a_double[16 * 16];
    };
    union {
        float b_float[B_MAX];
        int32_t b_integer[B_MAX];
        double b_double[16 * 8];
    };
    uint8_t k_of[A_MAX];
};

/* ---- decoding one register of 32 lanes into arrays by element ---- */

static float e4m3_value(uint32_t byte)
{
    uint32_t magnitude = byte & 0x7f;
    float value = math_f16_value((uint16_t)(magnitude << 7)) * 256.0F;
    uint32_t bits = magnitude == 0x7f ? MATH_F32_NAN : math_f32_bits(value);
    return math_f32_value(bits | (byte & 0x80) << 24);
}

static void decode_floats(enum math_mma_type type, const uint32_t *in, float out[PACKED_MAX][LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t word = in[lane];
        switch (type) {
        case MATH_MMA_F16:
            out[0][lane] = math_f16_value((uint16_t)word);
            out[1][lane] = math_f16_value((uint16_t)(word >> 16));
            break;
        case MATH_MMA_BF16:
            out[0][lane] = math_f32_value(word << 16);
            out[1][lane] = math_f32_value(word & 0xffff0000);
            break;
        case MATH_MMA_TF32:
            out[0][lane] = math_f32_value(word & 0xffffe000);
            break;
        case MATH_MMA_E4M3:
            for (unsigned i = 0; i < 4; i++)
                out[i][lane] = e4m3_value(word >> (8 * i) & 0xff);
            break;
        case MATH_MMA_E5M2:
            for (unsigned i = 0; i < 4; i++)
                out[i][lane] = math_f16_value((uint16_t)((word >> (8 * i) & 0xff) << 8));
            break;
        default:
            out[0][lane] = math_f32_value(word);
            break;
        }
    }
}

static void decode_integers(enum math_mma_type type, const uint32_t *in, int32_t out[PACKED_MAX][LANES])
{
    unsigned bits = math_mma_type_bits(type);
    bool is_signed = type == MATH_MMA_S8 || type == MATH_MMA_S4;
    if (type == MATH_MMA_B1) {
        memcpy(out[0], in, LANES * sizeof *in);
        return;
    }
    for (unsigned i = 0; i < 32 / bits; i++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint32_t high = in[lane] << (32 - bits - bits * i);
            out[i][lane] = is_signed ? (int32_t)high >> (32 - bits) : (int32_t)(high >> (32 - bits));
        }
    }
}

static bool is_integer(enum math_mma_type type)
{
    return type == MATH_MMA_S8 || type == MATH_MMA_U8 || type == MATH_MMA_S4 || type == MATH_MMA_U4 ||
           type == MATH_MMA_B1 || type == MATH_MMA_S32;
}

/* ---- spreading ---- */

/* How a fragment's registers lie in a plain matrix: `blocks` registers along the first side, whose step is 8 rows of A
 * or a block of k of B, then on along the other. Strides count plain elements (b1: words). */
struct spread {
    unsigned registers, packed, blocks;
    unsigned g_stride, t_stride, element_stride, block_stride, next_stride;
};

static struct spread spread_of(const struct math_mma_shape *shape, enum math_matrix matrix)
{
    /* b1 in units of words, so one to a register. */
    unsigned packed = shape->operand_bits < 32 && shape->operand_bits > 1 ? 32U / shape->operand_bits : 1;
    unsigned k = shape->operand_bits == 1 ? shape->k / 32U : shape->k;
    if (matrix == MATH_MATRIX_A) {
        if (shape->kind == MATH_MMA_SPARSE)
            k /= 2;
        unsigned blocks = shape->m / 8U;
        return (struct spread){blocks * (k / (4 * packed)), packed, blocks, k, packed, 1, 8 * k, 4 * packed};
    }
    unsigned n = shape->n, blocks = k / (4 * packed);
    return (struct spread){blocks * (n / 8), packed, blocks, 1, packed * n, n, 4 * packed * n, 8};
}

static unsigned spread_base(const struct spread *spread, unsigned reg, unsigned lane)
{
    return lane / 4 * spread->g_stride + lane % 4 * spread->t_stride + reg % spread->blocks * spread->block_stride +
           reg / spread->blocks * spread->next_stride;
}

static void spread_words(const struct math_mma_shape *shape, enum math_matrix matrix, enum math_mma_type type,
                         const void *const *registers, uint32_t *out)
{
    struct spread spread = spread_of(shape, matrix);
    union {
        float floats[PACKED_MAX][LANES];
        int32_t integers[PACKED_MAX][LANES];
        uint32_t words[PACKED_MAX][LANES];
    } decoded;
    for (unsigned reg = 0; reg < spread.registers; reg++) {
        if (is_integer(type))
            decode_integers(type, registers[reg], decoded.integers);
        else
            decode_floats(type, registers[reg], decoded.floats);
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint32_t *to = out + spread_base(&spread, reg, lane);
            for (unsigned i = 0; i < spread.packed; i++)
                to[i * spread.element_stride] = decoded.words[i][lane];
        }
    }
}

static void spread_doubles(const struct math_mma_shape *shape, enum math_matrix matrix, const void *const *registers,
                           double *out)
{
    struct spread spread = spread_of(shape, matrix);
    for (unsigned reg = 0; reg < spread.registers; reg++) {
        const uint64_t *lanes = registers[reg];
        for (unsigned lane = 0; lane < LANES; lane++)
            out[spread_base(&spread, reg, lane)] = math_f64_value(lanes[lane]);
    }
}

/* ---- accumulators: element pairs lie side by side, two 32-bit registers or one of packed f16 ---- */

static unsigned accumulator_index(const struct math_mma_shape *shape, unsigned lane, unsigned pair)
{
    unsigned blocks = shape->m / 8U;
    unsigned row = lane / 4 + 8 * (pair % blocks), column = 2 * (lane % 4) + 8 * (pair / blocks);
    return row * shape->n + column;
}

static void load_sums(const struct math_mma_shape *shape, enum math_mma_type type, const void *const *registers,
                      uint32_t *sums)
{
    unsigned pairs = (unsigned)shape->m * shape->n / 64;
    for (unsigned pair = 0; pair < pairs; pair++) {
        const uint32_t *first = registers[type == MATH_MMA_F16 ? pair : 2 * pair];
        const uint32_t *second = type == MATH_MMA_F16 ? first : registers[2 * pair + 1];
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint32_t *to = sums + accumulator_index(shape, lane, pair);
            bool packed = type == MATH_MMA_F16;
            to[0] = packed ? math_f32_bits(math_f16_value((uint16_t)first[lane])) : first[lane];
            to[1] = packed ? math_f32_bits(math_f16_value((uint16_t)(first[lane] >> 16))) : second[lane];
        }
    }
}

/* A float sum as the accumulator's type shows it. */
static uint32_t finished(uint32_t bits, enum math_mma_type type)
{
    if (type == MATH_MMA_F16)
        return math_f16_nearest(math_f32_value(bits));
    return type == MATH_MMA_F32 ? math_f32_out(math_f32_value(bits), 0) : bits;
}

static void store_sums(const struct math_mma_shape *shape, enum math_mma_type type, void *const *registers,
                       const uint32_t *sums)
{
    unsigned pairs = (unsigned)shape->m * shape->n / 64;
    for (unsigned pair = 0; pair < pairs; pair++) {
        uint32_t *first = registers[type == MATH_MMA_F16 ? pair : 2 * pair];
        uint32_t *second = type == MATH_MMA_F16 ? NULL : registers[2 * pair + 1];
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint32_t *from = sums + accumulator_index(shape, lane, pair);
            uint32_t low = finished(from[0], type), high = finished(from[1], type);
            first[lane] = second ? low : low | high << 16;
            if (second)
                second[lane] = high;
        }
    }
}

/* ---- multiplying; n is a constant at each call, so that a row of sums stays in vector registers ---- */

MATH_INLINE void multiply_floats(unsigned m, unsigned n, unsigned k, const struct operands *operands, bool is_sparse,
                                 float *sums)
{
    for (unsigned row = 0; row < m; row++) {
        float sum[32];
        memcpy(sum, sums + row * n, n * sizeof *sum);
        for (unsigned i = 0; i < k; i++) {
            float a = operands->a_float[row * k + i];
            const float *b = operands->b_float + (is_sparse ? operands->k_of[row * k + i] : i) * n;
            for (unsigned column = 0; column < n; column++)
                sum[column] = sum[column] + a * b[column];
        }
        memcpy(sums + row * n, sum, n * sizeof *sum);
    }
}

static void float_product(const struct math_mma_shape *shape, const struct operands *operands, float *sums)
{
    if (shape->kind == MATH_MMA_SPARSE)
        multiply_floats(shape->m, 8, shape->k / 2U, operands, true, sums);
    else if (shape->n == 8)
        multiply_floats(shape->m, 8, shape->k, operands, false, sums);
    else if (shape->n == 16)
        multiply_floats(shape->m, 16, shape->k, operands, false, sums);
    else
        multiply_floats(shape->m, 32, shape->k, operands, false, sums);
}

MATH_INLINE int32_t integer_term(enum math_mma_operation operation, int32_t a, int32_t b)
{
    switch (operation) {
    case MATH_MMA_XOR_POPC:
        return __builtin_popcount((uint32_t)(a ^ b));
    case MATH_MMA_AND_POPC:
        return __builtin_popcount((uint32_t)(a & b));
    case MATH_MMA_MULTIPLY:
        break;
    }
    return a * b;
}

/* The terms of one result together stay far below 2^31; only adding them to C can overflow. */
MATH_INLINE void multiply_integers(const struct math_mma *mma, unsigned n, unsigned k,
                                   enum math_mma_operation operation, const struct operands *operands, uint32_t *sums)
{
    bool is_sparse = mma->shape->kind == MATH_MMA_SPARSE;
    for (unsigned row = 0; row < mma->shape->m; row++) {
        int32_t sum[32] = {0};
        for (unsigned i = 0; i < k; i++) {
            int32_t a = operands->a_integer[row * k + i];
            const int32_t *b = operands->b_integer + (is_sparse ? operands->k_of[row * k + i] : i) * n;
            for (unsigned column = 0; column < n; column++)
                sum[column] += integer_term(operation, a, b[column]);
        }
        for (unsigned column = 0; column < n; column++) {
            uint32_t *to = &sums[row * n + column];
            int64_t total = (int64_t)(int32_t)*to + sum[column];
            if (mma->flags & MATH_SATFINITE)
                total = total > INT32_MAX ? INT32_MAX : total < INT32_MIN ? INT32_MIN : total;
            *to = (uint32_t)total;
        }
    }
}

static void integer_product(const struct math_mma *mma, const struct operands *operands, uint32_t *sums)
{
    const struct math_mma_shape *shape = mma->shape;
    unsigned k = shape->k;
    if (shape->operand_bits == 1)
        k /= 32;
    if (shape->kind == MATH_MMA_SPARSE)
        k /= 2;
    if (mma->operation == MATH_MMA_XOR_POPC)
        multiply_integers(mma, 8, k, MATH_MMA_XOR_POPC, operands, sums);
    else if (mma->operation == MATH_MMA_AND_POPC)
        multiply_integers(mma, 8, k, MATH_MMA_AND_POPC, operands, sums);
    else if (shape->n == 8)
        multiply_integers(mma, 8, k, MATH_MMA_MULTIPLY, operands, sums);
    else
        multiply_integers(mma, shape->n, k, MATH_MMA_MULTIPLY, operands, sums);
}

static uint64_t double_sum(const struct math_mma *mma, const struct operands *operands, unsigned row, unsigned column,
                           uint64_t sum)
{
    unsigned n = mma->shape->n, k = mma->shape->k;
    for (unsigned i = 0; i < k; i++) {
        uint64_t a = math_f64_bits(operands->a_double[row * k + i]);
        uint64_t b = math_f64_bits(operands->b_double[i * n + column]);
        sum = mma->rounding == MATH_RN ? math_f64_fma(a, b, sum) : math_f64_fma_rounded(a, b, sum, mma->rounding);
    }
    return sum;
}

static void run_doubles(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                        const void *const *c)
{
    struct operands operands;
    spread_doubles(mma->shape, MATH_MATRIX_A, a, operands.a_double);
    spread_doubles(mma->shape, MATH_MATRIX_B, b, operands.b_double);
    for (unsigned i = 0; i < math_mma_elements(mma->shape, MATH_MATRIX_ACCUMULATOR); i++) {
        const uint64_t *from = c[i];
        uint64_t *to = d[i];
        for (unsigned lane = 0; lane < LANES; lane++) {
            struct math_position at = math_mma_position(mma->shape, MATH_MATRIX_ACCUMULATOR, lane, i);
            to[lane] = double_sum(mma, &operands, at.row, at.column, from[lane]);
        }
    }
}

/* ---- m8n8k4 f16 ---- */

static uint32_t quad_element(const void *const *registers, enum math_mma_type type, unsigned lane, unsigned element)
{
    if (type != MATH_MMA_F16)
        return ((const uint32_t *)registers[element])[lane];
    uint32_t word = ((const uint32_t *)registers[element / 2])[lane];
    return math_f32_bits(math_f16_value((uint16_t)(word >> (16 * (element % 2)))));
}

static void quad_store(void *const *registers, enum math_mma_type type, unsigned lane, unsigned element, uint32_t bits)
{
    uint32_t *word = (uint32_t *)registers[type == MATH_MMA_F16 ? element / 2 : element] + lane;
    if (type != MATH_MMA_F16)
        *word = bits;
    else if (element % 2)
        *word = (*word & 0xffff) | bits << 16;
    else
        *word = (*word & 0xffff0000) | bits;
}

/* One of the four products; its lanes are 4 q .. 4 q + 3 and those 16 further on. */
static void run_quad_pair(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                          const void *const *c, unsigned q)
{
    struct operands operands;
    float sums[64];
    for (unsigned i = 0; i < 8; i++) {
        unsigned lane = 4 * q + i % 4 + 16 * (i / 4);
        for (unsigned element = 0; element < 8; element++) {
            struct math_position at = math_mma_quad_position(MATH_MATRIX_ACCUMULATOR, false, mma->c, lane, element);
            sums[8 * at.row + at.column] = math_f32_value(quad_element(c, mma->c, lane, element));
            if (element >= 4)
                continue;
            at = math_mma_quad_position(MATH_MATRIX_A, mma->a_is_column_major, mma->c, lane, element);
            operands.a_float[4 * at.row + at.column] = math_f32_value(quad_element(a, MATH_MMA_F16, lane, element));
            at = math_mma_quad_position(MATH_MATRIX_B, mma->b_is_column_major, mma->c, lane, element);
            operands.b_float[8 * at.row + at.column] = math_f32_value(quad_element(b, MATH_MMA_F16, lane, element));
        }
    }
    multiply_floats(8, 8, 4, &operands, false, sums);
    for (unsigned i = 0; i < 8; i++) {
        unsigned lane = 4 * q + i % 4 + 16 * (i / 4);
        for (unsigned element = 0; element < 8; element++) {
            struct math_position at = math_mma_quad_position(MATH_MATRIX_ACCUMULATOR, false, mma->d, lane, element);
            uint32_t bits = math_f32_bits(sums[8 * at.row + at.column]);
            quad_store(d, mma->d, lane, element, finished(bits, mma->d));
        }
    }
}

/* ---- all ---- */

static void sparse_columns(const struct math_mma *mma, const uint32_t *metadata, uint8_t *k_of)
{
    unsigned k = mma->shape->k / 2U;
    for (unsigned row = 0; row < mma->shape->m; row++) {
        for (unsigned stored = 0; stored < k; stored++)
            k_of[row * k + stored] =
                (uint8_t)math_mma_sparse_k(mma->shape, metadata, mma->sparsity_selector, row, stored);
    }
}

void math_mma_run(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                  const void *const *c, const uint32_t *metadata)
{
    struct operands operands;
    uint32_t sums[SUMS_MAX];
    if (mma->a == MATH_MMA_F64) {
        run_doubles(mma, d, a, b, c);
        return;
    }
    if (mma->shape->is_quad_pairs) {
        for (unsigned q = 0; q < 4; q++)
            run_quad_pair(mma, d, a, b, c, q);
        return;
    }
    spread_words(mma->shape, MATH_MATRIX_A, mma->a, a, (uint32_t *)operands.a_integer);
    spread_words(mma->shape, MATH_MATRIX_B, mma->b, b, (uint32_t *)operands.b_integer);
    if (mma->shape->kind == MATH_MMA_SPARSE)
        sparse_columns(mma, metadata, operands.k_of);
    load_sums(mma->shape, mma->c, c, sums);
    if (is_integer(mma->a))
        integer_product(mma, &operands, sums);
    else
        float_product(mma->shape, &operands, (float *)sums);
    store_sums(mma->shape, mma->d, d, sums);
}
