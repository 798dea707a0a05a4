// Set 11, first part: bytes, layouts, transposes, gathers, stencils. All were predicted before any
// was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* --- bias and SiLU of bfloats, rows of m ------------------------------------------------------ */

__device__ static float outside_silu(float x)
{
    return x / (1.0f + __expf(-x));
}
extern "C" __global__ void outside_silu_modulo(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = __bfloat162float(((const __nv_bfloat16 *)a)[i]) + __bfloat162float(((const __nv_bfloat16 *)b)[i % m]);
    ((__nv_bfloat16 *)c)[i] = __float2bfloat16(outside_silu(x));
}
extern "C" __global__ void outside_silu_grid(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= m)
        return;
    float bias = __bfloat162float(((const __nv_bfloat16 *)b)[column]);
    for (int row = blockIdx.y; row < n; row += gridDim.y) {
        size_t i = (size_t)row * m + column;
        ((__nv_bfloat16 *)c)[i] = __float2bfloat16(outside_silu(__bfloat162float(((const __nv_bfloat16 *)a)[i]) + bias));
    }
}
extern "C" __global__ void outside_silu_pairs(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    float2 x = __bfloat1622float2(((const __nv_bfloat162 *)a)[i]), bias = __bfloat1622float2(((const __nv_bfloat162 *)b)[i % (m / 2)]);
    ((__nv_bfloat162 *)c)[i] = __floats2bfloat162_rn(outside_silu(x.x + bias.x), outside_silu(x.y + bias.y));
}
extern "C" __global__ void outside_silu_eights(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 8; i += gridDim.x * blockDim.x) {
        uint4 words = ((const uint4 *)a)[i], biases = ((const uint4 *)b)[i % (m / 8)], out;
        const __nv_bfloat162 *x = (const __nv_bfloat162 *)&words, *y = (const __nv_bfloat162 *)&biases;
        for (int k = 0; k < 4; k++) {
            float2 p = __bfloat1622float2(x[k]), q = __bfloat1622float2(y[k]);
            ((__nv_bfloat162 *)&out)[k] = __floats2bfloat162_rn(outside_silu(p.x + q.x), outside_silu(p.y + q.y));
        }
        ((uint4 *)c)[i] = out;
    }
}
/* every thread a run of 32 numbers */
extern "C" __global__ void outside_silu_runs(const float *a, const float *b, float *c, int n, int m)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
    for (int i = first; i < first + 32 && i < n; i++) {
        float x = __bfloat162float(((const __nv_bfloat16 *)a)[i]) + __bfloat162float(((const __nv_bfloat16 *)b)[i % m]);
        ((__nv_bfloat16 *)c)[i] = __float2bfloat16(outside_silu(x));
    }
}

/* --- rays of 8 words: place, direction, time, weight ------------------------------------------ */

struct outside_ray {
    float x, y, z, dx, dy, dz, time, weight;
};
__device__ static void outside_advance(outside_ray &r, float step)
{
    r.x += r.dx * step;
    r.y += r.dy * step;
    r.z += r.dz * step;
    float inverse = rsqrtf(r.dx * r.dx + r.dy * r.dy + r.dz * r.dz + 1e-6f);
    r.dx *= inverse;
    r.dy *= inverse;
    r.dz *= inverse;
    r.time += step;
    r.weight *= 0.99f;
}
extern "C" __global__ void outside_rays_structs(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    outside_ray r = ((const outside_ray *)a)[i];
    outside_advance(r, 0.01f);
    ((outside_ray *)c)[i] = r;
}
extern "C" __global__ void outside_rays_float4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 p = ((const float4 *)a)[2 * i], q = ((const float4 *)a)[2 * i + 1];
    outside_ray r = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
    outside_advance(r, 0.01f);
    ((float4 *)c)[2 * i] = make_float4(r.x, r.y, r.z, r.dx);
    ((float4 *)c)[2 * i + 1] = make_float4(r.dy, r.dz, r.time, r.weight);
}
extern "C" __global__ void outside_rays_arrays(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    outside_ray r = {a[i], a[n + i], a[2 * n + i], a[3 * n + i], a[4 * n + i], a[5 * n + i], a[6 * n + i], a[7 * n + i]};
    outside_advance(r, 0.01f);
    c[i] = r.x;
    c[n + i] = r.y;
    c[2 * n + i] = r.z;
    c[3 * n + i] = r.dx;
    c[4 * n + i] = r.dy;
    c[5 * n + i] = r.dz;
    c[6 * n + i] = r.time;
    c[7 * n + i] = r.weight;
}
/* A block's structs pass through shared memory, so neighbouring lanes touch neighbouring words. */
extern "C" __global__ void outside_rays_staged(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[128 * 9];
    size_t first = (size_t)blockIdx.x * 128 * 8;
    for (int k = threadIdx.x; k < 128 * 8; k += 128)
        tile[k / 8 * 9 + k % 8] = first + k < (size_t)n * 8 ? a[first + k] : 0.0f;
    __syncthreads();
    float *own = tile + threadIdx.x * 9;
    outside_ray r = {own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7]};
    outside_advance(r, 0.01f);
    own[0] = r.x, own[1] = r.y, own[2] = r.z, own[3] = r.dx, own[4] = r.dy, own[5] = r.dz, own[6] = r.time, own[7] = r.weight;
    __syncthreads();
    for (int k = threadIdx.x; k < 128 * 8; k += 128)
        if (first + k < (size_t)n * 8)
            c[first + k] = tile[k / 8 * 9 + k % 8];
}

/* --- transposes of halves: n rows of m -------------------------------------------------------- */

extern "C" __global__ void outside_turn_reads(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < m && y < n)
        ((half *)c)[(size_t)x * n + y] = ((const half *)a)[(size_t)y * m + x];
}
extern "C" __global__ void outside_turn_writes(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < n && y < m)
        ((half *)c)[(size_t)y * n + x] = ((const half *)a)[(size_t)x * m + y];
}
template <int pitch> __device__ static void outside_turn(const half *in, half *out, int n, int m)
{
    __shared__ half tile[32][pitch];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * m + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        out[(size_t)(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
extern "C" __global__ void outside_turn_tile(const float *a, const float *b, float *c, int n, int m)
{
    outside_turn<32>((const half *)a, (half *)c, n, m);
}
extern "C" __global__ void outside_turn_padded(const float *a, const float *b, float *c, int n, int m)
{
    outside_turn<34>((const half *)a, (half *)c, n, m);
}
/* tiles of 64, two halves a lane, no word of padding but places exchanged */
extern "C" __global__ void outside_turn_swizzled(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ half2 tile[64][32];
    const half2 *in = (const half2 *)a;
    half2 *out = (half2 *)c;
    int left = blockIdx.x * 64, top = blockIdx.y * 64, lane = threadIdx.x;
    for (int row = threadIdx.y; row < 64; row += 8)
        tile[row][lane ^ (row / 2)] = in[((size_t)(top + row) * m + left) / 2 + lane];
    __syncthreads();
    for (int pair = threadIdx.y; pair < 32; pair += 8) {
        half2 upper = tile[2 * lane][pair ^ lane], lower = tile[2 * lane + 1][pair ^ lane];
        out[((size_t)(left + 2 * pair) * n + top) / 2 + lane] = __lows2half2(upper, lower);
        out[((size_t)(left + 2 * pair + 1) * n + top) / 2 + lane] = __highs2half2(upper, lower);
    }
}

/* --- rows of m words gathered from a table: n tokens ------------------------------------------ */

__device__ static int outside_token(const float *b, int i, int count)
{
    return (__float_as_uint(b[i]) * 2654435761u >> 7) % count;
}
extern "C" __global__ void outside_rows_threads(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *row = a + (size_t)outside_token(b, i, 90000) * m;
    for (int k = 0; k < m; k++)
        c[(size_t)i * m + k] = row[k];
}
extern "C" __global__ void outside_rows_numbers(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * m)
        c[i] = a[(size_t)outside_token(b, i / m, 90000) * m + i % m];
}
extern "C" __global__ void outside_rows_blocks(const float *a, const float *b, float *c, int n, int m)
{
    size_t row = (size_t)outside_token(b, blockIdx.x, 90000) * m;
    for (int k = threadIdx.x; k < m; k += blockDim.x)
        c[(size_t)blockIdx.x * m + k] = a[row + k];
}
extern "C" __global__ void outside_rows_warps(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (i >= n)
        return;
    const float4 *row = (const float4 *)(a + (size_t)outside_token(b, i, 90000) * m);
    for (int k = lane; k < m / 4; k += 32)
        ((float4 *)c)[(size_t)i * (m / 4) + k] = row[k];
}

/* --- five points of a plane: n rows of m ------------------------------------------------------ */

__device__ static float outside_five(const float *a, size_t i, int m)
{
    return a[i] + 0.2f * (a[i - 1] + a[i + 1] + a[i - m] + a[i + m] - 4.0f * a[i]);
}
/* the first index runs down the rows */
extern "C" __global__ void outside_plane_columns(const float *a, const float *b, float *c, int n, int m)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < m - 1 && y < n - 1)
        c[(size_t)y * m + x] = outside_five(a, (size_t)y * m + x, m);
}
extern "C" __global__ void outside_plane_points(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < m - 1 && y < n - 1)
        c[(size_t)y * m + x] = outside_five(a, (size_t)y * m + x, m);
}
extern "C" __global__ void outside_plane_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[18][34];
    int left = blockIdx.x * 32 - 1, top = blockIdx.y * 16 - 1;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < 18 * 34; k += 512) {
        int y = top + k / 34, x = left + k % 34;
        tile[k / 34][k % 34] = x >= 0 && y >= 0 && x < m && y < n ? a[(size_t)y * m + x] : 0.0f;
    }
    __syncthreads();
    int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
    if (x < 1 || y < 1 || x >= m - 1 || y >= n - 1)
        return;
    const float *at = &tile[threadIdx.y + 1][threadIdx.x + 1];
    c[(size_t)y * m + x] = at[0] + 0.2f * (at[-1] + at[1] + at[-34] + at[34] - 4.0f * at[0]);
}
/* a thread walks down 20 rows and keeps three values */
extern "C" __global__ void outside_plane_walk(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * 20 + 1;
    if (x < 1 || x >= m - 1)
        return;
    const float *at = a + (size_t)first * m + x;
    float above = at[-m], here = at[0];
    for (int y = first; y < first + 20 && y < n - 1; y++, at += m) {
        float below = at[m];
        c[(size_t)y * m + x] = here + 0.2f * (at[-1] + at[1] + above + below - 4.0f * here);
        above = here;
        here = below;
    }
}
extern "C" __global__ void outside_plane_float4(const float *a, const float *b, float *c, int n, int m)
{
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y < 1 || y >= n - 1)
        return;
    size_t i = (size_t)y * m + x;
    float4 here = *(const float4 *)(a + i), up = *(const float4 *)(a + i - m), down = *(const float4 *)(a + i + m), out;
    float left = a[i - 1], right = a[i + 4];
    out.x = here.x + 0.2f * (left + here.y + up.x + down.x - 4.0f * here.x);
    out.y = here.y + 0.2f * (here.x + here.z + up.y + down.y - 4.0f * here.y);
    out.z = here.z + 0.2f * (here.y + here.w + up.z + down.z - 4.0f * here.z);
    out.w = here.w + 0.2f * (here.z + right + up.w + down.w - 4.0f * here.w);
    *(float4 *)(c + i) = out;
}

/* --- 7x7 taps of bytes: n rows of m ----------------------------------------------------------- */

__constant__ float outside_weights[49];

extern "C" __global__ void outside_blur_global(const float *a, const float *b, float *c, int n, int m)
{
    const unsigned char *in = (const unsigned char *)a;
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= m || y >= n)
        return;
    float sum = 0.0f;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            int u = min(max(x + dx, 0), m - 1), v = min(max(y + dy, 0), n - 1);
            sum += b[(dy + 3) * 7 + dx + 3] * in[(size_t)v * m + u];
        }
    ((unsigned char *)c)[(size_t)y * m + x] = (unsigned char)fminf(fmaxf(sum, 0.0f), 255.0f);
}
extern "C" __global__ void outside_blur_constant(const float *a, const float *b, float *c, int n, int m)
{
    const unsigned char *in = (const unsigned char *)a;
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= m || y >= n)
        return;
    float sum = 0.0f;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            int u = min(max(x + dx, 0), m - 1), v = min(max(y + dy, 0), n - 1);
            sum += outside_weights[(dy + 3) * 7 + dx + 3] * in[(size_t)v * m + u];
        }
    ((unsigned char *)c)[(size_t)y * m + x] = (unsigned char)fminf(fmaxf(sum, 0.0f), 255.0f);
}
template <int rows> __device__ static void outside_blur_tiles(const unsigned char *in, unsigned char *out, int n, int m)
{
    __shared__ unsigned char tile[8 * rows + 6][40];
    int left = blockIdx.x * 32 - 3, top = blockIdx.y * 8 * rows - 3;
    for (int k = threadIdx.y * 32 + threadIdx.x; k < (8 * rows + 6) * 38; k += 256) {
        int u = min(max(left + k % 38, 0), m - 1), v = min(max(top + k / 38, 0), n - 1);
        tile[k / 38][k % 38] = in[(size_t)v * m + u];
    }
    __syncthreads();
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int r = 0; r < rows; r++) {
        int y = threadIdx.y + 8 * r;
        float sum = 0.0f;
        for (int dy = 0; dy < 7; dy++)
            for (int dx = 0; dx < 7; dx++)
                sum += outside_weights[dy * 7 + dx] * tile[y + dy][threadIdx.x + dx];
        if (x < m && blockIdx.y * 8 * rows + y < n)
            out[(size_t)(blockIdx.y * 8 * rows + y) * m + x] = (unsigned char)fminf(fmaxf(sum, 0.0f), 255.0f);
    }
}
extern "C" __global__ void outside_blur_tile(const float *a, const float *b, float *c, int n, int m)
{
    outside_blur_tiles<1>((const unsigned char *)a, (unsigned char *)c, n, m);
}
extern "C" __global__ void outside_blur_tall(const float *a, const float *b, float *c, int n, int m)
{
    outside_blur_tiles<4>((const unsigned char *)a, (unsigned char *)c, n, m);
}
