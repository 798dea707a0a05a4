// Set 10, second part: rows, products, distances, attention. All were predicted before any was
// measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

/* --- rows ------------------------------------------------------------------------------------- */

__device__ static float resit_tree_sum(float x, float *part)
{
    part[threadIdx.x] = x;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    x = part[0];
    __syncthreads();
    return x;
}
__device__ static float resit_lanes_sum(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, offset);
    return x;
}
extern "C" __global__ void resit_norm_passes(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[128];
    const float *x = a + (size_t)blockIdx.x * m;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += x[i];
    float mean = resit_tree_sum(sum, part) / m;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        squares += (x[i] - mean) * (x[i] - mean);
    float deviation = sqrtf(resit_tree_sum(squares, part) / m + 1e-5f);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = (x[i] - mean) / deviation * b[i] + b[m + i];
}
/* mean and squares together by Welford's rule, a warp a row */
extern "C" __global__ void resit_norm_welford(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float mean = 0.0f, squares = 0.0f, count = 0.0f;
    for (int i = lane; i < m; i += 32) {
        count += 1.0f;
        float delta = x[i] - mean;
        mean += delta / count;
        squares += delta * (x[i] - mean);
    }
    for (int offset = 16; offset > 0; offset >>= 1) {
        float other_mean = __shfl_xor_sync(0xffffffff, mean, offset), other_count = __shfl_xor_sync(0xffffffff, count, offset);
        float delta = other_mean - mean, both = count + other_count;
        squares += __shfl_xor_sync(0xffffffff, squares, offset) + delta * delta * count * other_count / both;
        mean += delta * other_count / both;
        count = both;
    }
    float scale = rsqrtf(squares / m + 1e-5f);
    for (int i = lane; i < m; i += 32)
        c[(size_t)row * m + i] = (x[i] - mean) * scale * b[i] + b[m + i];
}
extern "C" __global__ void resit_norm_float4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[16];
    const float4 *x = (const float4 *)(a + (size_t)blockIdx.x * m);
    float4 v = x[threadIdx.x];
    float sum = resit_lanes_sum(v.x + v.y + v.z + v.w);
    float squares = resit_lanes_sum(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w);
    int warp = threadIdx.x / 32, warps = blockDim.x / 32;
    if (threadIdx.x % 32 == 0) {
        part[warp] = sum;
        part[8 + warp] = squares;
    }
    __syncthreads();
    sum = squares = 0.0f;
    for (int w = 0; w < warps; w++) {
        sum += part[w];
        squares += part[8 + w];
    }
    float mean = sum / m, scale = rsqrtf(squares / m - mean * mean + 1e-5f);
    float4 g = ((const float4 *)b)[threadIdx.x];
    ((float4 *)(c + (size_t)blockIdx.x * m))[threadIdx.x] =
        make_float4((v.x - mean) * scale * g.x, (v.y - mean) * scale * g.y, (v.z - mean) * scale * g.z, (v.w - mean) * scale * g.w);
}
/* the gradient of a norm's input: a warp a row */
extern "C" __global__ void resit_norm_gradient(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m, *g = b + (size_t)row * m;
    float squares = 0.0f, both = 0.0f;
    for (int i = lane; i < m; i += 32) {
        squares += x[i] * x[i];
        both += x[i] * g[i];
    }
    float scale = rsqrtf(resit_lanes_sum(squares) / m + 1e-6f), mean = resit_lanes_sum(both) / m * scale * scale;
    for (int i = lane; i < m; i += 32)
        c[(size_t)row * m + i] = scale * (g[i] - x[i] * mean);
}
/* the best of each row with its place, m words, a block a row */
extern "C" __global__ void resit_best_word(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float best[32];
    __shared__ int places[32];
    float most = -1e30f;
    int place = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        float x = a[(size_t)blockIdx.x * m + i] + 0.1f * b[i];
        if (x > most) {
            most = x;
            place = i;
        }
    }
    for (int round = 0; round < 2; round++) {
        for (int offset = 16; offset > 0; offset >>= 1) {
            float other = __shfl_down_sync(0xffffffff, most, offset);
            int where = __shfl_down_sync(0xffffffff, place, offset);
            if (other > most || (other == most && where < place)) {
                most = other;
                place = where;
            }
        }
        if (round == 0) {
            if (threadIdx.x % 32 == 0) {
                best[threadIdx.x / 32] = most;
                places[threadIdx.x / 32] = place;
            }
            __syncthreads();
            most = threadIdx.x < blockDim.x / 32 ? best[threadIdx.x] : -1e30f;
            place = threadIdx.x < blockDim.x / 32 ? places[threadIdx.x] : 0;
        }
    }
    if (threadIdx.x == 0)
        ((int *)c)[blockIdx.x] = place;
}
/* a matrix times a vector: rows by threads, by warps, by blocks with float4 */
extern "C" __global__ void resit_matvec_threads(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < m; i++)
        sum += a[(size_t)row * m + i] * b[i];
    c[row] = sum;
}
extern "C" __global__ void resit_matvec_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int i = lane; i < m; i += 32)
        sum += a[(size_t)row * m + i] * b[i];
    sum = resit_lanes_sum(sum);
    if (lane == 0)
        c[row] = sum;
}
extern "C" __global__ void resit_matvec_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[8];
    const float4 *row = (const float4 *)(a + (size_t)blockIdx.x * m), *x = (const float4 *)b;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 p = row[i], q = x[i];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    sum = resit_lanes_sum(sum);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += part[w];
        c[blockIdx.x] = sum;
    }
}

/* --- products --------------------------------------------------------------------------------- */

/*
 * Squared distances of n points of 64 numbers to m others: plain, by tiles, by tiles with 4 x 4
 * results per thread.
 */
extern "C" __global__ void resit_distances(const float *a, const float *b, float *c, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= m)
        return;
    float sum = 0.0f;
    for (int k = 0; k < 64; k++) {
        float d = a[i * 64 + k] - b[j * 64 + k];
        sum += d * d;
    }
    c[(size_t)i * m + j] = sum;
}
extern "C" __global__ void resit_distances_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[16][16], y[16][17];
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < 64; k += 16) {
        x[threadIdx.y][threadIdx.x] = a[i * 64 + k + threadIdx.x];
        y[threadIdx.y][threadIdx.x] = b[(blockIdx.x * 16 + threadIdx.y) * 64 + k + threadIdx.x];
        __syncthreads();
        for (int s = 0; s < 16; s++) {
            float d = x[threadIdx.y][s] - y[threadIdx.x][s];
            sum += d * d;
        }
        __syncthreads();
    }
    c[(size_t)i * m + j] = sum;
}
extern "C" __global__ void resit_distances_4x4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[16][68], y[16][68];
    int t = threadIdx.x, top = blockIdx.y * 64, left = blockIdx.x * 64, row = t / 16 * 4, column = t % 16 * 4;
    float sums[4][4] = {};
    for (int k = 0; k < 64; k += 16) {
        for (int i = t; i < 64 * 16; i += 256) {
            x[i % 16][i / 16] = a[(top + i / 16) * 64 + k + i % 16];
            y[i % 16][i / 16] = b[(left + i / 16) * 64 + k + i % 16];
        }
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 16; s++) {
            float4 p = *(const float4 *)&x[s][row], q = *(const float4 *)&y[s][column];
            const float u[4] = {p.x, p.y, p.z, p.w}, v[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 16; i++)
                sums[i / 4][i % 4] += (u[i / 4] - v[i % 4]) * (u[i / 4] - v[i % 4]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&c[(size_t)(top + row + i) * m + left + column] = make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
}
/* halves: by itself, by tiles of 32, by tiles of 64 with half2, by mma */
extern "C" __global__ void resit_halves_naive(const float *a, const float *b, float *c, int n, int m)
{
    const __half *x = (const __half *)a, *y = (const __half *)b;
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += __half2float(x[row * n + k]) * __half2float(y[k * n + column]);
    ((__half *)c)[row * n + column] = __float2half(sum);
}
extern "C" __global__ void resit_halves_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ __half x[32][32], y[32][32];
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 32) {
        x[threadIdx.y][threadIdx.x] = ((const __half *)a)[row * n + k + threadIdx.x];
        y[threadIdx.y][threadIdx.x] = ((const __half *)b)[(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int s = 0; s < 32; s++)
            sum += __half2float(x[threadIdx.y][s]) * __half2float(y[s][threadIdx.x]);
        __syncthreads();
    }
    ((__half *)c)[row * n + column] = __float2half(sum);
}
extern "C" __global__ void resit_halves_pairs(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ __half x[64][34];
    __shared__ __half2 y[32][32];
    int t = threadIdx.x, top = blockIdx.y * 64, left = blockIdx.x * 64, column = t % 32, row = t / 32 * 8;
    __half2 sums[8];
    for (int i = 0; i < 8; i++)
        sums[i] = __float2half2_rn(0.0f);
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 16; i += 256)
            *(__half2 *)&x[i / 16][i % 16 * 2] = ((const __half2 *)a)[((top + i / 16) * n + k) / 2 + i % 16];
        for (int i = t; i < 32 * 32; i += 256)
            y[i / 32][i % 32] = ((const __half2 *)b)[((k + i / 32) * n + left) / 2 + i % 32];
        __syncthreads();
        for (int s = 0; s < 32; s++) {
            __half2 q = y[s][column];
#pragma unroll
            for (int i = 0; i < 8; i++)
                sums[i] = __hfma2(__half2half2(x[row + i][s]), q, sums[i]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        ((__half2 *)c)[((top + row + i) * n + left) / 2 + column] = sums[i];
}
__device__ static void resit_copy16(void *to, const void *from)
{
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from));
}
/* tiles of 128 x 64 x 32, copied ahead by cp.async, ldmatrix and mma.sync by 8 warps of 32 x 32 */
extern "C" __global__ void resit_halves_mma(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ __align__(16) __half x[2][128][40], y[2][32][72];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, top = blockIdx.y * 128, left = blockIdx.x * 64;
    const __half *from_a = (const __half *)a + (size_t)top * n, *from_b = (const __half *)b + left;
    float sums[2][4][4] = {};
    auto fetch = [&](int buffer, int k) {
        for (int i = t; i < 512; i += 256)
            resit_copy16(&x[buffer][i / 4][i % 4 * 8], from_a + (size_t)(i / 4) * n + k + i % 4 * 8);
        resit_copy16(&y[buffer][t / 8][t % 8 * 8], from_b + (size_t)(k + t / 8) * n + t % 8 * 8);
        asm volatile("cp.async.commit_group;");
    };
    fetch(0, 0);
    for (int k = 0, buffer = 0; k < n; k += 32, buffer ^= 1) {
        if (k + 32 < n) {
            fetch(buffer ^ 1, k + 32);
            asm volatile("cp.async.wait_group 1;");
        } else
            asm volatile("cp.async.wait_group 0;");
        __syncthreads();
#pragma unroll
        for (int step = 0; step < 32; step += 16) {
            unsigned p[2][4], q[4][2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                unsigned at = (unsigned)__cvta_generic_to_shared(&x[buffer][warp / 2 * 32 + i * 16 + lane % 16][step + lane / 16 * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                             : "=r"(p[i][0]), "=r"(p[i][1]), "=r"(p[i][2]), "=r"(p[i][3])
                             : "r"(at));
            }
#pragma unroll
            for (int j = 0; j < 4; j++) {
                unsigned at = (unsigned)__cvta_generic_to_shared(&y[buffer][step + lane % 16][warp % 2 * 32 + j * 8]);
                asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                             : "=r"(q[j][0]), "=r"(q[j][1])
                             : "r"(at));
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                                 : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]), "+f"(sums[i][j][3])
                                 : "r"(p[i][0]), "r"(p[i][1]), "r"(p[i][2]), "r"(p[i][3]), "r"(q[j][0]), "r"(q[j][1]));
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            size_t at = (size_t)(top + warp / 2 * 32 + i * 16 + lane / 4) * n + left + warp % 2 * 32 + j * 8 + lane % 4 * 2;
            *(float2 *)&c[at] = make_float2(sums[i][j][0], sums[i][j][1]);
            *(float2 *)&c[at + 8 * (size_t)n] = make_float2(sums[i][j][2], sums[i][j][3]);
        }
}
/* floats, n x m times m x n in tiles of 64, 4 x 4 a thread by words, guarded */
extern "C" __global__ void resit_product_4x4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[64][17], y[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, top = blockIdx.y * 64, left = blockIdx.x * 64;
    float sums[4][4] = {};
    for (int k = 0; k < m; k += 16) {
        for (int i = t; i < 64 * 16; i += 256) {
            x[i / 16][i % 16] = top + i / 16 < n && k + i % 16 < m ? a[(top + i / 16) * m + k + i % 16] : 0.0f;
            y[i / 64][i % 64] = left + i % 64 < n && k + i / 64 < m ? b[(k + i / 64) * n + left + i % 64] : 0.0f;
        }
        __syncthreads();
        for (int s = 0; s < 16; s++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sums[i][j] += x[ty + 16 * i][s] * y[s][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (top + ty + 16 * i < n && left + tx + 16 * j < n)
                c[(top + ty + 16 * i) * n + left + tx + 16 * j] = sums[i][j];
}
extern "C" __global__ void resit_product_doubles(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double x[16][17], y[16][17];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        x[threadIdx.y][threadIdx.x] = ((const double *)a)[row * n + k + threadIdx.x];
        y[threadIdx.y][threadIdx.x] = ((const double *)b)[(k + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 16; s++)
            sum = fma(x[threadIdx.y][s], y[s][threadIdx.x], sum);
        __syncthreads();
    }
    ((double *)c)[row * n + column] = sum;
}
/* bytes, B by columns: tiles of 32 x 32 results, dp4a */
extern "C" __global__ void resit_product_bytes(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int x[32][17], y[32][17];
    int tx = threadIdx.x, ty = threadIdx.y, top = blockIdx.y * 32, left = blockIdx.x * 32;
    int sums[2][2] = {};
    for (int k = 0; k < n / 4; k += 16) {
        for (int j = 0; j < 32; j += 16) {
            x[ty + j][tx] = ((const int *)a)[(top + ty + j) * (n / 4) + k + tx];
            y[ty + j][tx] = ((const int *)b)[(left + ty + j) * (n / 4) + k + tx];
        }
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 16; s++)
            for (int i = 0; i < 4; i++)
                sums[i / 2][i % 2] = __dp4a(x[ty + i / 2 * 16][s], y[tx + i % 2 * 16][s], sums[i / 2][i % 2]);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        ((int *)c)[(top + ty + i / 2 * 16) * n + left + tx + i % 2 * 16] = sums[i / 2][i % 2];
}
/* a block a query of 64 numbers and a head (blockIdx.y), scores in shared memory */
extern "C" __global__ void resit_attention(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float resit_scores[];
    __shared__ float query[64], part[128];
    int t = threadIdx.x;
    size_t head = (size_t)blockIdx.y * n * 64;
    if (t < 64)
        query[t] = a[head + blockIdx.x * 64 + t] * 0.125f;
    __syncthreads();
    float most = -1e30f, sum = 0.0f;
    for (int j = t; j < n; j += 128) {
        const float4 *key = (const float4 *)(b + head + (size_t)j * 64);
        float score = 0.0f;
        for (int k = 0; k < 16; k++) {
            float4 v = key[k];
            score += query[4 * k] * v.x + query[4 * k + 1] * v.y + query[4 * k + 2] * v.z + query[4 * k + 3] * v.w;
        }
        resit_scores[j] = score;
        most = fmaxf(most, score);
    }
    part[t] = most;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s)
            part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    for (int j = t; j < n; j += 128) {
        resit_scores[j] = __expf(resit_scores[j] - most);
        sum += resit_scores[j];
    }
    sum = resit_tree_sum(sum, part);
    float value = 0.0f;
    for (int j = t / 64; j < n; j += 2)
        value += resit_scores[j] * b[head + (size_t)j * 64 + t % 64];
    part[t] = value;
    __syncthreads();
    if (t < 64)
        c[head + blockIdx.x * 64 + t] = (part[t] + part[t + 64]) / sum;
}
