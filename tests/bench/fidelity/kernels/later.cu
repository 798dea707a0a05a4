// Set 8: kernels predicted after what set 7 had led to, before any was measured.
#include <cuda_fp16.h>

__device__ static float later_warp_sum(float x)
{
    for (int offset = 16; offset; offset /= 2)
        x += __shfl_down_sync(~0u, x, offset);
    return __shfl_sync(~0u, x, 0);
}

extern "C" __global__ void later_columns_of_tile(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += a[(size_t)row * m + k] * b[k];
    c[row] = sum;
}
extern "C" __global__ void later_padded_rows(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float most = -1e30f;
    for (int k = 0; k < m; k++)
        most = fmaxf(most, a[(size_t)row * (m + 1) + k]);
    c[row] = most;
}
extern "C" __global__ void later_points7(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 7; k++)
        sum += a[i * 7 + k] * a[i * 7 + k];
    c[i] = sqrtf(sum);
}
extern "C" __global__ void later_cumulative_rows(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x / 32 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float before = 0;
    for (int i = lane; i < m; i += 32) {
        float x = a[(size_t)row * m + i];
        for (int offset = 1; offset < 32; offset *= 2) {
            float other = __shfl_up_sync(~0u, x, offset);
            x += lane >= offset ? other : 0;
        }
        c[(size_t)row * m + i] = x + before;
        before += __shfl_sync(~0u, x, 31);
    }
}
extern "C" __global__ void later_layer_norm4(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x / 32 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float4 *in = (const float4 *)(a + (size_t)row * 512), *w = (const float4 *)b;
    float4 v[4];
    float sum = 0, squares = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k] = in[k * 32 + lane];
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
        squares += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float mean = later_warp_sum(sum) / 512, scale = rsqrtf(later_warp_sum(squares) / 512 - mean * mean + 1e-5f);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float4 g = w[k * 32 + lane];
        ((float4 *)(c + (size_t)row * 512))[k * 32 + lane] =
            make_float4((v[k].x - mean) * scale * g.x, (v[k].y - mean) * scale * g.y, (v[k].z - mean) * scale * g.z,
                        (v[k].w - mean) * scale * g.w);
    }
}
extern "C" __global__ void later_group_norm(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float sums[2];
    if (threadIdx.x < 2)
        sums[threadIdx.x] = 0;
    __syncthreads();
    const float *in = a + (size_t)blockIdx.x * m;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        float x = in[i];
        sum += x;
        squares += x * x;
    }
    sum = later_warp_sum(sum);
    squares = later_warp_sum(squares);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&sums[0], sum);
        atomicAdd(&sums[1], squares);
    }
    __syncthreads();
    float mean = sums[0] / m, scale = rsqrtf(sums[1] / m - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = (in[i] - mean) * scale;
}
extern "C" __global__ void later_product_8x4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[8][128], y[8][64];
    int left = blockIdx.x * 64, top = blockIdx.y * 128, column = threadIdx.x % 16 * 4, row = threadIdx.x / 16 * 8;
    float sums[8][4] = {};
    for (int k = 0; k < n; k += 8) {
        float4 v = *(const float4 *)&a[(size_t)(top + threadIdx.x / 2) * n + k + threadIdx.x % 2 * 4];
        for (int j = 0; j < 4; j++)
            x[threadIdx.x % 2 * 4 + j][threadIdx.x / 2] = ((const float *)&v)[j];
        if (threadIdx.x < 128)
            *(float4 *)&y[threadIdx.x / 16][threadIdx.x % 16 * 4] =
                *(const float4 *)&b[(size_t)(k + threadIdx.x / 16) * n + left + threadIdx.x % 16 * 4];
        __syncthreads();
#pragma unroll
        for (int step = 0; step < 8; step++) {
            float4 q = *(const float4 *)&y[step][column];
#pragma unroll
            for (int i = 0; i < 8; i++) {
                float p = x[step][row + i];
                sums[i][0] += p * q.x;
                sums[i][1] += p * q.y;
                sums[i][2] += p * q.z;
                sums[i][3] += p * q.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        *(float4 *)&c[(size_t)(top + row + i) * n + left + column] =
            make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
}
extern "C" __global__ void later_product_bias_relu(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[32][33], y[32][33];
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    float sums[4] = {};
    for (int k = 0; k < n; k += 32) {
        for (int j = 0; j < 32; j += 8) {
            x[threadIdx.y + j][threadIdx.x] = a[(size_t)(row + j) * n + k + threadIdx.x];
            y[threadIdx.y + j][threadIdx.x] = b[(size_t)(k + threadIdx.y + j) * n + column];
        }
        __syncthreads();
        for (int step = 0; step < 32; step++)
            for (int j = 0; j < 4; j++)
                sums[j] += x[threadIdx.y + 8 * j][step] * y[step][threadIdx.x];
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        c[(size_t)(row + 8 * j) * n + column] = fmaxf(sums[j] + b[column], 0);
}
extern "C" __global__ void later_transposed_a(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)k * n + row] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}
extern "C" __global__ void later_convolution7(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[14][38];
    int left = blockIdx.x * 32, top = blockIdx.y * 8, id = threadIdx.y * 32 + threadIdx.x;
    for (int i = id; i < 14 * 38; i += 256) {
        int y = top + i / 38 - 3, x = left + i % 38 - 3;
        tile[i / 38][i % 38] = x >= 0 && y >= 0 && x < n && y < n ? a[(size_t)y * n + x] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 7; dy++)
        for (int dx = 0; dx < 7; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx] * b[dy * 7 + dx];
    c[(size_t)(top + threadIdx.y) * n + left + threadIdx.x] = sum;
}
extern "C" __global__ void later_heat_steps(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float line[2][512];
    int t = threadIdx.x;
    line[0][t] = a[(size_t)blockIdx.x * 512 + t];
    for (int step = 0; step < m; step++) {
        __syncthreads();
        const float *from = line[step % 2];
        line[1 - step % 2][t] = t == 0 || t == 511 ? from[t] : 0.25f * from[t - 1] + 0.5f * from[t] + 0.25f * from[t + 1];
    }
    __syncthreads();
    c[(size_t)blockIdx.x * 512 + t] = line[m % 2][t];
}
extern "C" __global__ void later_counts_private(const float *a, const float *b, float *c, int n, int m)
{
    unsigned char bins[16];
    for (int k = 0; k < 16; k++)
        bins[k] = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        bins[__float_as_uint(a[i]) >> 4 & 15]++;
    for (int k = 0; k < 16; k++)
        atomicAdd((unsigned *)c + k, bins[k]);
}
extern "C" __global__ void later_add_to_bins(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&c[__float_as_uint(a[i]) % (unsigned)m], b[i]);
}
extern "C" __global__ void later_radix_partition(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned counts[16], starts[16];
    int i = blockIdx.x * 1024 + threadIdx.x;
    unsigned key = __float_as_uint(a[i]) >> 4 & 15;
    if (threadIdx.x < 16)
        counts[threadIdx.x] = 0;
    __syncthreads();
    unsigned place = atomicAdd(&counts[key], 1u);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int k = 0; k < 16; k++) {
            starts[k] = sum;
            sum += counts[k];
        }
    }
    __syncthreads();
    c[blockIdx.x * 1024 + starts[key] + place] = a[i];
}
extern "C" __global__ void later_interpolate(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float at = (a[i] + 1) * 0.5f * (m - 2);
    int low = (int)at;
    c[i] = b[low] + (at - low) * (b[low + 1] - b[low]);
}
extern "C" __global__ void later_erf_gelu4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 v = ((const float4 *)a)[i];
    v.x *= 0.5f * (1 + erff(v.x * 0.70710678f));
    v.y *= 0.5f * (1 + erff(v.y * 0.70710678f));
    v.z *= 0.5f * (1 + erff(v.z * 0.70710678f));
    v.w *= 0.5f * (1 + erff(v.w * 0.70710678f));
    ((float4 *)c)[i] = v;
}
extern "C" __global__ void later_newton(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = 1.0f, target = fabsf(a[i]) + 0.1f;
    for (int k = 0; k < m; k++)
        x = x - (x * x * x - target) / (3 * x * x);
    c[i] = x;
}
extern "C" __global__ void later_decay_halves(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 x = ((const __half2 *)a)[i], y = __float2half2_rn(0.5f);
    for (int k = 0; k < m; k++) {
        x = __hfma2(x, y, y);
        y = __hfma2(y, x, x);
    }
    ((__half2 *)c)[i] = __hadd2(x, y);
}
extern "C" __global__ void later_attention_scores(const float *a, const float *b, float *c, int n, int m)
{
    int key = blockIdx.x * blockDim.x + threadIdx.x, query = blockIdx.y;
    float score = 0;
    for (int d = 0; d < m; d++)
        score += a[(size_t)query * m + d] * b[(size_t)key * m + d];
    c[(size_t)query * n + key] = score;
}
extern "C" __global__ void later_attention_values(const float *a, const float *b, float *c, int n, int m)
{
    int d = threadIdx.x, query = blockIdx.x;
    float sum = 0;
    for (int key = 0; key < n; key++)
        sum += a[(size_t)query * n + key] * b[(size_t)key * m + d];
    c[(size_t)query * m + d] = sum;
}
extern "C" __global__ void later_copy_rows4(const float *a, const float *b, float *c, int n, int m)
{
    const float4 *in = (const float4 *)(a + (size_t)blockIdx.x * m);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x)
        ((float4 *)(c + (size_t)blockIdx.x * m))[i] = in[i];
}
extern "C" __global__ void later_wide_reduce(const float *a, const float *b, float *c, int n, int m)
{
    float sums[4] = {};
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4; i < n; i += gridDim.x * blockDim.x * 4)
        for (int k = 0; k < 4; k++)
            sums[k] += a[i + k];
    c[blockIdx.x * blockDim.x + threadIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}
