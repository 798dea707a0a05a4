/* Kernels of the virtual GPU's benchmark. nvcc 13.0 compiled them for sm_80 into kernels.ptx. */
#include <cuda_fp16.h>
#include <mma.h>

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}

extern "C" __global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        tile_a[y][x] = a[row * n + k + x];
        tile_b[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void block_reduce(const float *in, float *out, int n)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            part[threadIdx.x] += part[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

__device__ float warp_max(float v)
{
    for (int offset = 16; offset > 0; offset /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, offset));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_xor_sync(~0u, v, offset);
    return v;
}

/* One block of 256 threads a row. */
extern "C" __global__ void softmax(const float *in, float *out, int columns)
{
    __shared__ float parts[8];
    const float *row = in + (size_t)blockIdx.x * columns;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        most = fmaxf(most, row[i]);
    most = warp_max(most);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = most;
    __syncthreads();
    most = parts[0];
    for (int i = 1; i < 8; i++)
        most = fmaxf(most, parts[i]);
    __syncthreads();
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += __expf(row[i] - most);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < 8; i++)
        sum += parts[i];
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        out[(size_t)blockIdx.x * columns + i] = __expf(row[i] - most) / sum;
}

extern "C" __global__ void histogram(const unsigned *in, unsigned *bins, int n)
{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i] & 255], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

/* One warp a tile of 16 x 16. */
extern "C" __global__ void gemm_wmma(const half *a, const half *b, float *c, int n)
{
    using namespace nvcuda::wmma;
    int row = blockIdx.y * 16, column = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    fill_fragment(fc, 0.0f);
    for (int k = 0; k < n; k += 16) {
        load_matrix_sync(fa, a + row * n + k, n);
        load_matrix_sync(fb, b + k * n + column, n);
        mma_sync(fc, fa, fb, fc);
    }
    store_matrix_sync(c + row * n + column, fc, n, mem_row_major);
}

/* Online softmax; one thread a query row, keys and values through shared memory. */
extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *out, int rows)
{
    __shared__ float tile_k[32][64], tile_v[32][64];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float query[64], sum[64], most = -INFINITY, weight = 0;
    for (int i = 0; i < 64; i++) {
        query[i] = q[row * 64 + i] * 0.125f;
        sum[i] = 0;
    }
    for (int first = 0; first < rows; first += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 32 * 64; i += blockDim.x) {
            tile_k[i / 64][i % 64] = k[first * 64 + i];
            tile_v[i / 64][i % 64] = v[first * 64 + i];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float score = 0;
            for (int i = 0; i < 64; i++)
                score += query[i] * tile_k[j][i];
            float next = fmaxf(most, score), scale = __expf(most - next), p = __expf(score - next);
            weight = weight * scale + p;
            for (int i = 0; i < 64; i++)
                sum[i] = sum[i] * scale + p * tile_v[j][i];
            most = next;
        }
    }
    for (int i = 0; i < 64; i++)
        out[row * 64 + i] = sum[i] / weight;
}
