// Set 9, second part: rows, stencils, products, attention, arithmetic, what fits on an SM. All were
// predicted before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

/* --- rows ------------------------------------------------------------------------------------- */

__device__ static float exam_warp_sum(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, offset);
    return x;
}
__device__ static float exam_warp_max(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffff, x, offset));
    return x;
}
template <bool IS_SUM> __device__ static float exam_block(float x, float *part)
{
    x = IS_SUM ? exam_warp_sum(x) : exam_warp_max(x);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : (IS_SUM ? 0.0f : -1e30f);
    return IS_SUM ? exam_warp_sum(x) : exam_warp_max(x);
}
extern "C" __global__ void exam_softmax_thread(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float most = -1e30f, sum = 0.0f;
    for (int i = 0; i < m; i++)
        most = fmaxf(most, x[i]);
    for (int i = 0; i < m; i++)
        sum += expf(x[i] - most);
    for (int i = 0; i < m; i++)
        c[(size_t)row * m + i] = expf(x[i] - most) / sum;
}
extern "C" __global__ void exam_softmax_tree(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int t = threadIdx.x;
    const float *x = a + (size_t)blockIdx.x * m;
    float most = -1e30f, sum = 0.0f;
    for (int i = t; i < m; i += 256)
        most = fmaxf(most, x[i]);
    part[t] = most;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    for (int i = t; i < m; i += 256)
        sum += expf(x[i] - most);
    part[t] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    for (int i = t; i < m; i += 256)
        c[(size_t)blockIdx.x * m + i] = expf(x[i] - most) / part[0];
}
extern "C" __global__ void exam_softmax_warp(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float most = -1e30f, sum = 0.0f;
    for (int i = lane; i < m; i += 32) {
        float next = fmaxf(most, x[i]);
        sum = sum * __expf(most - next) + __expf(x[i] - next);
        most = next;
    }
    float all = exam_warp_max(most);
    sum = 1.0f / exam_warp_sum(sum * __expf(most - all));
    for (int i = lane; i < m; i += 32)
        c[(size_t)row * m + i] = __expf(x[i] - all) * sum;
}
extern "C" __global__ void exam_softmax_kept(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    extern __shared__ float4 exam_kept[];
    const float4 *x = (const float4 *)(a + (size_t)blockIdx.x * m);
    float most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = x[i];
        exam_kept[i] = v;
        most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    most = exam_block<false>(most, part);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = exam_kept[i];
        v = make_float4(__expf(v.x - most), __expf(v.y - most), __expf(v.z - most), __expf(v.w - most));
        exam_kept[i] = v;
        sum += v.x + v.y + v.z + v.w;
    }
    sum = 1.0f / exam_block<true>(sum, part);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = exam_kept[i];
        ((float4 *)(c + (size_t)blockIdx.x * m))[i] = make_float4(v.x * sum, v.y * sum, v.z * sum, v.w * sum);
    }
}
extern "C" __global__ void exam_rms_residual(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const __nv_bfloat162 *x = (const __nv_bfloat162 *)a + (size_t)blockIdx.x * (m / 2);
    const __nv_bfloat162 *r = (const __nv_bfloat162 *)b + (size_t)blockIdx.x * (m / 2);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < m / 2; i += blockDim.x) {
        float2 v = __bfloat1622float2(x[i]), w = __bfloat1622float2(r[i]);
        sum += (v.x + w.x) * (v.x + w.x) + (v.y + w.y) * (v.y + w.y);
    }
    float scale = rsqrtf(exam_block<true>(sum, part) / m + 1e-6f);
    for (int i = threadIdx.x; i < m / 2; i += blockDim.x) {
        float2 v = __bfloat1622float2(x[i]), w = __bfloat1622float2(r[i]);
        ((__nv_bfloat162 *)c)[(size_t)blockIdx.x * (m / 2) + i] =
            __float22bfloat162_rn(make_float2((v.x + w.x) * scale, (v.y + w.y) * scale));
    }
}
extern "C" __global__ void exam_cross_entropy(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = exam_block<false>(most, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += __expf(x[i] - most);
    sum = exam_block<true>(sum, part);
    if (threadIdx.x == 0) {
        int target = min((int)((b[blockIdx.x] + 1.0f) * 0.5f * m), m - 1);
        c[blockIdx.x] = logf(sum) + most - x[target];
    }
}
/* each row to 8 bits by its largest magnitude */
extern "C" __global__ void exam_quantise_rows(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float most = 1e-9f;
    for (int i = lane; i < m; i += 32)
        most = fmaxf(most, fabsf(x[i]));
    float scale = 127.0f / exam_warp_max(most);
    for (int i = lane; i < m; i += 32)
        ((signed char *)c)[(size_t)row * m + i] = (signed char)__float2int_rn(x[i] * scale);
}
/* rotary embedding that works out its angles: n positions, heads of 128 in blockIdx.y */
extern "C" __global__ void exam_rope(const float *a, const float *b, float *c, int n, int m)
{
    int pair = threadIdx.x % 64, position = blockIdx.x * (blockDim.x / 64) + threadIdx.x / 64;
    size_t at = ((size_t)blockIdx.y * n + position) * 128 + 2 * pair;
    float angle = position * powf(10000.0f, -2.0f * pair / 128.0f), sine, cosine;
    sincosf(angle, &sine, &cosine);
    float x = a[at], y = a[at + 1];
    c[at] = x * cosine - y * sine;
    c[at + 1] = x * sine + y * cosine;
}

/* --- stencils --------------------------------------------------------------------------------- */

__constant__ float exam_taps[65];

extern "C" __global__ void exam_taps_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++) {
        int at = i + k - m / 2;
        if (at >= 0 && at < n)
            sum += a[at] * b[k];
    }
    c[i] = sum;
}
extern "C" __global__ void exam_taps_constant(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < 65; k++) {
        int at = i + k - 32;
        if (at >= 0 && at < n)
            sum += a[at] * exam_taps[k];
    }
    c[i] = sum;
}
extern "C" __global__ void exam_taps_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[256 + 64];
    int first = blockIdx.x * 256 - 32;
    for (int i = threadIdx.x; i < 256 + 64; i += 256)
        x[i] = first + i >= 0 && first + i < n ? a[first + i] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 65; k++)
        sum += x[threadIdx.x + k] * exam_taps[k];
    if (blockIdx.x * 256 + threadIdx.x < n)
        c[blockIdx.x * 256 + threadIdx.x] = sum;
}
/* a cube of n^3: one number a point */
extern "C" __global__ void exam_cube_index(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % n, y = i / n % n, z = i / (n * n);
    if (z >= n)
        return;
    if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) {
        c[i] = a[i];
        return;
    }
    c[i] = 0.4f * a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n]);
}
/* blockIdx.y walks over rows, a block a row piece */
extern "C" __global__ void exam_cube_rows(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y % (n / 4) * 4 + threadIdx.y, z = blockIdx.y / (n / 4);
    if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1 || z < 1 || z >= n - 1)
        return;
    int i = (z * n + y) * n + x;
    c[i] = 0.4f * a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - n * n] + a[i + n * n]);
}
/* marches through z with what is above and below in registers */
extern "C" __global__ void exam_cube_march(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1)
        return;
    int i = y * n + x, plane = n * n;
    float below = a[i], here = a[i + plane];
    for (int z = 1; z < n - 1; z++) {
        i += plane;
        float above = a[i + plane];
        c[i] = 0.4f * here + 0.1f * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + below + above);
        below = here;
        here = above;
    }
}
/* m channels in, blockIdx.y channels out, a picture of n x n, 3 x 3 taps */
extern "C" __global__ void exam_convolve_channels(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % n, y = i / n, to = blockIdx.y;
    if (y >= n)
        return;
    float sum = 0.0f;
    for (int from = 0; from < m; from++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n)
                    sum += a[(from * n + y + dy) * n + x + dx] * b[((to * m + from) * 3 + dy + 1) * 3 + dx + 1];
    c[(to * n + y) * n + x] = sum;
}

/* --- products --------------------------------------------------------------------------------- */

extern "C" __global__ void exam_product_naive(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
template <int T> __device__ static void exam_product_tile(const float *a, const float *b, float *c, int n)
{
    __shared__ float x[T][T], y[T][T];
    int column = blockIdx.x * T + threadIdx.x, row = blockIdx.y * T + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < (n + T - 1) / T; k++) {
        x[threadIdx.y][threadIdx.x] = row < n && k * T + threadIdx.x < n ? a[row * n + k * T + threadIdx.x] : 0.0f;
        y[threadIdx.y][threadIdx.x] = column < n && k * T + threadIdx.y < n ? b[(k * T + threadIdx.y) * n + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += x[threadIdx.y][i] * y[i][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
extern "C" __global__ void exam_product_tile16(const float *a, const float *b, float *c, int n, int m)
{
    exam_product_tile<16>(a, b, c, n);
}
extern "C" __global__ void exam_product_tile32(const float *a, const float *b, float *c, int n, int m)
{
    exam_product_tile<32>(a, b, c, n);
}
/* tiles of 64 x 64, 8 results a thread in a column, guarded */
extern "C" __global__ void exam_product_column8(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[64][8], y[8][64];
    int left = blockIdx.x * 64, top = blockIdx.y * 64, t = threadIdx.x;
    float sums[8] = {};
    for (int k = 0; k < n; k += 8) {
        int row = top + t / 8, column = left + t % 64;
        x[t / 8][t % 8] = row < n && k + t % 8 < n ? a[row * n + k + t % 8] : 0.0f;
        y[t / 64][t % 64] = column < n && k + t / 64 < n ? b[(k + t / 64) * n + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            float q = y[i][t % 64];
            for (int j = 0; j < 8; j++)
                sums[j] += x[t / 64 * 8 + j][i] * q;
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++) {
        int row = top + t / 64 * 8 + j, column = left + t % 64;
        if (row < n && column < n)
            c[row * n + column] = sums[j];
    }
}
/*
 * Tiles of 128 x 128 in two buffers, 8 x 8 results per thread. The next tile
 * loads during the use of this one.
 */
extern "C" __global__ void exam_product_buffers(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[2][8][128], y[2][8][128];
    int t = threadIdx.x, left = blockIdx.x * 128, top = blockIdx.y * 128, column = t % 16 * 8, row = t / 16 * 8;
    const float *from_a = a + (size_t)(top + t / 2) * n + t % 2 * 4, *from_b = b + (size_t)(t / 32) * n + left + t % 32 * 4;
    float sums[8][8] = {};
    float4 next_a = *(const float4 *)from_a, next_b = *(const float4 *)from_b;
    for (int k = 0, buffer = 0; k < n; k += 8, buffer ^= 1) {
        x[buffer][t % 2 * 4 + 0][t / 2] = next_a.x;
        x[buffer][t % 2 * 4 + 1][t / 2] = next_a.y;
        x[buffer][t % 2 * 4 + 2][t / 2] = next_a.z;
        x[buffer][t % 2 * 4 + 3][t / 2] = next_a.w;
        *(float4 *)&y[buffer][t / 32][t % 32 * 4] = next_b;
        __syncthreads();
        if (k + 8 < n) {
            next_a = *(const float4 *)(from_a + k + 8);
            next_b = *(const float4 *)(from_b + (size_t)(k + 8) * n);
        }
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float p[8], q[8];
#pragma unroll
            for (int j = 0; j < 8; j += 4) {
                *(float4 *)&p[j] = *(const float4 *)&x[buffer][i][row + j];
                *(float4 *)&q[j] = *(const float4 *)&y[buffer][i][column + j];
            }
#pragma unroll
            for (int j = 0; j < 64; j++)
                sums[j / 8][j % 8] += p[j / 8] * q[j % 8];
        }
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4)
            *(float4 *)&c[(size_t)(top + row + i) * n + left + column + j] =
                make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
}
/* half precision: tiles of 64 x 64 x 32 in padded shared memory, a warp 32 x 32 of it by wmma */
extern "C" __global__ void exam_product_wmma(const float *a, const float *b, float *c, int n, int m)
{
    using namespace nvcuda;
    __shared__ __half x[64][40], y[32][72];
    int t = threadIdx.x, warp = t / 32, top = blockIdx.y * 64, left = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 4; i++)
        wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 256; i += 128) {
            *(uint4 *)&x[i / 4][i % 4 * 8] = *(const uint4 *)((const __half *)a + (size_t)(top + i / 4) * n + k + i % 4 * 8);
            *(uint4 *)&y[i / 8][i % 8 * 8] = *(const uint4 *)((const __half *)b + (size_t)(k + i / 8) * n + left + i % 8 * 8);
        }
        __syncthreads();
        for (int step = 0; step < 32; step += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> p[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> q[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(p[i], &x[warp / 2 * 32 + i * 16][step], 40);
                wmma::load_matrix_sync(q[i], &y[step][warp % 2 * 32 + i * 16], 72);
            }
            for (int i = 0; i < 4; i++)
                wmma::mma_sync(sums[i / 2][i % 2], p[i / 2], q[i % 2], sums[i / 2][i % 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(c + (size_t)(top + warp / 2 * 32 + i / 2 * 16) * n + left + warp % 2 * 32 + i % 2 * 16,
                                sums[i / 2][i % 2], n, wmma::mem_row_major);
}
