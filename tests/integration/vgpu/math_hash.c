/*
 * Prints a line "NAME HASH" for each kind of arithmetic, over many operands, 32 lanes at a time.
 *
 * test_math_portability builds it for several compilers and CPUs. The lines must be equal.
 */
#include <stdio.h>

#include "math_support.h"
#include "vgpu/math/math_approx.h"
#include "vgpu/math/math_convert.h"
#include "vgpu/math/math_integer.h"
#include "vgpu/math/math_mma.h"

enum { LANES = 32, ROUNDS = 3000 };

/* FNV-1a over results, low byte first on every machine. */
static uint64_t hash_more(uint64_t hash, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (value >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

struct warp {
    uint32_t a[LANES], b[LANES], c[LANES], d[LANES];
    uint64_t x[LANES], y[LANES], z[LANES], w[LANES];
};

static void draw(struct warp *warp, struct math_stream *stream)
{
    for (int lane = 0; lane < LANES; lane++) {
        warp->a[lane] = stream_f32(stream);
        warp->b[lane] = stream_f32(stream);
        warp->c[lane] = stream_f32(stream);
        warp->x[lane] = stream_f64(stream);
        warp->y[lane] = stream_f64(stream);
        warp->z[lane] = stream_f64(stream);
    }
}

#define NARROW(name, expression)                                              \
    static void name(struct warp *warp)                                       \
    {                                                                         \
        for (int lane = 0; lane < LANES; lane++) {                            \
            uint32_t a = warp->a[lane], b = warp->b[lane], c = warp->c[lane]; \
            (void)a, (void)b, (void)c;                                        \
            warp->d[lane] = (uint32_t)(expression);                           \
        }                                                                     \
    }
#define WIDE(name, expression)                                                \
    static void name(struct warp *warp)                                       \
    {                                                                         \
        for (int lane = 0; lane < LANES; lane++) {                            \
            uint64_t x = warp->x[lane], y = warp->y[lane], z = warp->z[lane]; \
            (void)x, (void)y, (void)z;                                        \
            warp->w[lane] = (expression);                                     \
        }                                                                     \
    }

#define NARROW_KINDS(ROW)                                      \
    ROW(f32_add, math_f32_add(a, b, 0))                        \
    ROW(f32_sub_ftz, math_f32_sub(a, b, MATH_FTZ))             \
    ROW(f32_mul_sat, math_f32_mul(a, b, MATH_SAT))             \
    ROW(f32_fma, math_f32_fma(a, b, c, 0))                     \
    ROW(f32_fma_ftz, math_f32_fma(a, b, c, MATH_FTZ))          \
    ROW(f32_div, math_f32_div(a, b, 0))                        \
    ROW(f32_sqrt, math_f32_sqrt(a, 0))                         \
    ROW(f32_min, math_f32_min(a, b, MATH_NAN))                 \
    ROW(f32_compare, math_f32_compare(MATH_GTU, a, b, 0))      \
    ROW(f32_add_rp, math_f32_add_rounded(a, b, MATH_RP, 0))    \
    ROW(f32_fma_rz, math_f32_fma_rounded(a, b, c, MATH_RZ, 0)) \
    ROW(f16x2_fma, math_f16x2_fma(a, b, c, 0))                 \
    ROW(f16x2_add_ftz, math_f16x2_add(a, b, MATH_FTZ))         \
    ROW(bf16x2_fma, math_bf16x2_fma(a, b, c, MATH_RELU))       \
    ROW(bf16x2_mul, math_bf16x2_mul(a, b, 0))                  \
    ROW(rcp, math_f32_rcp_approx(a, 0))                        \
    ROW(div_approx, math_f32_div_approx(a, b, MATH_FTZ))       \
    ROW(rsqrt, math_f32_rsqrt_approx(a, 0))                    \
    ROW(ex2, math_f32_ex2_approx(a, 0))                        \
    ROW(lg2, math_f32_lg2_approx(a, 0))                        \
    ROW(sine, math_f32_sin_approx(a, 0))                       \
    ROW(cosine, math_f32_cos_approx(a, 0))                     \
    ROW(tangent, math_f32_tanh_approx(a))                      \
    ROW(ex2_f16x2, math_f16x2_ex2_approx(a, 0))                \
    ROW(tanh_bf16x2, math_bf16x2_tanh_approx(a))               \
    ROW(f32_to_s32, math_f32_to_s32(a, MATH_RN, 0))            \
    ROW(f32_to_u32, math_f32_to_u32(a, MATH_RZ, 0))            \
    ROW(s32_to_f32, math_s32_to_f32(a))                        \
    ROW(u32_to_f32, math_u32_to_f32(a))                        \
    ROW(f32_to_f16, math_f32_to_f16(a, 0))                     \
    ROW(f32_to_tf32, math_f32_to_tf32(a, MATH_RNA, 0))         \
    ROW(f32_to_e4m3, math_f32_to_e4m3x2(a, b, 0))              \
    ROW(s32_div, math_s32_div(a, b))

#define WIDE_KINDS(ROW)                                  \
    ROW(f64_add, math_f64_add(x, y))                     \
    ROW(f64_fma, math_f64_fma(x, y, z))                  \
    ROW(f64_div, math_f64_div(x, y))                     \
    ROW(f64_sqrt, math_f64_sqrt(x))                      \
    ROW(f64_mul_rm, math_f64_mul_rounded(x, y, MATH_RM)) \
    ROW(f64_rcp_approx, math_f64_rcp_approx_ftz(x))      \
    ROW(f64_to_f32, math_f64_to_f32(x, 0))               \
    ROW(f64_to_s64, math_f64_to_s64(x, MATH_RM))         \
    ROW(f64_to_u64, math_f64_to_u64(x, MATH_RZ))         \
    ROW(s64_rem, math_s64_rem(x, y))

NARROW_KINDS(NARROW)
WIDE_KINDS(WIDE)

struct kind {
    const char *name;
    void (*run)(struct warp *warp);
    bool is_wide;
};

#define NARROW_ROW(name, expression) {#name, name, false},
#define WIDE_ROW(name, expression) {#name, name, true},
static const struct kind kinds[] = {NARROW_KINDS(NARROW_ROW) WIDE_KINDS(WIDE_ROW)};

static void print_kind(const struct kind *kind)
{
    struct math_stream stream = {2024};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < ROUNDS; i++) {
        struct warp warp;
        draw(&warp, &stream);
        kind->run(&warp);
        for (int lane = 0; lane < LANES; lane++)
            hash = hash_more(hash, kind->is_wide ? warp.w[lane] : warp.d[lane]);
    }
    printf("%s %016llx\n", kind->name, (unsigned long long)hash);
}

/* One shape of the table with all its operand types and any register bits. */
static void print_shape(const struct math_mma_shape *shape, enum math_mma_type type)
{
    static uint64_t registers[3][8][LANES]; /* wide enough for f64; else 32-bit lanes */
    struct math_stream stream = {77};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const void *operands[3][8];
    void *result[8];
    for (int i = 0; i < 24; i++)
        operands[i / 8][i % 8] = registers[i / 8][i % 8];
    for (int i = 0; i < 8; i++)
        result[i] = registers[2][i];
    enum math_mma_type sum = type == MATH_MMA_F64 ? MATH_MMA_F64 : type >= MATH_MMA_S8 ? MATH_MMA_S32 : MATH_MMA_F32;
    struct math_mma mma = {shape, type, type, sum, sum};
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 24 * LANES; j++)
            registers[j / 256][j / LANES % 8][j % LANES] = stream_f64(&stream) >> 3 | (uint64_t)stream_f32(&stream)
                                                                                          << 9;
        math_mma_run(&mma, result, operands[0], operands[1], operands[2], (const uint32_t *)registers[0][0]);
        for (int j = 0; j < 8 * LANES; j++)
            hash = hash_more(hash, registers[2][j / LANES][j % LANES]);
    }
    printf("mma %d m%un%uk%u type %d %016llx\n", (int)shape->kind, shape->m, shape->n, shape->k, (int)type,
           (unsigned long long)hash);
}

int main(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        print_kind(&kinds[i]);
    size_t count;
    const struct math_mma_shape *shapes = math_mma_shapes(&count);
    for (size_t i = 0; i < count; i++) {
        for (int type = 0; type < MATH_MMA_TYPE_COUNT; type++) {
            if (shapes[i].types >> type & 1)
                print_shape(&shapes[i], (enum math_mma_type)type);
        }
    }
    return 0;
}
