/*
 * The arithmetic of mma, in tiles of 8 x 8 results.
 *
 * Registers are unpacked into planes. Plane r p + j is element j of register r, for all lanes. So a
 * plane of A holds 8 rows and 4 columns k. Planes of B are transposed: the eight columns n of one k
 * are neighbours. The two registers of an accumulator pair, interleaved, are a tile row by row. So
 * the innermost step adds a scalar of A times a row of B to a row of the tile. On every CPU these
 * are vectors over n, in ascending k.
 */
#include "base/every_isa.h"
#include "vgpu/math/math_float.h"
#include "vgpu/math/math_half.h"
#include "vgpu/math/math_mma.h"

enum {
    LANES = 32,
    PLANES_MAX = 32, /* 16 x 64 elements of A, 128 x 8 of B */
    TILES_MAX = 4,   /* tiles of results */
    TILE = 64,
    A_K_MAX = 64,
    PACKED_MAX = 8,
    ROWS_AT_ONCE = 4,
};

typedef float float_row __attribute__((vector_size(32), aligned(4)));
typedef int32_t integer_row __attribute__((vector_size(32), aligned(4)));

/* Elements of A and B as floats or 32-bit integers. For b1, 32 elements form one integer. */
struct operands {
    union {
        float a_floats[PLANES_MAX * LANES];
        int32_t a_integers[PLANES_MAX * LANES];
    };
    union {
        float b_floats[PLANES_MAX * 4][8]; /* [k of all columns 0..7, then those of 8..15, ..][n] */
        int32_t b_integers[PLANES_MAX * 4][8];
    };
};

/*
 * A shape in tiles: `packed` elements per register (b1: 1), and `k` stored columns of A, in
 * elements.
 */
struct tiling {
    unsigned packed, row_tiles, column_tiles, a_k, b_k;
    bool is_sparse;
    uint16_t a_offsets[A_K_MAX]; /* by stored column: its place in the planes of A, for row 0 */
};

static struct tiling tiling_of(const struct math_mma_shape *shape)
{
    bool is_b1 = shape->operand_bits == 1;
    unsigned k = is_b1 ? shape->k / 32U : shape->k;
    bool is_sparse = shape->kind == MATH_MMA_SPARSE;
    unsigned packed = is_b1 || shape->operand_bits >= 32 ? 1 : 32U / shape->operand_bits;
    struct tiling tiling = {packed, shape->m / 8U, shape->n / 8U, is_sparse ? k / 2 : k, k, is_sparse, {0}};
    unsigned stored = 0;
    for (unsigned reg = 0; stored < tiling.a_k; reg += tiling.row_tiles) {
        for (unsigned t = 0; t < 4; t++) {
            for (unsigned j = 0; j < packed; j++)
                tiling.a_offsets[stored++] = (uint16_t)((reg * packed + j) * LANES + t);
        }
    }
    return tiling;
}

/* ---- unpacking one register of 32 lanes into planes ---- */

MATH_INLINE void unpack_floats(enum math_mma_type type, const uint32_t *in, float (*out)[LANES])
{
    switch (type) {
    case MATH_MMA_F16:
        for (unsigned lane = 0; lane < LANES; lane++) {
            out[0][lane] = math_f16_value((uint16_t)in[lane]);
            out[1][lane] = math_f16_value((uint16_t)(in[lane] >> 16));
        }
        break;
    case MATH_MMA_BF16:
        for (unsigned lane = 0; lane < LANES; lane++) {
            out[0][lane] = math_f32_value(in[lane] << 16);
            out[1][lane] = math_f32_value(in[lane] & 0xffff0000);
        }
        break;
    case MATH_MMA_E4M3:
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned lane = 0; lane < LANES; lane++)
                out[i][lane] = math_e4m3_value(in[lane] >> (8 * i));
        }
        break;
    case MATH_MMA_E5M2:
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned lane = 0; lane < LANES; lane++)
                out[i][lane] = math_e5m2_value(in[lane] >> (8 * i));
        }
        break;
    default: /* tf32: the low 13 bits do not count */
        for (unsigned lane = 0; lane < LANES; lane++)
            out[0][lane] = math_f32_value(in[lane] & 0xffffe000);
        break;
    }
}

MATH_INLINE void unpack_integers(enum math_mma_type type, unsigned bits, const uint32_t *in, int32_t (*out)[LANES])
{
    bool is_signed = type == MATH_MMA_S8 || type == MATH_MMA_S4;
    if (type == MATH_MMA_B1) {
        memcpy(out[0], in, LANES * sizeof *in);
        return;
    }
    for (unsigned i = 0; i < 32 / bits; i++) {
        unsigned left = 32 - bits - bits * i, right = 32 - bits;
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint32_t high = in[lane] << left;
            out[i][lane] = is_signed ? (int32_t)high >> right : (int32_t)(high >> right);
        }
    }
}

static bool is_integer(enum math_mma_type type)
{
    return type == MATH_MMA_S8 || type == MATH_MMA_U8 || type == MATH_MMA_S4 || type == MATH_MMA_U4 ||
           type == MATH_MMA_B1;
}

/* Transposes a plane of B. It holds n = lane / 4 and k = p (lane mod 4) + j of one register. */
MATH_INLINE void turn_plane(unsigned packed, unsigned j, const void *plane, void *rows)
{
    const uint32_t *from = plane;
    uint32_t(*to)[8] = rows;
    for (unsigned t = 0; t < 4; t++) {
        for (unsigned g = 0; g < 8; g++)
            to[packed * t + j][g] = from[4 * g + t];
    }
}

MATH_INLINE void unpack(const struct math_mma *mma, const struct tiling *tiling, const void *const *a,
                        const void *const *b, struct operands *operands)
{
    unsigned packed = tiling->packed;
    unsigned a_registers = tiling->row_tiles * tiling->a_k / (4 * packed);
    unsigned b_registers = tiling->column_tiles * tiling->b_k / (4 * packed);
    union {
        float floats[PACKED_MAX][LANES];
        int32_t integers[PACKED_MAX][LANES];
    } planes;
    for (unsigned r = 0; r < a_registers; r++) {
        if (is_integer(mma->a))
            unpack_integers(mma->a, mma->shape->operand_bits, a[r],
                            (int32_t(*)[LANES]) & operands->a_integers[r * packed * LANES]);
        else
            unpack_floats(mma->a, a[r], (float(*)[LANES]) & operands->a_floats[r * packed * LANES]);
    }
    for (unsigned r = 0; r < b_registers; r++) {
        if (is_integer(mma->b))
            unpack_integers(mma->b, mma->shape->operand_bits, b[r], planes.integers);
        else
            unpack_floats(mma->b, b[r], planes.floats);
        for (unsigned j = 0; j < packed; j++)
            turn_plane(packed, j, planes.floats[j], operands->b_floats[r * 4 * packed]);
    }
}

/* ---- accumulators: a lane's two elements are neighbours in its tile, lane after lane ---- */

MATH_INLINE void load_tile(enum math_mma_type type, const void *const *registers, unsigned tile, uint32_t *sums)
{
    if (type == MATH_MMA_F16) {
        const uint32_t *pair = registers[tile];
        for (unsigned lane = 0; lane < LANES; lane++) {
            sums[2 * lane] = math_f32_bits(math_f16_value((uint16_t)pair[lane]));
            sums[2 * lane + 1] = math_f32_bits(math_f16_value((uint16_t)(pair[lane] >> 16)));
        }
        return;
    }
    const uint32_t *first = registers[2 * tile], *second = registers[2 * tile + 1];
    for (unsigned lane = 0; lane < LANES; lane++) {
        sums[2 * lane] = first[lane];
        sums[2 * lane + 1] = second[lane];
    }
}

/* A float sum in the accumulator's type. A zero is always +0, as on tensor cores. */
MATH_INLINE uint32_t finished(uint32_t bits, enum math_mma_type type)
{
    if (type == MATH_MMA_F16)
        return math_f16_nearest(math_f32_value(bits) + 0.0F);
    return type == MATH_MMA_F32 ? math_f32_out(math_f32_value(bits) + 0.0F, 0) : bits;
}

MATH_INLINE void store_tile(enum math_mma_type type, void *const *registers, unsigned tile, const uint32_t *sums)
{
    if (type == MATH_MMA_F16) {
        uint32_t *pair = registers[tile];
        for (unsigned lane = 0; lane < LANES; lane++)
            pair[lane] = finished(sums[2 * lane], type) | finished(sums[2 * lane + 1], type) << 16;
        return;
    }
    uint32_t *first = registers[2 * tile], *second = registers[2 * tile + 1];
    for (unsigned lane = 0; lane < LANES; lane++) {
        first[lane] = finished(sums[2 * lane], type);
        second[lane] = finished(sums[2 * lane + 1], type);
    }
}

/* ---- multiplying: four rows of a tile at once, by all k ---- */

/* The first element of a row in the planes of A. Add a_offsets to it. */
MATH_INLINE unsigned row_offset(const struct tiling *tiling, unsigned row_tile, unsigned row)
{
    return row_tile * tiling->packed * LANES + 4 * row;
}

/* The rows of B that the elements of a row of A are multiplied with. */
MATH_INLINE const uint8_t *row_columns(const struct tiling *tiling, const uint8_t *k_of, unsigned row_tile,
                                       unsigned row)
{
    return k_of + (8 * row_tile + row) * tiling->a_k;
}

/* `rows` of A begin at row_offset(). Sparse: `k_of` begins at row_columns(); dense: NULL. */
MATH_INLINE void multiply_floats(const struct tiling *tiling, const float *rows, const float (*b)[8],
                                 const uint8_t *k_of, float *sums)
{
    float_row sum[ROWS_AT_ONCE];
    memcpy(sum, sums, sizeof sum);
    unsigned next = tiling->a_k;
    for (unsigned stored = 0; stored < tiling->a_k; stored++) {
        const float *a = rows + tiling->a_offsets[stored];
        /*
         * Unrolled, because constant indices keep the sums in registers at any level of
         * optimisation.
         */
        sum[0] = sum[0] + a[0] * *(const float_row *)b[k_of ? k_of[stored] : stored];
        sum[1] = sum[1] + a[4] * *(const float_row *)b[k_of ? k_of[stored + next] : stored];
        sum[2] = sum[2] + a[8] * *(const float_row *)b[k_of ? k_of[stored + 2 * next] : stored];
        sum[3] = sum[3] + a[12] * *(const float_row *)b[k_of ? k_of[stored + 3 * next] : stored];
    }
    memcpy(sums, sum, sizeof sum);
}

MATH_INLINE void multiply_integers(const struct tiling *tiling, const int32_t *rows, const int32_t (*b)[8],
                                   const uint8_t *k_of, int32_t *sums)
{
    integer_row sum[ROWS_AT_ONCE] = {{0}};
    unsigned next = tiling->a_k;
    for (unsigned stored = 0; stored < tiling->a_k; stored++) {
        const int32_t *a = rows + tiling->a_offsets[stored];
        /*
         * Unrolled, because constant indices keep the sums in registers at any level of
         * optimisation.
         */
        sum[0] = sum[0] + a[0] * *(const integer_row *)b[k_of ? k_of[stored] : stored];
        sum[1] = sum[1] + a[4] * *(const integer_row *)b[k_of ? k_of[stored + next] : stored];
        sum[2] = sum[2] + a[8] * *(const integer_row *)b[k_of ? k_of[stored + 2 * next] : stored];
        sum[3] = sum[3] + a[12] * *(const integer_row *)b[k_of ? k_of[stored + 3 * next] : stored];
    }
    memcpy(sums, sum, sizeof sum);
}

MATH_INLINE void multiply_bits(enum math_mma_operation operation, const struct tiling *tiling, const int32_t *rows,
                               const int32_t (*b)[8], int32_t *sums)
{
    memset(sums, 0, ROWS_AT_ONCE * 8 * sizeof *sums);
    for (unsigned word = 0; word < tiling->a_k; word++) {
        const int32_t *a = rows + tiling->a_offsets[word];
        for (unsigned j = 0; j < ROWS_AT_ONCE * 8; j++) {
            int32_t x = a[j / 8 * 4], y = b[word][j % 8];
            uint32_t both = (uint32_t)(operation == MATH_MMA_XOR_POPC ? x ^ y : x & y);
            sums[j] += __builtin_popcount(both);
        }
    }
}

/* The sum of one result's terms is far below 2^31. Only the addition of C can overflow. */
MATH_INLINE void add_terms(unsigned flags, const int32_t *terms, uint32_t *sums)
{
    for (unsigned i = 0; i < TILE; i++) {
        int64_t total = (int64_t)(int32_t)sums[i] + terms[i];
        if (flags & MATH_SATFINITE)
            total = total > INT32_MAX ? INT32_MAX : total < INT32_MIN ? INT32_MIN : total;
        sums[i] = (uint32_t)total;
    }
}

MATH_INLINE void integer_tile(const struct math_mma *mma, const struct tiling *tiling, const struct operands *operands,
                              unsigned tile, const uint8_t *k_of, uint32_t *sums)
{
    unsigned row_tile = tile % tiling->row_tiles;
    const int32_t(*b)[8] = &operands->b_integers[tile / tiling->row_tiles * tiling->b_k];
    int32_t terms[TILE];
    for (unsigned row = 0; row < 8; row += ROWS_AT_ONCE) {
        const int32_t *rows = operands->a_integers + row_offset(tiling, row_tile, row);
        if (mma->operation != MATH_MMA_MULTIPLY)
            multiply_bits(mma->operation, tiling, rows, b, terms + 8 * row);
        else if (tiling->is_sparse)
            multiply_integers(tiling, rows, b, row_columns(tiling, k_of, row_tile, row), terms + 8 * row);
        else
            multiply_integers(tiling, rows, b, NULL, terms + 8 * row);
    }
    add_terms(mma->flags, terms, sums);
}

MATH_INLINE void float_tile(const struct tiling *tiling, const struct operands *operands, unsigned tile,
                            const uint8_t *k_of, float *sums)
{
    unsigned row_tile = tile % tiling->row_tiles;
    const float(*b)[8] = &operands->b_floats[tile / tiling->row_tiles * tiling->b_k];
    for (unsigned row = 0; row < 8; row += ROWS_AT_ONCE) {
        const float *rows = operands->a_floats + row_offset(tiling, row_tile, row);
        if (tiling->is_sparse)
            multiply_floats(tiling, rows, b, row_columns(tiling, k_of, row_tile, row), sums + 8 * row);
        else
            multiply_floats(tiling, rows, b, NULL, sums + 8 * row);
    }
}

static void sparse_columns(const struct math_mma *mma, const uint32_t *metadata, uint8_t *k_of)
{
    unsigned k = mma->shape->k / 2U;
    for (unsigned row = 0; row < mma->shape->m; row++) {
        for (unsigned stored = 0; stored < k; stored++)
            k_of[row * k + stored] =
                (uint8_t)math_mma_sparse_k(mma->shape, metadata, mma->sparsity_selector, row, stored);
    }
}

EVERY_ISA static void run_tiles(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                                const void *const *c, const uint32_t *metadata)
{
    struct tiling tiling = tiling_of(mma->shape);
    struct operands operands;
    uint8_t k_of[PLANES_MAX * LANES];
    unpack(mma, &tiling, a, b, &operands);
    if (tiling.is_sparse)
        sparse_columns(mma, metadata, k_of);
    /* d can contain registers of c in another order, so all of c is read first. */
    unsigned tiles = tiling.row_tiles * tiling.column_tiles;
    union {
        uint32_t bits[TILE];
        float values[TILE];
    } sums[TILES_MAX];
    for (unsigned tile = 0; tile < tiles; tile++)
        load_tile(mma->c, c, tile, sums[tile].bits);
    for (unsigned tile = 0; tile < tiles; tile++) {
        if (is_integer(mma->a))
            integer_tile(mma, &tiling, &operands, tile, k_of, sums[tile].bits);
        else
            float_tile(&tiling, &operands, tile, k_of, sums[tile].values);
        store_tile(mma->d, d, tile, sums[tile].bits);
    }
}

/* ---- f64: one element per register, so planes are registers ---- */

static uint64_t double_sum(const struct math_mma *mma, const void *const *a, const void *const *b,
                           struct math_position at, uint64_t sum)
{
    unsigned row_tiles = mma->shape->m / 8U, blocks = mma->shape->k / 4U;
    for (unsigned k = 0; k < mma->shape->k; k++) {
        unsigned lane = k % 4;
        const uint64_t *a_lanes = a[at.row / 8 + k / 4 * row_tiles];
        const uint64_t *b_lanes = b[k / 4 + at.column / 8U * blocks];
        uint64_t x = a_lanes[at.row % 8 * 4 + lane], y = b_lanes[at.column % 8 * 4 + lane];
        sum = mma->rounding == MATH_RN ? math_f64_fma(x, y, sum) : math_f64_fma_rounded(x, y, sum, mma->rounding);
    }
    return sum;
}

static void run_doubles(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                        const void *const *c)
{
    uint64_t result[4][LANES]; /* d can be one of the sources */
    unsigned elements = math_mma_elements(mma->shape, MATH_MATRIX_ACCUMULATOR);
    for (unsigned j = 0; j < elements * LANES; j++) {
        unsigned i = j / LANES, lane = j % LANES;
        struct math_position at = math_mma_position(mma->shape, MATH_MATRIX_ACCUMULATOR, lane, i);
        result[i][lane] = double_sum(mma, a, b, at, ((const uint64_t *)c[i])[lane]);
    }
    for (unsigned i = 0; i < elements; i++)
        memcpy(d[i], result[i], sizeof result[i]);
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

/* Computes one of the four products, in lanes 4 q .. 4 q + 3 and in the lanes 16 above them. */
static void run_quad_pair(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                          const void *const *c, unsigned q)
{
    float left[8][4], right[4][8], sums[8][8];
    for (unsigned i = 0; i < 8; i++) {
        unsigned lane = 4 * q + i % 4 + 16 * (i / 4);
        for (unsigned element = 0; element < 8; element++) {
            struct math_position at = math_mma_quad_position(MATH_MATRIX_ACCUMULATOR, false, mma->c, lane, element);
            sums[at.row][at.column] = math_f32_value(quad_element(c, mma->c, lane, element));
            if (element >= 4)
                continue;
            at = math_mma_quad_position(MATH_MATRIX_A, mma->a_is_column_major, mma->c, lane, element);
            left[at.row][at.column] = math_f32_value(quad_element(a, MATH_MMA_F16, lane, element));
            at = math_mma_quad_position(MATH_MATRIX_B, mma->b_is_column_major, mma->c, lane, element);
            right[at.row][at.column] = math_f32_value(quad_element(b, MATH_MMA_F16, lane, element));
        }
    }
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned k = 0; k < 4; k++) {
            for (unsigned column = 0; column < 8; column++)
                sums[row][column] = sums[row][column] + left[row][k] * right[k][column];
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        unsigned lane = 4 * q + i % 4 + 16 * (i / 4);
        for (unsigned element = 0; element < 8; element++) {
            struct math_position at = math_mma_quad_position(MATH_MATRIX_ACCUMULATOR, false, mma->d, lane, element);
            quad_store(d, mma->d, lane, element, finished(math_f32_bits(sums[at.row][at.column]), mma->d));
        }
    }
}

void math_mma_run(const struct math_mma *mma, void *const *d, const void *const *a, const void *const *b,
                  const void *const *c, const uint32_t *metadata)
{
    if (mma->a == MATH_MMA_F64) {
        run_doubles(mma, d, a, b, c);
    } else if (mma->shape->is_quad_pairs) {
        for (unsigned q = 0; q < 4; q++)
            run_quad_pair(mma, d, a, b, c, q);
    } else {
        run_tiles(mma, d, a, b, c, metadata);
    }
}
