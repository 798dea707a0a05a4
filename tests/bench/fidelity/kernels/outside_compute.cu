// Set 11, third part: products, shared memory, a step of decoding. All were predicted before any
// was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

/* --- products of n x n floats ----------------------------------------------------------------- */

/* neighbouring lanes take neighbouring rows */
extern "C" __global__ void outside_product_rows(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
extern "C" __global__ void outside_product_naive(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
extern "C" __global__ void outside_product_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[24][24], right[24][24];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 24 + x, row = blockIdx.y * 24 + y;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 24) {
        left[y][x] = a[row * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 24; i++)
            sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
/* 64 x 64 by 512 threads, each eight rows of a column */
extern "C" __global__ void outside_product_column(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[64][8], right[8][64];
    int t = threadIdx.x, x = t % 64, y = t / 64;
    const float *from_a = a + (size_t)blockIdx.y * 64 * n, *from_b = b + blockIdx.x * 64;
    float sums[8] = {0};
    for (int k = 0; k < n; k += 8) {
        left[t / 8][t % 8] = from_a[(t / 8) * n + k + t % 8];
        right[y][x] = from_b[(k + y) * n + x];
        __syncthreads();
        for (int i = 0; i < 8; i++) {
            float value = right[i][x];
            for (int r = 0; r < 8; r++)
                sums[r] += left[y * 8 + r][i] * value;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        c[(size_t)(blockIdx.y * 64 + y * 8 + r) * n + blockIdx.x * 64 + x] = sums[r];
}
/* 64 x 64 by 256 threads, each 4 x 4 */
extern "C" __global__ void outside_product_4x4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[64][17], right[16][64];
    int t = threadIdx.x, x = t % 16, y = t / 16;
    const float *from_a = a + (size_t)blockIdx.y * 64 * n, *from_b = b + blockIdx.x * 64;
    float sums[4][4] = {{0}};
    for (int k = 0; k < n; k += 16) {
        for (int i = t; i < 1024; i += 256) {
            left[i / 16][i % 16] = from_a[(i / 16) * n + k + i % 16];
            right[i / 64][i % 64] = from_b[(k + i / 64) * n + i % 64];
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float rows[4], columns[4];
            for (int r = 0; r < 4; r++)
                rows[r] = left[y + 16 * r][i];
            for (int s = 0; s < 4; s++)
                columns[s] = right[i][x + 16 * s];
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sums[r][s] += rows[r] * columns[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            c[(size_t)(blockIdx.y * 64 + y + 16 * r) * n + blockIdx.x * 64 + x + 16 * s] = sums[r][s];
}
/* 128 x 128 by 256 threads, each 8 x 8, words by four */
extern "C" __global__ void __launch_bounds__(256) outside_product_8x8(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[8][132], right[8][128];
    int t = threadIdx.x, x = t % 16, y = t / 16;
    const float *from_a = a + (size_t)blockIdx.y * 128 * n, *from_b = b + blockIdx.x * 128;
    float sums[8][8] = {{0}};
    for (int k = 0; k < n; k += 8) {
        float4 v = *(const float4 *)(from_a + (t / 2) * n + k + t % 2 * 4);
        left[t % 2 * 4][t / 2] = v.x;
        left[t % 2 * 4 + 1][t / 2] = v.y;
        left[t % 2 * 4 + 2][t / 2] = v.z;
        left[t % 2 * 4 + 3][t / 2] = v.w;
        *(float4 *)&right[t / 32][t % 32 * 4] = *(const float4 *)(from_b + (k + t / 32) * n + t % 32 * 4);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float rows[8], columns[8];
            *(float4 *)rows = *(float4 *)&left[i][y * 4];
            *(float4 *)(rows + 4) = *(float4 *)&left[i][64 + y * 4];
            *(float4 *)columns = *(float4 *)&right[i][x * 4];
            *(float4 *)(columns + 4) = *(float4 *)&right[i][64 + x * 4];
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int s = 0; s < 8; s++)
                    sums[r][s] += rows[r] * columns[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++) {
        float *to = c + (size_t)(blockIdx.y * 128 + r / 4 * 64 + y * 4 + r % 4) * n + blockIdx.x * 128;
        *(float4 *)(to + x * 4) = make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
        *(float4 *)(to + 64 + x * 4) = make_float4(sums[r][4], sums[r][5], sums[r][6], sums[r][7]);
    }
}
/* 64 x 64 by 128 threads, each 8 x 4; the next tiles are copied while these are multiplied */
extern "C" __global__ void outside_product_ahead(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ alignas(16) float left[2][64][20], right[2][16][64];
    int t = threadIdx.x, x = t % 16, y = t / 16;
    const float *from_a = a + (size_t)blockIdx.y * 64 * n, *from_b = b + blockIdx.x * 64;
    auto fetch = [&](int k, int to) {
        for (int i = t; i < 256; i += 128) {
            __pipeline_memcpy_async(&left[to][i / 4][i % 4 * 4], from_a + (i / 4) * n + k + i % 4 * 4, 16);
            __pipeline_memcpy_async(&right[to][i / 16][i % 16 * 4], from_b + (k + i / 16) * n + i % 16 * 4, 16);
        }
        __pipeline_commit();
    };
    float sums[8][4] = {{0}};
    fetch(0, 0);
    for (int k = 0, from = 0; k < n; k += 16, from ^= 1) {
        if (k + 16 < n)
            fetch(k + 16, from ^ 1);
        __pipeline_wait_prior(k + 16 < n ? 1 : 0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float4 columns = *(float4 *)&right[from][i][x * 4];
#pragma unroll
            for (int r = 0; r < 8; r++) {
                float value = left[from][y * 8 + r][i];
                sums[r][0] += value * columns.x;
                sums[r][1] += value * columns.y;
                sums[r][2] += value * columns.z;
                sums[r][3] += value * columns.w;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        *(float4 *)(c + (size_t)(blockIdx.y * 64 + y * 8 + r) * n + blockIdx.x * 64 + x * 4) =
            make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
}

/* --- products of n x n bfloats by tensor cores ------------------------------------------------ */

using namespace nvcuda;

/* a warp a tile of 16 x 16, straight from global memory */
extern "C" __global__ void outside_cores_global(const float *a, const float *b, float *c, int n, int m)
{
    int column = (blockIdx.x * 4 + threadIdx.x / 32 % 4) * 16, row = (blockIdx.y * 2 + threadIdx.x / 128) * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
    wmma::fill_fragment(sums, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(left, (const __nv_bfloat16 *)a + (size_t)row * n + k, n);
        wmma::load_matrix_sync(right, (const __nv_bfloat16 *)b + (size_t)k * n + column, n);
        wmma::mma_sync(sums, left, right, sums);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + column, sums, n, wmma::mem_row_major);
}
/* a warp 32 x 32, straight from global memory */
extern "C" __global__ void outside_cores_four(const float *a, const float *b, float *c, int n, int m)
{
    int column = (blockIdx.x * 2 + threadIdx.x / 32 % 2) * 32, row = (blockIdx.y * 2 + threadIdx.x / 64) * 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> left[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> right[2];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 4; i++)
        wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);
    for (int k = 0; k < n; k += 16) {
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(left[i], (const __nv_bfloat16 *)a + (size_t)(row + 16 * i) * n + k, n);
            wmma::load_matrix_sync(right[i], (const __nv_bfloat16 *)b + (size_t)k * n + column + 16 * i, n);
        }
        for (int i = 0; i < 4; i++)
            wmma::mma_sync(sums[i / 2][i % 2], left[i / 2], right[i % 2], sums[i / 2][i % 2]);
    }
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(c + (size_t)(row + i / 2 * 16) * n + column + i % 2 * 16, sums[i / 2][i % 2], n, wmma::mem_row_major);
}
/* 128 x 64 by eight warps, through shared memory; `pad` keeps rows off each other's banks */
template <int pad> __device__ static void outside_cores_block(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n)
{
    __shared__ alignas(16) __nv_bfloat16 left[128][32 + pad], right[32][64 + pad];
    int t = threadIdx.x, warp = t / 32, row = blockIdx.y * 128, column = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 4; i++)
        wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 512; i += 256)
            *(uint4 *)&left[i / 4][i % 4 * 8] = *(const uint4 *)(a + (size_t)(row + i / 4) * n + k + i % 4 * 8);
        *(uint4 *)&right[t / 8][t % 8 * 8] = *(const uint4 *)(b + (size_t)(k + t / 8) * n + column + t % 8 * 8);
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> x[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> y[2];
            for (int j = 0; j < 2; j++) {
                wmma::load_matrix_sync(x[j], &left[warp / 2 * 32 + 16 * j][i], 32 + pad);
                wmma::load_matrix_sync(y[j], &right[i][warp % 2 * 32 + 16 * j], 64 + pad);
            }
            for (int j = 0; j < 4; j++)
                wmma::mma_sync(sums[j / 2][j % 2], x[j / 2], y[j % 2], sums[j / 2][j % 2]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(c + (size_t)(row + warp / 2 * 32 + j / 2 * 16) * n + column + warp % 2 * 32 + j % 2 * 16,
                                sums[j / 2][j % 2], n, wmma::mem_row_major);
}
extern "C" __global__ void outside_cores_shared(const float *a, const float *b, float *c, int n, int m)
{
    outside_cores_block<0>((const __nv_bfloat16 *)a, (const __nv_bfloat16 *)b, c, n);
}
extern "C" __global__ void outside_cores_padded(const float *a, const float *b, float *c, int n, int m)
{
    outside_cores_block<8>((const __nv_bfloat16 *)a, (const __nv_bfloat16 *)b, c, n);
}

/* --- n rows of m signed bytes times a vector -------------------------------------------------- */

__device__ static float outside_lanes(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, offset);
    return x;
}
extern "C" __global__ void outside_bytes_threads(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    const signed char *weights = (const signed char *)a + (size_t)row * m;
    float sum = 0.0f;
    for (int k = 0; k < m; k++)
        sum += weights[k] * b[k];
    c[row] = sum * 0.01f;
}
extern "C" __global__ void outside_bytes_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const signed char *weights = (const signed char *)a + (size_t)row * m;
    float sum = 0.0f;
    for (int k = lane; k < m; k += 32)
        sum += weights[k] * b[k];
    sum = outside_lanes(sum);
    if (lane == 0)
        c[row] = sum * 0.01f;
}
extern "C" __global__ void outside_bytes_fours(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const char4 *weights = (const char4 *)((const signed char *)a + (size_t)row * m);
    float sum = 0.0f;
    for (int k = lane; k < m / 4; k += 32) {
        char4 w = weights[k];
        float4 x = ((const float4 *)b)[k];
        sum += w.x * x.x + w.y * x.y + w.z * x.z + w.w * x.w;
    }
    sum = outside_lanes(sum);
    if (lane == 0)
        c[row] = sum * 0.01f;
}
/* a block of 128 a row, 16 bytes a load */
extern "C" __global__ void outside_bytes_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[4];
    const int4 *weights = (const int4 *)((const signed char *)a + (size_t)blockIdx.x * m);
    float sum = 0.0f;
    for (int k = threadIdx.x; k < m / 16; k += 128) {
        int4 words = weights[k];
        const char4 *w = (const char4 *)&words;
        for (int j = 0; j < 4; j++) {
            float4 x = ((const float4 *)b)[4 * k + j];
            sum += w[j].x * x.x + w[j].y * x.y + w[j].z * x.z + w[j].w * x.w;
        }
    }
    sum = outside_lanes(sum);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        c[blockIdx.x] = (part[0] + part[1] + part[2] + part[3]) * 0.01f;
}

/* --- every thread smooths 16 numbers that lie in shared memory -------------------------------- */

template <int pitch> __device__ static void outside_smooth(const float *a, float *c)
{
    extern __shared__ float outside_runs[];
    size_t first = (size_t)blockIdx.x * 128 * 16;
    for (int k = threadIdx.x; k < 128 * 16; k += 128)
        outside_runs[k / 16 * pitch + k % 16] = a[first + k];
    __syncthreads();
    float *own = outside_runs + threadIdx.x * pitch, level = own[0];
    for (int round = 0; round < 4; round++)
        for (int k = 0; k < 16; k++) {
            level = 0.75f * level + 0.25f * own[k];
            own[k] = level;
        }
    __syncthreads();
    for (int k = threadIdx.x; k < 128 * 16; k += 128)
        c[first + k] = outside_runs[k / 16 * pitch + k % 16];
}
extern "C" __global__ void outside_smooth_16(const float *a, const float *b, float *c, int n, int m)
{
    outside_smooth<16>(a, c);
}
extern "C" __global__ void outside_smooth_17(const float *a, const float *b, float *c, int n, int m)
{
    outside_smooth<17>(a, c);
}
extern "C" __global__ void outside_smooth_18(const float *a, const float *b, float *c, int n, int m)
{
    outside_smooth<18>(a, c);
}
/* no shared memory: the run is loaded into registers by float4 */
extern "C" __global__ void outside_smooth_registers(const float *a, const float *b, float *c, int n, int m)
{
    size_t first = ((size_t)blockIdx.x * 128 + threadIdx.x) * 4;
    float4 v[4];
    for (int k = 0; k < 4; k++)
        v[k] = ((const float4 *)a)[first + k];
    float *own = (float *)v, level = own[0];
#pragma unroll
    for (int round = 0; round < 4; round++)
#pragma unroll
        for (int k = 0; k < 16; k++) {
            level = 0.75f * level + 0.25f * own[k];
            own[k] = level;
        }
    for (int k = 0; k < 4; k++)
        ((float4 *)c)[first + k] = v[k];
}

/* --- one query for each of n heads, m keys and values of 64 halves ---------------------------- */

/* a block a head: scores in shared memory, then the values by columns */
extern "C" __global__ void outside_decode_scores(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float outside_scores[];
    __shared__ float part[8], query[64];
    const half *keys = (const half *)a + (size_t)blockIdx.x * m * 64, *values = (const half *)b + (size_t)blockIdx.x * m * 64;
    if (threadIdx.x < 64)
        query[threadIdx.x] = 0.01f * threadIdx.x;
    __syncthreads();
    float sum = 0.0f;
    for (int k = threadIdx.x; k < m; k += 256) {
        float score = 0.0f;
        for (int d = 0; d < 64; d++)
            score += __half2float(keys[(size_t)k * 64 + d]) * query[d];
        outside_scores[k] = __expf(fminf(score * 0.125f, 10.0f));
        sum += outside_scores[k];
    }
    sum = outside_lanes(sum);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 64)
        return;
    sum = 0.0f;
    for (int w = 0; w < 8; w++)
        sum += part[w];
    float out = 0.0f;
    for (int k = 0; k < m; k++)
        out += outside_scores[k] * __half2float(values[(size_t)k * 64 + threadIdx.x]);
    c[blockIdx.x * 64 + threadIdx.x] = out / sum;
}
/* warps take keys in turn, a half2 a lane; `pieces` blocks share a head and leave partial sums */
__device__ static void outside_decode(const half2 *keys, const half2 *values, float *c, int m, int pieces)
{
    __shared__ float2 outs[8][32];
    __shared__ float tops[8], sums[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, length = m / pieces, first = blockIdx.y * length;
    float2 query = make_float2(0.02f * lane, 0.02f * lane + 0.01f), out = make_float2(0.0f, 0.0f);
    float top = -1e30f, sum = 0.0f;
    for (int k = first + warp; k < first + length; k += 8) {
        float2 key = __half22float2(keys[(size_t)k * 32 + lane]), value = __half22float2(values[(size_t)k * 32 + lane]);
        float score = outside_lanes(key.x * query.x + key.y * query.y) * 0.125f, next = fmaxf(top, score);
        float keep = __expf(top - next), weight = __expf(score - next);
        sum = sum * keep + weight;
        out.x = out.x * keep + weight * value.x;
        out.y = out.y * keep + weight * value.y;
        top = next;
    }
    outs[warp][lane] = out;
    tops[warp] = top;
    sums[warp] = sum;
    __syncthreads();
    if (warp > 0)
        return;
    for (int w = 1; w < 8; w++) {
        float next = fmaxf(top, tops[w]), keep = __expf(top - next), other = __expf(tops[w] - next);
        out.x = out.x * keep + outs[w][lane].x * other;
        out.y = out.y * keep + outs[w][lane].y * other;
        sum = sum * keep + sums[w] * other;
        top = next;
    }
    float *to = c + (size_t)(blockIdx.x * pieces + blockIdx.y) * 66;
    to[2 * lane] = out.x;
    to[2 * lane + 1] = out.y;
    if (lane == 0) {
        to[64] = top;
        to[65] = sum;
    }
}
extern "C" __global__ void outside_decode_warps(const float *a, const float *b, float *c, int n, int m)
{
    size_t head = (size_t)blockIdx.x * m * 32;
    outside_decode((const half2 *)a + head, (const half2 *)b + head, c, m, gridDim.y);
}
