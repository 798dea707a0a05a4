/* Tests matrix instructions: the ISA's layouts, and products of small, exact integers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math_support.h"
#include "vgpu/math/math_bitfield.h"
#include "vgpu/math/math_convert.h"
#include "vgpu/math/math_mma.h"

enum { REGISTERS_MAX = 8, K_MAX = 256 };

/* Registers of all lanes, and the matrices that they hold. */
struct scene {
    uint64_t a[REGISTERS_MAX][32], b[REGISTERS_MAX][32], c[REGISTERS_MAX][32];
    uint32_t metadata[32];
    int a_plain[32][K_MAX], b_plain[K_MAX][32], c_plain[32][32]; /* A dense */
};

/* --- layouts ---------------------------------------------------------------------------------- */

static void every_element_lies_in_one_place(void **state)
{
    (void)state;
    size_t count;
    const struct math_mma_shape *shapes = math_mma_shapes(&count);
    for (size_t i = 0; i < count; i++) {
        const struct math_mma_shape *shape = &shapes[i];
        unsigned k = shape->kind == MATH_MMA_SPARSE ? shape->k / 2U : shape->k;
        for (int matrix = MATH_MATRIX_A; matrix <= MATH_MATRIX_ACCUMULATOR && !shape->is_quad_pairs; matrix++) {
            static uint8_t seen[K_MAX][K_MAX];
            memset(seen, 0, sizeof seen);
            unsigned elements = math_mma_elements(shape, (enum math_matrix)matrix);
            unsigned rows = matrix == MATH_MATRIX_B ? shape->k : shape->m;
            unsigned columns = matrix == MATH_MATRIX_A ? k : shape->n;
            assert_int_equal(elements * 32, rows * columns);
            for (unsigned j = 0; j < elements * 32; j++) {
                struct math_position at = math_mma_position(shape, (enum math_matrix)matrix, j % 32, j / 32);
                assert_true(at.row < rows && at.column < columns);
                assert_int_equal(seen[at.row][at.column]++, 0);
            }
        }
    }
}

struct place {
    unsigned m, n, k;
    enum math_mma_type type;
    enum math_matrix matrix;
    unsigned lane, element, row, column;
};

static void places_are_those_of_the_isa(void **state)
{
    (void)state;
    static const struct place places[] = {
        {16, 8, 8, MATH_MMA_F16, MATH_MATRIX_A, 5, 3, 9, 3},
        {16, 8, 8, MATH_MMA_F16, MATH_MATRIX_B, 6, 1, 5, 1},
        {16, 8, 16, MATH_MMA_BF16, MATH_MATRIX_A, 7, 4, 1, 14},
        {16, 8, 16, MATH_MMA_F16, MATH_MATRIX_A, 7, 2, 9, 6},
        {16, 8, 16, MATH_MMA_F16, MATH_MATRIX_A, 31, 7, 15, 15},
        {16, 8, 16, MATH_MMA_F16, MATH_MATRIX_B, 30, 2, 12, 7},
        {16, 8, 4, MATH_MMA_TF32, MATH_MATRIX_A, 6, 1, 9, 2},
        {16, 8, 8, MATH_MMA_TF32, MATH_MATRIX_A, 6, 2, 1, 6},
        {16, 8, 8, MATH_MMA_TF32, MATH_MATRIX_B, 6, 1, 6, 1},
        {16, 8, 16, MATH_MMA_F64, MATH_MATRIX_A, 1, 5, 8, 9},
        {16, 8, 8, MATH_MMA_F64, MATH_MATRIX_B, 9, 1, 5, 2},
        {8, 8, 4, MATH_MMA_F64, MATH_MATRIX_A, 9, 0, 2, 1},
        {8, 8, 4, MATH_MMA_F64, MATH_MATRIX_ACCUMULATOR, 9, 1, 2, 3},
        {8, 8, 16, MATH_MMA_S8, MATH_MATRIX_A, 9, 3, 2, 7},
        {16, 8, 32, MATH_MMA_U8, MATH_MATRIX_A, 9, 13, 10, 21},
        {16, 8, 32, MATH_MMA_U8, MATH_MATRIX_A, 9, 9, 2, 21},
        {16, 8, 32, MATH_MMA_E4M3, MATH_MATRIX_B, 9, 6, 22, 2},
        {16, 8, 64, MATH_MMA_S4, MATH_MATRIX_A, 3, 17, 0, 57},
        {16, 8, 64, MATH_MMA_S4, MATH_MATRIX_B, 3, 9, 57, 0},
        {16, 8, 256, MATH_MMA_B1, MATH_MATRIX_A, 5, 100, 9, 164},
        {16, 8, 256, MATH_MMA_B1, MATH_MATRIX_B, 5, 33, 161, 1},
        {16, 8, 16, MATH_MMA_F16, MATH_MATRIX_ACCUMULATOR, 6, 3, 9, 5},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const struct place *place = &places[i];
        const struct math_mma_shape *shape =
            math_mma_find(MATH_MMA_DENSE, place->m, place->n, place->k, place->type, place->type);
        assert_non_null(shape);
        struct math_position at = math_mma_position(shape, place->matrix, place->lane, place->element);
        assert_int_equal(at.row, place->row);
        assert_int_equal(at.column, place->column);
    }
}

static void fragments_have_the_isas_registers(void **state)
{
    (void)state;
    static const struct {
        enum math_mma_kind kind;
        unsigned m, n, k;
        enum math_mma_type type, accumulator;
        unsigned a, b, c;
    } rows[] = {
        {MATH_MMA_DENSE, 8, 8, 4, MATH_MMA_F16, MATH_MMA_F32, 2, 2, 8},
        {MATH_MMA_DENSE, 8, 8, 4, MATH_MMA_F16, MATH_MMA_F16, 2, 2, 4},
        {MATH_MMA_DENSE, 16, 8, 16, MATH_MMA_F16, MATH_MMA_F16, 4, 2, 2},
        {MATH_MMA_DENSE, 16, 8, 8, MATH_MMA_TF32, MATH_MMA_F32, 4, 2, 4},
        {MATH_MMA_DENSE, 16, 8, 16, MATH_MMA_F64, MATH_MMA_F64, 8, 4, 4},
        {MATH_MMA_DENSE, 8, 8, 128, MATH_MMA_B1, MATH_MMA_S32, 1, 1, 2},
        {MATH_MMA_SPARSE, 16, 8, 32, MATH_MMA_F16, MATH_MMA_F32, 4, 4, 4},
        {MATH_MMA_SPARSE, 16, 8, 128, MATH_MMA_U4, MATH_MMA_S32, 4, 4, 4},
        {MATH_MMA_WMMA, 16, 16, 16, MATH_MMA_F16, MATH_MMA_F32, 8, 8, 8},
        {MATH_MMA_WMMA, 8, 32, 16, MATH_MMA_F16, MATH_MMA_F16, 8, 8, 4},
        {MATH_MMA_WMMA, 8, 32, 16, MATH_MMA_BF16, MATH_MMA_F32, 2, 8, 8},
        {MATH_MMA_WMMA, 32, 8, 16, MATH_MMA_S8, MATH_MMA_S32, 4, 1, 8},
        {MATH_MMA_WMMA, 16, 16, 8, MATH_MMA_TF32, MATH_MMA_F32, 4, 4, 8},
        {MATH_MMA_WMMA, 8, 8, 4, MATH_MMA_F64, MATH_MMA_F64, 1, 1, 2},
        {MATH_MMA_WMMA, 8, 8, 32, MATH_MMA_S4, MATH_MMA_S32, 1, 1, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct math_mma_shape *shape =
            math_mma_find(rows[i].kind, rows[i].m, rows[i].n, rows[i].k, rows[i].type, rows[i].type);
        assert_non_null(shape);
        assert_int_equal(math_mma_registers(shape, MATH_MATRIX_A, rows[i].accumulator), rows[i].a);
        assert_int_equal(math_mma_registers(shape, MATH_MATRIX_B, rows[i].accumulator), rows[i].b);
        assert_int_equal(math_mma_registers(shape, MATH_MATRIX_ACCUMULATOR, rows[i].accumulator), rows[i].c);
    }
    assert_null(math_mma_find(MATH_MMA_DENSE, 16, 8, 16, MATH_MMA_F16, MATH_MMA_BF16));
    assert_non_null(math_mma_find(MATH_MMA_DENSE, 16, 8, 32, MATH_MMA_S8, MATH_MMA_U8));
    assert_null(math_mma_find(MATH_MMA_WMMA, 16, 16, 16, MATH_MMA_S8, MATH_MMA_U8));
    assert_null(math_mma_find(MATH_MMA_DENSE, 16, 16, 16, MATH_MMA_F16, MATH_MMA_F16));
}

static void wmma_repeats_elements(void **state)
{
    (void)state;
    const struct math_mma_shape *shape = math_mma_find(MATH_MMA_WMMA, 16, 16, 16, MATH_MMA_F16, MATH_MMA_F16);
    for (unsigned lane = 0; lane < 32; lane++) {
        for (unsigned i = 0; i < 8; i++) {
            struct math_position first = math_mma_position(shape, MATH_MATRIX_B, lane, i);
            struct math_position again = math_mma_position(shape, MATH_MATRIX_B, lane, i + 8);
            assert_true(first.row == again.row && first.column == again.column);
        }
    }
}

static void matrices_of_eight_transpose(void **state)
{
    (void)state;
    uint32_t in[32], out[32];
    for (unsigned lane = 0; lane < 32; lane++) {
        struct math_position low = math_matrix_position(lane, 0, false), high = math_matrix_position(lane, 1, false);
        assert_int_equal(low.row, lane / 4);
        assert_int_equal(high.column, lane % 4 * 2 + 1);
        in[lane] = math_pair((uint16_t)(low.row * 8 + low.column), (uint16_t)(high.row * 8 + high.column));
    }
    math_movmatrix(out, in);
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned row = lane / 4, column = lane % 4 * 2;
        assert_int_equal(out[lane], math_pair((uint16_t)(column * 8 + row), (uint16_t)((column + 1) * 8 + row)));
        assert_int_equal(math_matrix_position(lane, 1, true).row, column + 1);
    }
    math_movmatrix(in, out);
    assert_int_equal(in[13], math_pair(3 * 8 + 2, 3 * 8 + 3));
}

/* --- products --------------------------------------------------------------------------------- */

static uint64_t encode(enum math_mma_type type, int value)
{
    const struct math_integer s32 = {32, true};
    enum math_format_id format = MATH_FORMAT_F32;
    switch (type) {
    case MATH_MMA_F16:
        format = MATH_FORMAT_F16;
        break;
    case MATH_MMA_BF16:
        format = MATH_FORMAT_BF16;
        break;
    case MATH_MMA_F64:
        format = MATH_FORMAT_F64;
        break;
    case MATH_MMA_E4M3:
        format = MATH_FORMAT_E4M3;
        break;
    case MATH_MMA_E5M2:
        format = MATH_FORMAT_E5M2;
        break;
    case MATH_MMA_TF32:
    case MATH_MMA_F32:
        break;
    default:
        return (uint64_t)value & math_low_bits(math_mma_type_bits(type));
    }
    return math_convert_from_integer(format, s32, (uint64_t)value, MATH_RN, 0);
}

/* Draws a value of `type`. Its products and sums remain exact in f16 too. */
static int draw(enum math_mma_type type, struct math_stream *stream)
{
    uint64_t bits = stream_next(stream) >> 17;
    switch (type) {
    case MATH_MMA_S8:
        return (int8_t)bits;
    case MATH_MMA_U8:
        return (uint8_t)bits;
    case MATH_MMA_U4:
        return bits & 15;
    case MATH_MMA_S4:
        return (int)(bits & 15) - 8;
    case MATH_MMA_B1:
        return bits & 1;
    default:
        return (int)(bits % 7) - 3;
    }
}

static void put(uint64_t registers[][32], unsigned bits, unsigned lane, unsigned element, uint64_t value)
{
    unsigned packed = bits < 32 ? 32 / bits : 1;
    registers[element / packed][lane] |= value << (element % packed * bits);
}

/* Puts the metadata of one row and k where the ISA's figures have the group's four bits. */
static void put_metadata(struct scene *scene, const struct math_mma_shape *shape, unsigned selector, unsigned row,
                         unsigned k, unsigned bits)
{
    unsigned bytes = k * shape->operand_bits / 8; /* along the row of the dense matrix */
    if (shape->operand_bits >= 16) {
        unsigned lanes = shape->k * shape->operand_bits / 256U;
        unsigned lane = row % 8 * 4 + selector * lanes + bytes / 32;
        scene->metadata[lane] |= bits << (row / 8 * 16 + bytes % 32 / 8 * 4);
    } else {
        unsigned lanes = shape->k * shape->operand_bits / 128U;
        unsigned lane = row % 8 * 4 + selector * lanes + bytes / 32 * 2 + row / 8;
        scene->metadata[lane] |= bits << (bytes % 32 / 4 * 4);
    }
}

/* Chooses the k of a group's stored elements: two, four in pairs, or one of tf32. */
static void choose_columns(struct scene *scene, const struct math_mma_shape *shape, unsigned selector, unsigned row,
                           unsigned k, unsigned *columns, struct math_stream *stream)
{
    static const uint8_t choices[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    const uint8_t *choice = choices[stream_next(stream) % 6];
    if (shape->operand_bits == 32) {
        unsigned which = stream_next(stream) >> 40 & 1;
        columns[k / 2] = k + which;
        put_metadata(scene, shape, selector, row, k, which ? 14 : 4);
        return;
    }
    put_metadata(scene, shape, selector, row, k, choice[0] | (unsigned)choice[1] << 2);
    for (unsigned i = 0; i < 2; i++) {
        if (shape->operand_bits == 4) {
            columns[k / 2 + 2 * i] = k + 2U * choice[i];
            columns[k / 2 + 2 * i + 1] = k + 2U * choice[i] + 1;
        } else {
            columns[k / 2 + i] = k + choice[i];
        }
    }
}

static void fill_a(struct scene *scene, const struct math_mma *mma, struct math_stream *stream)
{
    const struct math_mma_shape *shape = mma->shape;
    unsigned columns[32][K_MAX];
    unsigned group = shape->operand_bits == 32 ? 2 : shape->operand_bits == 4 ? 8 : 4;
    for (unsigned row = 0; row < shape->m; row++) {
        for (unsigned k = 0; k < shape->k; k++)
            columns[row][k] = k;
        for (unsigned k = 0; k < shape->k && shape->kind == MATH_MMA_SPARSE; k += group)
            choose_columns(scene, shape, mma->sparsity_selector, row, k, columns[row], stream);
    }
    for (unsigned j = 0; j < 32 * math_mma_elements(shape, MATH_MATRIX_A); j++) {
        struct math_position at = math_mma_position(shape, MATH_MATRIX_A, j % 32, j / 32);
        int value = draw(mma->a, stream);
        put(scene->a, shape->operand_bits, j % 32, j / 32, encode(mma->a, value));
        scene->a_plain[at.row][columns[at.row][at.column]] = value;
    }
}

static void fill(struct scene *scene, const struct math_mma *mma, struct math_stream *stream)
{
    const struct math_mma_shape *shape = mma->shape;
    memset(scene, 0, sizeof *scene);
    fill_a(scene, mma, stream);
    for (unsigned j = 0; j < 32 * math_mma_elements(shape, MATH_MATRIX_B); j++) {
        struct math_position at = math_mma_position(shape, MATH_MATRIX_B, j % 32, j / 32);
        int value = draw(mma->b, stream);
        put(scene->b, shape->operand_bits, j % 32, j / 32, encode(mma->b, value));
        scene->b_plain[at.row][at.column] = value;
    }
    for (unsigned j = 0; j < 32 * math_mma_elements(shape, MATH_MATRIX_ACCUMULATOR); j++) {
        struct math_position at = math_mma_position(shape, MATH_MATRIX_ACCUMULATOR, j % 32, j / 32);
        int value = draw(mma->c, stream);
        put(scene->c, math_mma_type_bits(mma->c), j % 32, j / 32, encode(mma->c, value));
        scene->c_plain[at.row][at.column] = value;
    }
}

static int plain_result(const struct scene *scene, const struct math_mma *mma, unsigned row, unsigned column)
{
    int sum = scene->c_plain[row][column];
    for (unsigned k = 0; k < mma->shape->k; k++) {
        int a = scene->a_plain[row][k], b = scene->b_plain[k][column];
        sum += mma->operation == MATH_MMA_XOR_POPC ? a ^ b : a * b;
    }
    return sum;
}

/* Makes registers for math_mma_run. */
static void run(struct scene *scene, const struct math_mma *mma)
{
    uint32_t words[3][REGISTERS_MAX][32];
    const void *operands[3][REGISTERS_MAX];
    void *result[REGISTERS_MAX];
    uint64_t(*const sources[3])[32] = {scene->a, scene->b, scene->c};
    bool is_wide = mma->a == MATH_MMA_F64;
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned r = 0; r < REGISTERS_MAX; r++) {
            for (unsigned lane = 0; lane < 32; lane++)
                words[i][r][lane] = (uint32_t)sources[i][r][lane];
            operands[i][r] = is_wide ? (void *)sources[i][r] : (void *)words[i][r];
        }
    }
    for (unsigned r = 0; r < REGISTERS_MAX; r++)
        result[r] = is_wide ? (void *)scene->c[r] : (void *)words[2][r];
    math_mma_run(mma, result, operands[0], operands[1], operands[2], scene->metadata);
    for (unsigned j = 0; j < REGISTERS_MAX * 32 && !is_wide; j++)
        scene->c[j / 32][j % 32] = words[2][j / 32][j % 32];
}

static void check_product(const struct math_mma *mma, struct math_stream *stream)
{
    static struct scene scene;
    fill(&scene, mma, stream);
    run(&scene, mma);
    unsigned bits = math_mma_type_bits(mma->d), packed = bits < 32 ? 32 / bits : 1;
    for (unsigned j = 0; j < 32 * math_mma_elements(mma->shape, MATH_MATRIX_ACCUMULATOR); j++) {
        unsigned lane = j % 32, element = j / 32;
        struct math_position at = math_mma_position(mma->shape, MATH_MATRIX_ACCUMULATOR, lane, element);
        uint64_t got = scene.c[element / packed][lane] >> (element % packed * bits) & math_low_bits(bits);
        uint64_t want = encode(mma->d, plain_result(&scene, mma, at.row, at.column));
        if (got != want)
            print_error("m%un%uk%u type %d kind %d\n", mma->shape->m, mma->shape->n, mma->shape->k, (int)mma->a,
                        (int)mma->shape->kind);
        assert_true(got == want);
    }
}

static enum math_mma_type accumulator_of(enum math_mma_type type)
{
    if (type == MATH_MMA_F64)
        return MATH_MMA_F64;
    return type >= MATH_MMA_S8 ? MATH_MMA_S32 : MATH_MMA_F32;
}

/* Counts the selectors that leave room for the contributing lanes. */
static unsigned selectors_of(const struct math_mma_shape *shape)
{
    if (shape->kind != MATH_MMA_SPARSE)
        return 1;
    unsigned row_bytes = shape->k * shape->operand_bits / 8U;
    return shape->operand_bits >= 16 ? 128 / row_bytes : 64 / row_bytes;
}

static void products_are_right_in_every_shape_and_type(void **state)
{
    (void)state;
    struct math_stream stream = {606};
    size_t count;
    const struct math_mma_shape *shapes = math_mma_shapes(&count);
    for (size_t i = 0; i < count; i++) {
        if (shapes[i].is_quad_pairs)
            continue;
        for (int pair = 0; pair < MATH_MMA_TYPE_COUNT * MATH_MMA_TYPE_COUNT; pair++) {
            enum math_mma_type a = (enum math_mma_type)(pair / MATH_MMA_TYPE_COUNT);
            enum math_mma_type b = (enum math_mma_type)(pair % MATH_MMA_TYPE_COUNT);
            if (math_mma_find(shapes[i].kind, shapes[i].m, shapes[i].n, shapes[i].k, a, b) != &shapes[i])
                continue;
            struct math_mma mma = {&shapes[i], a, b, accumulator_of(a), accumulator_of(a)};
            for (unsigned selector = 0; selector < selectors_of(&shapes[i]); selector++) {
                mma.sparsity_selector = selector;
                mma.operation = a == MATH_MMA_B1 ? MATH_MMA_XOR_POPC : MATH_MMA_MULTIPLY;
                check_product(&mma, &stream);
                mma.operation = a == MATH_MMA_B1 ? MATH_MMA_AND_POPC : MATH_MMA_MULTIPLY;
                if (a == MATH_MMA_F16)
                    mma.c = mma.d = MATH_MMA_F16;
                check_product(&mma, &stream);
            }
        }
    }
}

/* m8n8k4: lane and element of every row and column follow the ISA's formulas. */
static void quad_pairs_multiply_on_their_own(void **state)
{
    (void)state;
    struct math_stream stream = {707};
    for (unsigned form = 0; form < 8; form++) {
        bool a_columns = form & 1, b_columns = form & 2;
        enum math_mma_type type = form & 4 ? MATH_MMA_F16 : MATH_MMA_F32;
        static struct scene scene;
        int a[4][8][4], b[4][4][8], c[4][8][8];
        memset(&scene, 0, sizeof scene);
        for (unsigned j = 0; j < 32 * 8; j++) {
            unsigned lane = j % 32, i = j / 32, q = lane % 16 / 4, far = lane < 16 ? 0 : 4;
            int x = draw(MATH_MMA_F16, &stream), y = draw(MATH_MMA_F16, &stream), z = draw(MATH_MMA_F16, &stream);
            put(scene.c, type == MATH_MMA_F16 ? 16 : 32, lane, i, encode(type, z));
            if (type == MATH_MMA_F16)
                c[q][lane % 4 + far][i] = z;
            else
                c[q][(lane & 1) + (i & 2) + far][(i & 4) + (lane & 2) + (i & 1)] = z;
            if (i >= 4)
                continue;
            put(scene.a, 16, lane, i, encode(MATH_MMA_F16, x));
            put(scene.b, 16, lane, i, encode(MATH_MMA_F16, y));
            *(a_columns ? &a[q][i + far][lane % 4] : &a[q][lane % 4 + far][i]) = x;
            *(b_columns ? &b[q][i][lane % 4 + far] : &b[q][lane % 4][i + far]) = y;
        }
        struct math_mma mma = {math_mma_find(MATH_MMA_DENSE, 8, 8, 4, MATH_MMA_F16, MATH_MMA_F16),
                               MATH_MMA_F16,
                               MATH_MMA_F16,
                               type,
                               type,
                               .a_is_column_major = a_columns,
                               .b_is_column_major = b_columns};
        run(&scene, &mma);
        for (unsigned j = 0; j < 32 * 8; j++) {
            unsigned lane = j % 32, i = j / 32, q = lane % 16 / 4, far = lane < 16 ? 0 : 4;
            unsigned row = type == MATH_MMA_F16 ? lane % 4 + far : (lane & 1) + (i & 2) + far;
            unsigned column = type == MATH_MMA_F16 ? i : (i & 4) + (lane & 2) + (i & 1);
            int sum = c[q][row][column];
            for (unsigned k = 0; k < 4; k++)
                sum += a[q][row][k] * b[q][k][column];
            uint64_t got = type == MATH_MMA_F16 ? scene.c[i / 2][lane] >> (i % 2 * 16) & 0xffff : scene.c[i][lane];
            assert_int_equal(got, encode(type, sum));
        }
    }
}

static void sums_run_in_ascending_k(void **state)
{
    (void)state;
    static struct scene scene;
    const struct math_mma_shape *shape = math_mma_find(MATH_MMA_DENSE, 16, 8, 8, MATH_MMA_F16, MATH_MMA_F16);
    struct math_mma mma = {shape, MATH_MMA_F16, MATH_MMA_F16, MATH_MMA_F32, MATH_MMA_F32};
    memset(&scene, 0, sizeof scene);
    /* Row 0 of A: 2^12, 1, -2^12, 1. Column 0 of B: 2^12, 1, 2^12, 1. 2^24 + 1 loses its 1. */
    scene.a[0][0] = 0x3c006c00;
    scene.a[0][1] = 0x3c00ec00;
    scene.b[0][0] = 0x3c006c00;
    scene.b[0][1] = 0x3c006c00;
    run(&scene, &mma);
    assert_int_equal(scene.c[0][0], math_f32_bits(1.0F));
}

static void results_saturate_and_nans_are_canonical(void **state)
{
    (void)state;
    static struct scene scene;
    const struct math_mma_shape *shape = math_mma_find(MATH_MMA_DENSE, 8, 8, 16, MATH_MMA_S8, MATH_MMA_S8);
    struct math_mma mma = {shape, MATH_MMA_S8, MATH_MMA_S8, MATH_MMA_S32, MATH_MMA_S32};
    memset(&scene, 0, sizeof scene);
    scene.a[0][0] = scene.b[0][0] = 1;
    scene.c[0][0] = INT32_MAX;
    run(&scene, &mma);
    assert_int_equal(scene.c[0][0], (uint32_t)INT32_MIN);
    scene.c[0][0] = INT32_MAX;
    mma.flags = MATH_SATFINITE;
    run(&scene, &mma);
    assert_int_equal(scene.c[0][0], INT32_MAX);

    shape = math_mma_find(MATH_MMA_DENSE, 16, 8, 8, MATH_MMA_BF16, MATH_MMA_BF16);
    mma = (struct math_mma){shape, MATH_MMA_BF16, MATH_MMA_BF16, MATH_MMA_F32, MATH_MMA_F32};
    memset(&scene, 0, sizeof scene);
    scene.a[0][0] = 0xffc1;
    run(&scene, &mma);
    assert_int_equal(scene.c[0][0], MATH_F32_NAN);
    assert_int_equal(scene.c[2][0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element_lies_in_one_place),
        cmocka_unit_test(places_are_those_of_the_isa),
        cmocka_unit_test(fragments_have_the_isas_registers),
        cmocka_unit_test(wmma_repeats_elements),
        cmocka_unit_test(matrices_of_eight_transpose),
        cmocka_unit_test(products_are_right_in_every_shape_and_type),
        cmocka_unit_test(quad_pairs_multiply_on_their_own),
        cmocka_unit_test(sums_run_in_ascending_k),
        cmocka_unit_test(results_saturate_and_nans_are_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
