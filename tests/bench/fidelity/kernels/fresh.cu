// Set 3: kernels that were measured and predicted once, after the model's constants were fixed.
#include <mma.h>

// --- elements and indices ---
extern "C" __global__ void fresh_mix3(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = tanhf(a[i]) * b[i] + 0.5f * a[i];
}
extern "C" __global__ void fresh_shift(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - m)
        c[i] = a[i + m] - a[i];
}
extern "C" __global__ void fresh_permute(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned to = (unsigned)i * 40503u & (unsigned)(n - 1);
    if (i < n)
        c[i] = a[to] * 2.0f;
}
extern "C" __global__ void fresh_lookup(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = b[(int)((a[i] + 1.0f) * 0.5f * (float)(m - 1))];
}
extern "C" __global__ void fresh_upsample(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < m)
        c[(size_t)y * m + x] = a[(size_t)(y / 2) * (m / 2) + x / 2];
}
extern "C" __global__ void fresh_max_pool(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, half = m / 2;
    if (x >= half || y >= half)
        return;
    const float *at = a + (size_t)(2 * y) * m + 2 * x;
    c[(size_t)y * half + x] = fmaxf(fmaxf(at[0], at[1]), fmaxf(at[m], at[m + 1]));
}

// --- rows ---
extern "C" __global__ void fresh_log_softmax(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[32];
    const float *row = a + (size_t)blockIdx.x * m;
    float sum = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += expf(row[i]);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    float all = 0;
    for (int w = 0; w < blockDim.x / 32; w++)
        all += parts[w];
    float shift = logf(all);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = row[i] - shift;
}
extern "C" __global__ void fresh_argmax(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, place = 0;
    float best = -1e30f;
    for (int i = lane; i < m; i += 32)
        if (a[(size_t)r * m + i] > best) {
            best = a[(size_t)r * m + i];
            place = i;
        }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffffu, best, d);
        int where = __shfl_xor_sync(0xffffffffu, place, d);
        if (other > best) {
            best = other;
            place = where;
        }
    }
    if (lane == 0)
        c[r] = (float)place;
}
extern "C" __global__ void fresh_row_scan(const float *a, const float *b, float *c, int n, int m)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    float sum = 0;
    for (int i = 0; i < m; i++) {
        sum += a[(size_t)i * n + r];
        c[(size_t)i * n + r] = sum;
    }
}
extern "C" __global__ void fresh_row_normalise(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float held[];
    __shared__ float total;
    const float4 *row = (const float4 *)(a + (size_t)blockIdx.x * m);
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = row[i];
        ((float4 *)held)[i] = v;
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    float scale = rsqrtf(total + 1e-6f);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = held[i] * scale;
}

// --- sums and counts ---
extern "C" __global__ void fresh_block_atomic(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&total, i < n ? a[i] : 0.0f);
    __syncthreads();
    if (threadIdx.x == 0)
        c[blockIdx.x] = total;
}
extern "C" __global__ void fresh_variance(const float *a, const float *b, float *c, int n, int m)
{
    double sum = 0, squares = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += a[i];
        squares += (double)a[i] * a[i];
    }
    for (int d = 16; d > 0; d /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, d);
        squares += __shfl_down_sync(0xffffffffu, squares, d);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&c[0], (float)sum);
        atomicAdd(&c[1], (float)squares);
    }
}
extern "C" __global__ void fresh_scatter_add(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x, to = (int)((b[row] + 1.0f) * 0.5f * (float)(n - 1));
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd(&c[(size_t)to * m + i], a[(size_t)row * m + i]);
}
extern "C" __global__ void fresh_compact(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float x = i < n ? a[i] : -1.0f;
    unsigned keep = __ballot_sync(0xffffffffu, x > 0.5f), at = 0;
    if (lane == 0 && keep)
        at = atomicAdd((unsigned *)c, (unsigned)__popc(keep));
    at = __shfl_sync(0xffffffffu, at, 0);
    if (x > 0.5f)
        c[1024 + ((at + __popc(keep & ((1u << lane) - 1))) & (n - 1) / 2)] = x;
}

// --- stencils and sparse rows ---
extern "C" __global__ void fresh_stencil3d(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    size_t plane = (size_t)m * m;
    if (x < 1 || y < 1 || x >= m - 1 || y >= m - 1)
        return;
    for (int z = 1; z < n - 1; z++) {
        size_t i = z * plane + (size_t)y * m + x;
        c[i] = 0.4f * a[i] + 0.1f * (a[i - 1] + a[i + 1] + a[i - m] + a[i + m] + a[i - plane] + a[i + plane]);
    }
}
extern "C" __global__ void fresh_sparse_rows(const float *a, const float *b, float *c, int n, int m)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    float sum = 0;
    for (int k = 0; k < m; k++) {
        int column = (int)(((unsigned)r + (unsigned)k * 977u) & 0xfffffu);
        sum += a[(size_t)r * m + k] * b[column];
    }
    c[r] = sum;
}

// --- products ---
extern "C" __global__ void fresh_outer(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < n)
        c[(size_t)y * m + x] = a[y] * b[x];
}
extern "C" __global__ void fresh_batched16(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float s[16][16], t[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    size_t at = (size_t)blockIdx.x * 256 + y * 16 + x;
    s[y][x] = a[at];
    t[y][x] = b[at];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += s[y][k] * t[k][x];
    c[at] = sum;
}
extern "C" __global__ void fresh_tile64(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float s[16][64], t[16][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    float sums[4][4] = {};
    for (int k0 = 0; k0 < m; k0 += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            s[i % 16][i / 16] = a[(size_t)(blockIdx.y * 64 + i / 16) * m + k0 + i % 16];
            t[i / 64][i % 64] = b[(size_t)(k0 + i / 64) * m + blockIdx.x * 64 + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sums[i][j] += s[k][ty * 4 + i] * t[k][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(size_t)(blockIdx.y * 64 + ty * 4 + i) * m + blockIdx.x * 64 + tx * 4 + j] = sums[i][j];
}
extern "C" __global__ void fresh_scores(const float *a, const float *b, float *c, int n, int m)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += a[(size_t)i * 64 + k] * b[(size_t)j * 64 + k];
    c[(size_t)i * m + j] = sum * 0.125f;
}
// One warp a 16 x 16 tile, straight from global memory.
extern "C" __global__ void fresh_wmma(const float *a, const float *b, float *c, int n, int m)
{
    using namespace nvcuda::wmma;
    int warp = threadIdx.x / 32, row = blockIdx.y * 2 + warp / 2, column = blockIdx.x * 2 + warp % 2;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> sum;
    fill_fragment(sum, 0.0f);
    for (int k = 0; k < m; k += 16) {
        load_matrix_sync(fa, (const half *)a + (size_t)row * 16 * m + k, m);
        load_matrix_sync(fb, (const half *)b + (size_t)k * m + column * 16, m);
        mma_sync(sum, fa, fb, sum);
    }
    store_matrix_sync(c + (size_t)row * 16 * m + column * 16, sum, m, mem_row_major);
}
// Tiles of 64 x 64 in shared memory, four warps, 32 x 32 each.
extern "C" __global__ void fresh_wmma_shared(const float *a, const float *b, float *c, int n, int m)
{
    using namespace nvcuda::wmma;
    __shared__ alignas(16) half s[64][40], t[32][72];
    int warp = threadIdx.x / 32, wr = warp / 2 * 32, wc = warp % 2 * 32;
    fragment<matrix_a, 16, 16, 16, half, row_major> fa[2];
    fragment<matrix_b, 16, 16, 16, half, row_major> fb[2];
    fragment<accumulator, 16, 16, 16, float> sum[2][2];
    for (int i = 0; i < 4; i++)
        fill_fragment(sum[i / 2][i % 2], 0.0f);
    for (int k0 = 0; k0 < m; k0 += 32) {
        for (int i = threadIdx.x; i < 256; i += 128) {
            *(uint4 *)&s[i / 4][i % 4 * 8] =
                *(const uint4 *)((const half *)a + (size_t)(blockIdx.y * 64 + i / 4) * m + k0 + i % 4 * 8);
            *(uint4 *)&t[i / 8][i % 8 * 8] =
                *(const uint4 *)((const half *)b + (size_t)(k0 + i / 8) * m + blockIdx.x * 64 + i % 8 * 8);
        }
        __syncthreads();
        for (int k = 0; k < 32; k += 16) {
            for (int i = 0; i < 2; i++) {
                load_matrix_sync(fa[i], &s[wr + i * 16][k], 40);
                load_matrix_sync(fb[i], &t[k][wc + i * 16], 72);
            }
            for (int i = 0; i < 4; i++)
                mma_sync(sum[i / 2][i % 2], fa[i / 2], fb[i % 2], sum[i / 2][i % 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        store_matrix_sync(c + (size_t)(blockIdx.y * 64 + wr + i / 2 * 16) * m + blockIdx.x * 64 + wc + i % 2 * 16,
                          sum[i / 2][i % 2], m, mem_row_major);
}
