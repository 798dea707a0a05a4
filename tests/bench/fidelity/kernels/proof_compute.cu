// Set 12, third part: products of bytes and of halves, convolution, branches, occupancy, attention.
// All were predicted before any was measured.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

/* --- products of n x n signed bytes, B by columns --------------------------------------------- */

extern "C" __global__ void proof_bytes_naive(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    const signed char *x = (const signed char *)a + (size_t)row * n, *y = (const signed char *)b + (size_t)column * n;
    for (int k = 0; k < n; k++)
        sum += x[k] * y[k];
    ((int *)c)[(size_t)row * n + column] = sum;
}
extern "C" __global__ void proof_bytes_words(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    const int *x = (const int *)a + (size_t)row * (n / 4), *y = (const int *)b + (size_t)column * (n / 4);
    for (int k = 0; k < n / 4; k++)
        sum = __dp4a(x[k], y[k], sum);
    ((int *)c)[(size_t)row * n + column] = sum;
}
extern "C" __global__ void proof_bytes_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int left[16][17], right[16][17];
    int x = threadIdx.x, y = threadIdx.y, sum = 0, words = n / 4;
    for (int k = 0; k < words; k += 16) {
        left[y][x] = ((const int *)a)[(size_t)(blockIdx.y * 16 + y) * words + k + x];
        right[y][x] = ((const int *)b)[(size_t)(blockIdx.x * 16 + y) * words + k + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum = __dp4a(left[y][i], right[x][i], sum);
        __syncthreads();
    }
    ((int *)c)[(size_t)(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}
/* 64 x 64 by 256 threads, each 4 x 4 */
extern "C" __global__ void proof_bytes_4x4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int left[64][17], right[64][17];
    int t = threadIdx.x, x = t % 16, y = t / 16, words = n / 4, sums[4][4] = {{0}};
    for (int k = 0; k < words; k += 16) {
        for (int i = t; i < 1024; i += 256) {
            left[i / 16][i % 16] = ((const int *)a)[(size_t)(blockIdx.y * 64 + i / 16) * words + k + i % 16];
            right[i / 16][i % 16] = ((const int *)b)[(size_t)(blockIdx.x * 64 + i / 16) * words + k + i % 16];
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            int rows[4], columns[4];
            for (int r = 0; r < 4; r++) {
                rows[r] = left[y + 16 * r][i];
                columns[r] = right[x + 16 * r][i];
            }
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sums[r][s] = __dp4a(rows[r], columns[s], sums[r][s]);
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            ((int *)c)[(size_t)(blockIdx.y * 64 + y + 16 * r) * n + blockIdx.x * 64 + x + 16 * s] = sums[r][s];
}

/* --- products of halves, n x m times m x n ---------------------------------------------------- */

using namespace nvcuda;

extern "C" __global__ void proof_halves_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ half left[16][16], right[16][16];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0.0f;
    for (int k = 0; k < m; k += 16) {
        left[y][x] = ((const half *)a)[(size_t)row * m + k + x];
        right[y][x] = ((const half *)b)[(size_t)(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += __half2float(left[y][i]) * __half2float(right[i][x]);
        __syncthreads();
    }
    c[(size_t)row * n + column] = sum;
}
/* 64 x 64 by four warps, each 32 x 32 */
extern "C" __global__ void proof_halves_wmma(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ alignas(16) half left[64][24], right[16][72];
    int t = threadIdx.x, warp = t / 32, row = blockIdx.y * 64, column = blockIdx.x * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 4; i++)
        wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);
    for (int k = 0; k < m; k += 16) {
        *(uint4 *)&left[t / 2][t % 2 * 8] = *(const uint4 *)((const half *)a + (size_t)(row + t / 2) * m + k + t % 2 * 8);
        *(uint4 *)&right[t / 8][t % 8 * 8] = *(const uint4 *)((const half *)b + (size_t)(k + t / 8) * n + column + t % 8 * 8);
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y[2];
        for (int j = 0; j < 2; j++) {
            wmma::load_matrix_sync(x[j], &left[warp / 2 * 32 + 16 * j][0], 24);
            wmma::load_matrix_sync(y[j], &right[0][warp % 2 * 32 + 16 * j], 72);
        }
        for (int j = 0; j < 4; j++)
            wmma::mma_sync(sums[j / 2][j % 2], x[j / 2], y[j % 2], sums[j / 2][j % 2]);
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        wmma::store_matrix_sync(c + (size_t)(row + warp / 2 * 32 + j / 2 * 16) * n + column + warp % 2 * 32 + j % 2 * 16,
                                sums[j / 2][j % 2], n, wmma::mem_row_major);
}
/* 128 x 128 by eight warps, each 64 x 32; 32 deep; the next tiles are copied meanwhile */
extern "C" __global__ void __launch_bounds__(256) proof_halves_ahead(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ alignas(16) half left[2][128][40], right[2][32][136];
    int t = threadIdx.x, warp = t / 32, row = blockIdx.y * 128, column = blockIdx.x * 128;
    auto fetch = [&](int k, int to) {
        for (int i = t; i < 512; i += 256) {
            __pipeline_memcpy_async(&left[to][i / 4][i % 4 * 8], (const half *)a + (size_t)(row + i / 4) * m + k + i % 4 * 8, 16);
            __pipeline_memcpy_async(&right[to][i / 16][i % 16 * 8], (const half *)b + (size_t)(k + i / 16) * n + column + i % 16 * 8, 16);
        }
        __pipeline_commit();
    };
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[4][2];
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);
    fetch(0, 0);
    for (int k = 0, from = 0; k < m; k += 32, from ^= 1) {
        if (k + 32 < m)
            fetch(k + 32, from ^ 1);
        __pipeline_wait_prior(k + 32 < m ? 1 : 0);
        __syncthreads();
        for (int i = 0; i < 32; i += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x[4];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y[2];
            for (int j = 0; j < 4; j++)
                wmma::load_matrix_sync(x[j], &left[from][warp / 4 * 64 + 16 * j][i], 40);
            for (int j = 0; j < 2; j++)
                wmma::load_matrix_sync(y[j], &right[from][i][warp % 4 * 32 + 16 * j], 136);
            for (int j = 0; j < 8; j++)
                wmma::mma_sync(sums[j / 2][j % 2], x[j / 2], y[j % 2], sums[j / 2][j % 2]);
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++)
        wmma::store_matrix_sync(c + (size_t)(row + warp / 4 * 64 + j / 2 * 16) * n + column + warp % 4 * 32 + j % 2 * 16,
                                sums[j / 2][j % 2], n, wmma::mem_row_major);
}

/* --- 3x3 taps from 32 to 32 channels, n images of m x m --------------------------------------- */

__constant__ float proof_taps[32 * 9];

extern "C" __global__ void proof_taps_points(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % m, y = i / m % m, channel = i / (m * m) % 32, image = i / (m * m * 32);
    if (image >= n)
        return;
    float sum = 0.0f;
    for (int from = 0; from < 32; from++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (x + dx >= 0 && x + dx < m && y + dy >= 0 && y + dy < m)
                    sum += a[((image * 32 + from) * m + y + dy) * m + x + dx] * b[((channel * 32 + from) * 3 + dy + 1) * 3 + dx + 1];
    c[i] = sum;
}
/* a block a tile of 16 x 16 of one channel, its weights in shared memory */
extern "C" __global__ void proof_taps_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float weights[288], tile[18][18];
    int channel = blockIdx.y % 32, image = blockIdx.y / 32, across = m / 16, t = threadIdx.y * 16 + threadIdx.x;
    int left = blockIdx.x % across * 16, top = blockIdx.x / across * 16;
    for (int k = t; k < 288; k += 256)
        weights[k] = b[channel * 288 + k];
    float sum = 0.0f;
    for (int from = 0; from < 32; from++) {
        for (int k = t; k < 324; k += 256) {
            int x = left + k % 18 - 1, y = top + k / 18 - 1;
            tile[k / 18][k % 18] = x >= 0 && y >= 0 && x < m && y < m ? a[((image * 32 + from) * m + y) * m + x] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < 9; k++)
            sum += tile[threadIdx.y + k / 3][threadIdx.x + k % 3] * weights[from * 9 + k];
        __syncthreads();
    }
    c[((image * 32 + channel) * m + top + threadIdx.y) * m + left + threadIdx.x] = sum;
}
/* the same tile serves eight channels */
extern "C" __global__ void proof_taps_eight(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float weights[8][288], tile[18][18];
    int first = blockIdx.y % 4 * 8, image = blockIdx.y / 4, across = m / 16, t = threadIdx.y * 16 + threadIdx.x;
    int left = blockIdx.x % across * 16, top = blockIdx.x / across * 16;
    for (int k = t; k < 8 * 288; k += 256)
        weights[k / 288][k % 288] = b[first * 288 + k];
    float sums[8] = {0};
    for (int from = 0; from < 32; from++) {
        for (int k = t; k < 324; k += 256) {
            int x = left + k % 18 - 1, y = top + k / 18 - 1;
            tile[k / 18][k % 18] = x >= 0 && y >= 0 && x < m && y < m ? a[((image * 32 + from) * m + y) * m + x] : 0.0f;
        }
        __syncthreads();
        float near[9];
        for (int k = 0; k < 9; k++)
            near[k] = tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
        for (int s = 0; s < 8; s++)
            for (int k = 0; k < 9; k++)
                sums[s] += near[k] * weights[s][from * 9 + k];
        __syncthreads();
    }
    for (int s = 0; s < 8; s++)
        c[((image * 32 + first + s) * m + top + threadIdx.y) * m + left + threadIdx.x] = sums[s];
}
/* every channel by itself, weights in constant memory */
extern "C" __global__ void proof_taps_depth(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y % (m / 8) * 8 + threadIdx.y, plane = blockIdx.y / (m / 8);
    if (x >= m)
        return;
    const float *in = a + (size_t)plane * m * m;
    float sum = 0.0f;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < m && y + dy >= 0 && y + dy < m)
                sum += in[(y + dy) * m + x + dx] * proof_taps[plane % 32 * 9 + (dy + 1) * 3 + dx + 1];
    c[((size_t)plane * m + y) * m + x] = sum;
}

/* --- four kinds of long work, chosen by the data ---------------------------------------------- */

__device__ static float proof_work(float x, int kind)
{
    if (kind == 0)
        for (int k = 0; k < 24; k++)
            x = x * 0.9f + 0.1f * x * x;
    else if (kind == 1)
        for (int k = 0; k < 12; k++)
            x = sqrtf(x * x + 0.5f) - 0.3f;
    else if (kind == 2)
        for (int k = 0; k < 12; k++)
            x = __sinf(x) + 0.4f * x;
    else
        for (int k = 0; k < 24; k++)
            x = fmaxf(x * 1.01f, 0.3f - x);
    return x;
}
extern "C" __global__ void proof_kinds_data(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = proof_work(a[i], min((int)((b[i] + 1.0f) * 2.0f), 3));
}
/* kinds by index */
extern "C" __global__ void proof_kinds_lanes(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = proof_work(a[i], i % 4);
}
extern "C" __global__ void proof_kinds_warps(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = proof_work(a[i], i / 32 % 4);
}
/* the block first sorts its 256 places by kind */
extern "C" __global__ void proof_kinds_sorted(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int counts[4], starts[4];
    __shared__ unsigned short order[256];
    __shared__ unsigned char kinds[256];
    if (threadIdx.x < 4)
        counts[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x, kind = min((int)((b[i] + 1.0f) * 2.0f), 3), place = atomicAdd(&counts[kind], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < 4; k++) {
            starts[k] = sum;
            sum += counts[k];
        }
    }
    __syncthreads();
    order[starts[kind] + place] = threadIdx.x;
    kinds[starts[kind] + place] = kind;
    __syncthreads();
    int at = blockIdx.x * 256 + order[threadIdx.x];
    c[at] = proof_work(a[at], kinds[threadIdx.x]);
}

/* --- a block's piece through shared memory, with more of it than the block needs -------------- */

extern "C" __global__ void proof_held(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float proof_piece[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    proof_piece[threadIdx.x] = a[i] * b[i];
    __syncthreads();
    c[i] = proof_piece[threadIdx.x ^ 31] + proof_piece[blockDim.x - 1 - threadIdx.x];
}

/* --- causal attention: gridDim.y heads of n queries, 32 wide ---------------------------------- */

extern "C" __global__ void proof_causal_threads(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *keys = a + (size_t)blockIdx.y * n * 32, *values = b + (size_t)blockIdx.y * n * 32;
    float query[32], out[32], sum = 0.0f;
    for (int d = 0; d < 32; d++) {
        query[d] = keys[i * 32 + d] * 0.5f;
        out[d] = 0.0f;
    }
    for (int k = 0; k <= i; k++) {
        float score = 0.0f;
        for (int d = 0; d < 32; d++)
            score += query[d] * keys[k * 32 + d];
        score = __expf(score * 0.17677669f);
        sum += score;
        for (int d = 0; d < 32; d++)
            out[d] += score * values[k * 32 + d];
    }
    for (int d = 0; d < 32; d++)
        c[((size_t)blockIdx.y * n + i) * 32 + d] = out[d] / sum;
}
/* keys and values of 64 places pass through shared memory */
extern "C" __global__ void proof_causal_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float4 keys[64][8], values[64][8];
    int i = blockIdx.x * 128 + threadIdx.x;
    size_t head = (size_t)blockIdx.y * n * 8;
    const float4 *from_a = (const float4 *)a + head, *from_b = (const float4 *)b + head;
    float4 query[8], out[8];
    float sum = 0.0f;
    for (int d = 0; d < 8; d++) {
        query[d] = from_a[i * 8 + d];
        out[d] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    for (int first = 0; first < blockIdx.x * 128 + 128; first += 64) {
        for (int k = threadIdx.x; k < 512; k += 128) {
            keys[k / 8][k % 8] = from_a[first * 8 + k];
            values[k / 8][k % 8] = from_b[first * 8 + k];
        }
        __syncthreads();
        for (int k = 0; k < 64 && first + k <= i; k++) {
            float score = 0.0f;
            for (int d = 0; d < 8; d++) {
                float4 key = keys[k][d];
                score += query[d].x * key.x + query[d].y * key.y + query[d].z * key.z + query[d].w * key.w;
            }
            score = __expf(score * 0.088388348f);
            sum += score;
            for (int d = 0; d < 8; d++) {
                float4 value = values[k][d];
                out[d].x += score * value.x;
                out[d].y += score * value.y;
                out[d].z += score * value.z;
                out[d].w += score * value.w;
            }
        }
        __syncthreads();
    }
    for (int d = 0; d < 8; d++)
        ((float4 *)c)[head + i * 8 + d] = make_float4(out[d].x / sum, out[d].y / sum, out[d].z / sum, out[d].w / sum);
}
/* a warp a query, lanes share the keys, then the values */
extern "C" __global__ void proof_causal_warps(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float weights[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 4 + warp;
    const float *keys = a + (size_t)blockIdx.y * n * 32, *values = b + (size_t)blockIdx.y * n * 32;
    float query = keys[i * 32 + lane] * 0.5f, out = 0.0f, sum = 0.0f;
    for (int first = 0; first <= i; first += 32) {
        int k = first + lane;
        float score = 0.0f;
        for (int d = 0; d < 32; d++) {
            float q = __shfl_sync(0xffffffff, query, d);
            score += k <= i ? q * keys[k * 32 + d] : 0.0f;
        }
        weights[warp][lane] = k <= i ? __expf(score * 0.17677669f) : 0.0f;
        __syncwarp();
        for (int j = 0; j < 32; j++) {
            sum += weights[warp][j];
            if (first + j <= i)
                out += weights[warp][j] * values[(first + j) * 32 + lane];
        }
        __syncwarp();
    }
    c[((size_t)blockIdx.y * n + i) * 32 + lane] = out / sum;
}
