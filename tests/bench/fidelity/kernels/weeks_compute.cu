// Set 7, second part: rows of models, products, attention and sorts, fast and slow. All were
// predicted before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

__device__ static float weeks_warp_sum(float x)
{
    for (int offset = 16; offset; offset /= 2)
        x += __shfl_xor_sync(~0u, x, offset);
    return x;
}
__device__ static float weeks_block_sum(float x, float *part)
{
    x = weeks_warp_sum(x);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0;
    return weeks_warp_sum(x);
}

/* --- rows ------------------------------------------------------------------------------------- */

extern "C" __global__ void weeks_rms4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float4 *row = (const float4 *)(a + (size_t)blockIdx.x * m), *weights = (const float4 *)b;
    float sum = 0;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = row[i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float scale = rsqrtf(weeks_block_sum(sum, part) / m + 1e-5f);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = row[i], w = weights[i];
        ((float4 *)(c + (size_t)blockIdx.x * m))[i] =
            make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z, v.w * scale * w.w);
    }
}
extern "C" __global__ void weeks_norm_registers(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *row = a + (size_t)blockIdx.x * 8192;
    float v[8], sum = 0, squares = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        v[k] = row[k * 1024 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += v[k];
    float mean = weeks_block_sum(sum, part) / 8192;
#pragma unroll
    for (int k = 0; k < 8; k++)
        squares += (v[k] - mean) * (v[k] - mean);
    float scale = rsqrtf(weeks_block_sum(squares, part) / 8192 + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; k++)
        c[(size_t)blockIdx.x * 8192 + k * 1024 + threadIdx.x] =
            (v[k] - mean) * scale * b[k * 1024 + threadIdx.x] + b[8192 + k * 1024 + threadIdx.x];
}
extern "C" __global__ void weeks_norm_three_passes(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x / 32 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float *in = a + (size_t)row * m;
    float sum = 0, squares = 0;
    for (int i = lane; i < m; i += 32)
        sum += in[i];
    float mean = weeks_warp_sum(sum) / m;
    for (int i = lane; i < m; i += 32)
        squares += (in[i] - mean) * (in[i] - mean);
    float scale = rsqrtf(weeks_warp_sum(squares) / m + 1e-5f);
    for (int i = lane; i < m; i += 32)
        c[(size_t)row * m + i] = (in[i] - mean) * scale;
}
extern "C" __global__ void weeks_softmax_registers(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float4 *in = (const float4 *)(a + (size_t)row * 1024);
    float4 v[8];
    float most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = in[k * 32 + lane];
        most = fmaxf(most, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    }
    for (int offset = 16; offset; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, offset));
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = make_float4(__expf(v[k].x - most), __expf(v[k].y - most), __expf(v[k].z - most), __expf(v[k].w - most));
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    float scale = 1 / weeks_warp_sum(sum);
#pragma unroll
    for (int k = 0; k < 8; k++)
        ((float4 *)(c + (size_t)row * 1024))[k * 32 + lane] =
            make_float4(v[k].x * scale, v[k].y * scale, v[k].z * scale, v[k].w * scale);
}
extern "C" __global__ void weeks_softmax_gradient(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *y = a + (size_t)blockIdx.x * m, *g = b + (size_t)blockIdx.x * m;
    float dot = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        dot += y[i] * g[i];
    dot = weeks_block_sum(dot, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = y[i] * (g[i] - dot);
}
extern "C" __global__ void weeks_softmax_accurate(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *row = a + (size_t)blockIdx.x * m;
    float sum = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += expf(row[i]);
    sum = weeks_block_sum(sum, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = expf(row[i]) / sum;
}
extern "C" __global__ void weeks_bias_gelu_tanh(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i] + b[i % m];
    c[i] = 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}
extern "C" __global__ void weeks_gelu_double(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 0.5 * a[i] * (1.0 + erff(a[i] * 0.7071067811865475));
}
extern "C" __global__ void weeks_gate4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
    ((float4 *)c)[i] = make_float4(x.x / (1 + __expf(-x.x)) * y.x, x.y / (1 + __expf(-x.y)) * y.y,
                                   x.z / (1 + __expf(-x.z)) * y.z, x.w / (1 + __expf(-x.w)) * y.w);
}
extern "C" __global__ void weeks_rope_half(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int pair = i % 64, token = i / 64 / 16;
    float angle = token * exp2f(pair * (-13.287712f / 64)), sine, cosine;
    sincosf(angle, &sine, &cosine);
    float2 x = __half22float2(((const __half2 *)a)[i]);
    ((__half2 *)c)[i] = __floats2half2_rn(x.x * cosine - x.y * sine, x.x * sine + x.y * cosine);
}

/* --- products --------------------------------------------------------------------------------- */

extern "C" __global__ void weeks_product_bt(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)row * n + k] * b[(size_t)column * n + k];
    c[(size_t)row * n + column] = sum;
}
extern "C" __global__ void weeks_product_4x4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[16][64], y[16][64];
    int left = blockIdx.x * 64, top = blockIdx.y * 64, column = threadIdx.x % 16 * 4, row = threadIdx.x / 16 * 4;
    float sums[4][4] = {};
    for (int k = 0; k < n; k += 16) {
        float4 v = *(const float4 *)&a[(size_t)(top + threadIdx.x / 4) * n + k + threadIdx.x % 4 * 4];
        x[threadIdx.x % 4 * 4][threadIdx.x / 4] = v.x;
        x[threadIdx.x % 4 * 4 + 1][threadIdx.x / 4] = v.y;
        x[threadIdx.x % 4 * 4 + 2][threadIdx.x / 4] = v.z;
        x[threadIdx.x % 4 * 4 + 3][threadIdx.x / 4] = v.w;
        *(float4 *)&y[threadIdx.x / 16][threadIdx.x % 16 * 4] =
            *(const float4 *)&b[(size_t)(k + threadIdx.x / 16) * n + left + threadIdx.x % 16 * 4];
        __syncthreads();
#pragma unroll
        for (int step = 0; step < 16; step++) {
            float4 p = *(const float4 *)&x[step][row], q = *(const float4 *)&y[step][column];
            float u[4] = {p.x, p.y, p.z, p.w}, w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sums[i][j] += u[i] * w[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        *(float4 *)&c[(size_t)(top + row + i) * n + left + column] =
            make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
}
extern "C" __global__ void weeks_product_async(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[2][32][32], y[2][32][32];
    int tx = threadIdx.x % 8 * 4, ty = threadIdx.x / 8, left = blockIdx.x * 32, top = blockIdx.y * 32;
    float sums[4] = {};
    auto fetch = [&](int stage, int k) {
        __pipeline_memcpy_async(&x[stage][ty][tx], &a[(size_t)(top + ty) * n + k + tx], 16);
        __pipeline_memcpy_async(&y[stage][ty][tx], &b[(size_t)(k + ty) * n + left + tx], 16);
        __pipeline_commit();
    };
    fetch(0, 0);
    for (int k = 0; k < n; k += 32) {
        int stage = k / 32 % 2;
        if (k + 32 < n) {
            fetch(1 - stage, k + 32);
            __pipeline_wait_prior(1);
        } else
            __pipeline_wait_prior(0);
        __syncthreads();
        for (int step = 0; step < 32; step++) {
            float p = x[stage][ty][step];
            float4 q = *(const float4 *)&y[stage][step][tx];
            sums[0] += p * q.x;
            sums[1] += p * q.y;
            sums[2] += p * q.z;
            sums[3] += p * q.w;
        }
        __syncthreads();
    }
    *(float4 *)&c[(size_t)(top + ty) * n + left + tx] = make_float4(sums[0], sums[1], sums[2], sums[3]);
}
extern "C" __global__ void weeks_product_wmma_bf16(const float *a, const float *b, float *c, int n, int m)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(16) __nv_bfloat16 x[64][40], y[32][72];
    const __nv_bfloat16 *left = (const __nv_bfloat16 *)a, *right = (const __nv_bfloat16 *)b;
    int warp = threadIdx.x / 32, top = blockIdx.y * 64, column = blockIdx.x * 64;
    fragment<accumulator, 16, 16, 16, float> sums[4];
    for (int j = 0; j < 4; j++)
        fill_fragment(sums[j], 0.0f);
    for (int k = 0; k < n; k += 32) {
        for (int i = threadIdx.x; i < 256; i += 128) {
            *(uint4 *)&x[i / 4][i % 4 * 8] = *(const uint4 *)&left[(size_t)(top + i / 4) * n + k + i % 4 * 8];
            *(uint4 *)&y[i / 8][i % 8 * 8] = *(const uint4 *)&right[(size_t)(k + i / 8) * n + column + i % 8 * 8];
        }
        __syncthreads();
        for (int step = 0; step < 32; step += 16) {
            fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> p;
            load_matrix_sync(p, &x[warp * 16][step], 40);
            for (int j = 0; j < 4; j++) {
                fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> q;
                load_matrix_sync(q, &y[step][j * 16], 72);
                mma_sync(sums[j], p, q, sums[j]);
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        store_matrix_sync(&c[(size_t)(top + warp * 16) * n + column + j * 16], sums[j], n, mem_row_major);
}
extern "C" __global__ void weeks_product_skinny(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sums[8] = {};
    for (int k = 0; k < n; k++) {
        float w = b[(size_t)k * m + column];
#pragma unroll
        for (int i = 0; i < 8; i++)
            sums[i] += a[i * n + k] * w;
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        c[(size_t)i * m + column] = sums[i];
}
extern "C" __global__ void weeks_product_double(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double x[16][17], y[16][17];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        x[threadIdx.y][threadIdx.x] = a[(size_t)row * n + k + threadIdx.x];
        y[threadIdx.y][threadIdx.x] = b[(size_t)(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int step = 0; step < 16; step++)
            sum += x[threadIdx.y][step] * y[step][threadIdx.x];
        __syncthreads();
    }
    c[(size_t)row * n + column] = (float)sum;
}
extern "C" __global__ void weeks_rows_times4(const float *a, const float *b, float *c, int n, int m)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const float *first = a + (size_t)warp * 4 * m;
    float sums[4] = {};
    for (int i = lane; i < m; i += 32) {
        float x = b[i];
        for (int k = 0; k < 4; k++)
            sums[k] += first[(size_t)k * m + i] * x;
    }
    for (int k = 0; k < 4; k++) {
        float sum = weeks_warp_sum(sums[k]);
        if (lane == 0)
            c[warp * 4 + k] = sum;
    }
}

/* --- attention -------------------------------------------------------------------------------- */

/*
 * n queries and keys of 64; blockIdx.y is the head. A block of 256 does 8 queries; keys come in
 * tiles of 32.
 */
extern "C" __global__ void weeks_attention(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float keys[32][65], values[32][65];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t head = (size_t)blockIdx.y * n * 64;
    int query = blockIdx.x * 8 + warp;
    const float *q = a + head + (size_t)query * 64;
    float most = -1e30f, sum = 0, out0 = 0, out1 = 0;
    for (int tile = 0; tile < n; tile += 32) {
        for (int i = threadIdx.x; i < 2048; i += 256) {
            keys[i / 64][i % 64] = b[head + (size_t)tile * 64 + i];
            values[i / 64][i % 64] = b[(1 << 23) + head + (size_t)tile * 64 + i];
        }
        __syncthreads();
        float score = 0;
        for (int d = 0; d < 64; d++)
            score += q[d] * keys[lane][d];
        score *= 0.125f;
        float top = score;
        for (int offset = 16; offset; offset /= 2)
            top = fmaxf(top, __shfl_xor_sync(~0u, top, offset));
        float next = fmaxf(most, top), scale = __expf(most - next), weight = __expf(score - next);
        sum = sum * scale + weeks_warp_sum(weight);
        out0 *= scale;
        out1 *= scale;
        for (int j = 0; j < 32; j++) {
            float w = __shfl_sync(~0u, weight, j);
            out0 += w * values[j][lane];
            out1 += w * values[j][lane + 32];
        }
        most = next;
        __syncthreads();
    }
    c[head + (size_t)query * 64 + lane] = out0 / sum;
    c[head + (size_t)query * 64 + lane + 32] = out1 / sum;
}
/* a thread for each query, which keeps its row of 64 and its sums in registers */
extern "C" __global__ void weeks_attention_thread(const float *a, const float *b, float *c, int n, int m)
{
    int query = blockIdx.x * blockDim.x + threadIdx.x;
    size_t head = (size_t)blockIdx.y * n * 32;
    float q[32], out[32] = {}, most = -1e30f, sum = 0;
#pragma unroll
    for (int d = 0; d < 32; d++)
        q[d] = a[head + (size_t)query * 32 + d];
    for (int key = 0; key < n; key++) {
        float score = 0;
#pragma unroll
        for (int d = 0; d < 32; d++)
            score += q[d] * b[head + (size_t)key * 32 + d];
        float next = fmaxf(most, score), scale = __expf(most - next), weight = __expf(score - next);
        sum = sum * scale + weight;
#pragma unroll
        for (int d = 0; d < 32; d++)
            out[d] = out[d] * scale + weight * b[(1 << 23) + head + (size_t)key * 32 + d];
        most = next;
    }
#pragma unroll
    for (int d = 0; d < 32; d++)
        c[head + (size_t)query * 32 + d] = out[d] / sum;
}

/* --- sorts and searches ----------------------------------------------------------------------- */

extern "C" __global__ void weeks_bitonic2048(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float keys[2048];
    for (int i = threadIdx.x; i < 2048; i += 256)
        keys[i] = a[(size_t)blockIdx.x * 2048 + i];
    for (int size = 2; size <= 2048; size *= 2)
        for (int stride = size / 2; stride; stride /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < 1024; i += 256) {
                int low = i / stride * stride * 2 + i % stride;
                float x = keys[low], y = keys[low + stride];
                if ((x > y) == ((low & size) == 0)) {
                    keys[low] = y;
                    keys[low + stride] = x;
                }
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < 2048; i += 256)
        c[(size_t)blockIdx.x * 2048 + i] = keys[i];
}
extern "C" __global__ void weeks_top8_thread(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float best[8];
    for (int k = 0; k < 8; k++)
        best[k] = -1e30f;
    for (int i = 0; i < m; i++) {
        float x = a[(size_t)i * n + row];
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float y = fmaxf(best[k], x);
            x = fminf(best[k], x);
            best[k] = y;
        }
    }
    for (int k = 0; k < 8; k++)
        c[(size_t)k * n + row] = best[k];
}
