// Set 5: kernels as learners write them in the first five weeks, and as public collections hold
// them. All were predicted before any was measured.
#include <cuda_fp16.h>
#include <mma.h>

/* --- elementwise ------------------------------------------------------------------------------ */

extern "C" __global__ void course_mix(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] * 0.75f + b[i] * 0.25f;
}
extern "C" __global__ void course_mix4(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x * 0.75f + y.x * 0.25f, x.y * 0.75f + y.y * 0.25f, x.z * 0.75f + y.z * 0.25f,
                                       x.w * 0.75f + y.w * 0.25f);
    }
}
extern "C" __global__ void course_mix2(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        float2 x = ((const float2 *)a)[i], y = ((const float2 *)b)[i];
        ((float2 *)c)[i] = make_float2(x.x * 0.75f + y.x * 0.25f, x.y * 0.75f + y.y * 0.25f);
    }
}
extern "C" __global__ void course_halves(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const __half2 *x = (const __half2 *)a, *y = (const __half2 *)b;
    if (i < n)
        ((__half2 *)c)[i] = __hfma2(x[i], y[i], __hadd2(x[i], y[i]));
}
extern "C" __global__ void course_half_scalar(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((__half *)c)[i] = __float2half(__half2float(((const __half *)a)[i]) * 1.5f);
}
extern "C" __global__ void course_bytes(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((unsigned char *)c)[i] = (unsigned char)(255 - ((const unsigned char *)a)[i]);
}
extern "C" __global__ void course_offset(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + m;
    if (i < n)
        c[i - m] = a[i] + 1.0f;
}
extern "C" __global__ void course_every(const float *a, const float *b, float *c, int n, int m)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * m;
    if (i < n)
        c[i] = a[i] * 2.0f;
}
extern "C" __global__ void course_trigonometry(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    for (int k = 0; k < m; k++)
        x = __sinf(x) * __cosf(x * 1.1f) + __expf(-x * x);
    c[i] = x;
}
extern "C" __global__ void course_digits(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = __float_as_uint(a[i]), sum = 0;
    for (int k = 0; k < 8; k++) {
        sum += x % (unsigned)(m + k);
        x /= (unsigned)m;
    }
    ((unsigned *)c)[i] = sum;
}
extern "C" __global__ void course_doubles(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = a[i], y = b[i];
    for (int k = 0; k < m; k++) {
        x = x * y + 0.5;
        y = y * 0.999 + x * 0.001;
    }
    c[i] = (float)(x + y);
}
extern "C" __global__ void course_branches(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    int kind = threadIdx.x % 8;
    if (kind == 0)
        for (int k = 0; k < m; k++) x = x * 1.01f + 0.3f;
    else if (kind == 1)
        for (int k = 0; k < m; k++) x = sqrtf(x * x + 1.0f);
    else if (kind < 4)
        for (int k = 0; k < m; k++) x = x / 1.7f + 0.2f;
    else
        x = fabsf(x);
    c[i] = x;
}
extern "C" __global__ void course_collatz(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = i % m + 1;
    int steps = 0;
    while (x != 1 && steps < 200) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    ((int *)c)[i] = steps;
}

/* --- gathers, scatters, transposes ------------------------------------------------------------ */

extern "C" __global__ void course_gather2(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned at = (__float_as_uint(b[i]) * 2654435761u) >> 7;
    float2 v = ((const float2 *)a)[at % (unsigned)m];
    c[i] = v.x + v.y;
}
extern "C" __global__ void course_scatter_rows(const float *a, const float *b, float *c, int n, int m)
{
    unsigned row = blockIdx.x, to = row * 2654435761u % (unsigned)n;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)to * m + i] = a[(size_t)row * m + i];
}
extern "C" __global__ void course_transpose_rows(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    c[(size_t)x * n + y] = a[(size_t)y * m + x];
}
extern "C" __global__ void course_transpose_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += blockDim.y)
        tile[r][threadIdx.x] = a[(size_t)(y + r) * m + x];
    __syncthreads();
    int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32;
    for (int r = threadIdx.y; r < 32; r += blockDim.y)
        c[(size_t)(ty + r) * n + tx] = tile[threadIdx.x][r];
}
extern "C" __global__ void course_planes(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* pixels of three to three planes */
    if (i < n)
        for (int k = 0; k < 3; k++)
            c[(size_t)k * n + i] = a[3 * (size_t)i + k];
}

/* --- reductions ------------------------------------------------------------------------------- */

__device__ float course_warp_sum(float v)
{
    for (int o = 16; o; o /= 2)
        v += __shfl_down_sync(~0u, v, o);
    return v;
}
extern "C" __global__ void course_sum_atomic(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    sum = course_warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, sum);
}
extern "C" __global__ void course_sum_tree(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[512];
    int i = blockIdx.x * 1024 + threadIdx.x;
    parts[threadIdx.x] = a[i] + a[i + 512];
    __syncthreads();
    for (int s = 256; s > 0; s /= 2) {
        if (threadIdx.x < s)
            parts[threadIdx.x] += parts[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = parts[0];
}
extern "C" __global__ void course_sum_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[32];
    float sum = 0;
    const float4 *in = (const float4 *)(a + (size_t)blockIdx.x * m);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x)
        sum += in[i].x + in[i].y + in[i].z + in[i].w;
    sum = course_warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = course_warp_sum(threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            c[blockIdx.x] = sum;
    }
}
extern "C" __global__ void course_any_above(const float *a, const float *b, float *c, int n, int m)
{
    int found = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        found += __popc(__ballot_sync(__activemask(), a[i] > 0.5f));
    if (threadIdx.x % 32 == 0)
        ((int *)c)[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = found;
}
extern "C" __global__ void course_column_sum(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; r < n; r++)
        sum += a[(size_t)r * m + column];
    c[column] = sum;
}
extern "C" __global__ void course_row_sum_thread(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row < n)
        for (int i = 0; i < m; i++)
            sum += a[(size_t)row * m + i];
    if (row < n)
        c[row] = sum;
}

/* --- scans, histograms, sorting, compaction --------------------------------------------------- */

extern "C" __global__ void course_scan_block(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float kept[2][1024];
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    int from = 0;
    kept[0][threadIdx.x] = a[at];
    __syncthreads();
    for (int o = 1; o < 1024; o *= 2) {
        kept[1 - from][threadIdx.x] = kept[from][threadIdx.x] + (threadIdx.x >= o ? kept[from][threadIdx.x - o] : 0);
        from = 1 - from;
        __syncthreads();
    }
    c[at] = kept[from][threadIdx.x];
}
extern "C" __global__ void course_scan_shuffle(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float sums[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float4 v = ((const float4 *)a)[(size_t)blockIdx.x * 256 + threadIdx.x];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float all = v.w;
    for (int o = 1; o < 32; o *= 2) {
        float other = __shfl_up_sync(~0u, all, o);
        all += lane >= o ? other : 0;
    }
    if (lane == 31)
        sums[warp] = all;
    __syncthreads();
    float before = all - v.w;
    for (int w = 0; w < warp; w++)
        before += sums[w];
    ((float4 *)c)[(size_t)blockIdx.x * 256 + threadIdx.x] =
        make_float4(v.x + before, v.y + before, v.z + before, v.w + before);
}
extern "C" __global__ void course_histogram(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ unsigned bins[];
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[(unsigned)((a[i] * 0.5f + 0.5f) * m) % (unsigned)m], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd((unsigned *)c + i, bins[i]);
}
extern "C" __global__ void course_histogram_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned *)c + (unsigned)((a[i] * 0.5f + 0.5f) * m) % (unsigned)m, 1u);
}
extern "C" __global__ void course_odd_even(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float kept[512];
    size_t first = (size_t)blockIdx.x * 512;
    kept[threadIdx.x] = a[first + threadIdx.x];
    kept[threadIdx.x + 256] = a[first + threadIdx.x + 256];
    for (int step = 0; step < m; step++) {
        int at = 2 * threadIdx.x + step % 2;
        __syncthreads();
        if (at + 1 < 512 && kept[at] > kept[at + 1]) {
            float swap = kept[at];
            kept[at] = kept[at + 1];
            kept[at + 1] = swap;
        }
    }
    __syncthreads();
    c[first + threadIdx.x] = kept[threadIdx.x];
    c[first + threadIdx.x + 256] = kept[threadIdx.x + 256];
}

/* --- stencils --------------------------------------------------------------------------------- */

extern "C" __global__ void course_blur1d(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = -4; k <= 4; k++)
        if (i + k >= 0 && i + k < n)
            sum += a[i + k];
    if (i < n)
        c[i] = sum / 9;
}
extern "C" __global__ void course_blur1d_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float kept[256 + 8];
    int i = blockIdx.x * 256 + threadIdx.x;
    kept[threadIdx.x + 4] = a[i];
    if (threadIdx.x < 4) {
        kept[threadIdx.x] = i >= 4 ? a[i - 4] : 0;
        kept[threadIdx.x + 260] = i + 256 < n ? a[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k <= 8; k++)
        sum += kept[threadIdx.x + k];
    c[i] = sum / 9;
}
extern "C" __global__ void course_sobel(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < 1 || y < 1 || x >= m - 1 || y >= n - 1)
        return;
    const float *p = a + (size_t)y * m + x;
    float gx = p[1 - m] + 2 * p[1] + p[1 + m] - p[-1 - m] - 2 * p[-1] - p[-1 + m];
    float gy = p[m - 1] + 2 * p[m] + p[m + 1] - p[-m - 1] - 2 * p[-m] - p[-m + 1];
    c[(size_t)y * m + x] = sqrtf(gx * gx + gy * gy);
}
extern "C" __global__ void course_heat3d(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    size_t plane = (size_t)m * m;
    if (x < 1 || y < 1 || x >= m - 1 || y >= m - 1)
        return;
    size_t at = (size_t)y * m + x + plane;
    float below = a[at - plane], here = a[at];
    for (int z = 1; z < n - 1; z++, at += plane) {
        float above = a[at + plane];
        c[at] = 0.4f * here + 0.1f * (below + above + a[at - 1] + a[at + 1] + a[at - m] + a[at + m]);
        below = here;
        here = above;
    }
}
extern "C" __global__ void course_life(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned char cells[18][66];
    const unsigned char *in = (const unsigned char *)a;
    int x0 = blockIdx.x * 64, y0 = blockIdx.y * 16;
    for (int i = threadIdx.x; i < 18 * 66; i += blockDim.x) {
        int x = x0 + i % 66 - 1, y = y0 + i / 66 - 1;
        cells[i / 66][i % 66] = x >= 0 && y >= 0 && x < m && y < n ? in[(size_t)y * m + x] & 1 : 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x) {
        int x = i % 64 + 1, y = i / 64 + 1, sum = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sum += dx || dy ? cells[y + dy][x + dx] : 0;
        ((unsigned char *)c)[(size_t)(y0 + y - 1) * m + x0 + x - 1] = sum == 3 || (sum == 2 && cells[y][x]);
    }
}

/* --- matrices --------------------------------------------------------------------------------- */

extern "C" __global__ void course_matmul(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}
extern "C" __global__ void course_matmul_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[32][32], right[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n; t += 32) {
        left[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
extern "C" __global__ void course_matmul_coarse(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[64][8], right[8][64];
    int tx = threadIdx.x % 64, ty = threadIdx.x / 64; /* 512 threads, eight rows each */
    float sums[8] = {};
    for (int t = 0; t < n; t += 8) {
        left[threadIdx.x / 8][threadIdx.x % 8] = a[(blockIdx.y * 64 + threadIdx.x / 8) * n + t + threadIdx.x % 8];
        right[ty][tx] = b[(t + ty) * n + blockIdx.x * 64 + tx];
        __syncthreads();
        for (int k = 0; k < 8; k++) {
            float weight = right[k][tx];
            for (int r = 0; r < 8; r++)
                sums[r] += left[ty * 8 + r][k] * weight;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        c[(blockIdx.y * 64 + ty * 8 + r) * n + blockIdx.x * 64 + tx] = sums[r];
}
extern "C" __global__ void course_matmul_8x8(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float left[8][128], right[8][128];
    int tx = threadIdx.x % 16 * 8, ty = threadIdx.x / 16 * 8, row = blockIdx.y * 128, column = blockIdx.x * 128;
    float sums[8][8] = {};
    for (int t = 0; t < n; t += 8) {
        int r = threadIdx.x / 2, k4 = threadIdx.x % 2 * 4;
        float4 v = *(const float4 *)(a + (size_t)(row + r) * n + t + k4);
        left[k4][r] = v.x;
        left[k4 + 1][r] = v.y;
        left[k4 + 2][r] = v.z;
        left[k4 + 3][r] = v.w;
        *(float4 *)&right[threadIdx.x / 32][threadIdx.x % 32 * 4] =
            *(const float4 *)(b + (size_t)(t + threadIdx.x / 32) * n + column + threadIdx.x % 32 * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float x[8], y[8];
#pragma unroll
            for (int i = 0; i < 8; i++) {
                y[i] = left[k][ty + i];
                x[i] = right[k][tx + i];
            }
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sums[i][j] += y[i] * x[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            c[(size_t)(row + ty + i) * n + column + tx + j] = sums[i][j];
}
extern "C" __global__ void course_matmul_wmma(const float *a, const float *b, float *c, int n, int m)
{
    using namespace nvcuda::wmma;
    int warp = threadIdx.x / 32, row = blockIdx.y * 64 + warp / 2 * 32, column = blockIdx.x * 64 + warp % 2 * 32;
    fragment<accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 4; i++)
        fill_fragment(sums[i / 2][i % 2], 0.0f);
    for (int k = 0; k < n; k += 16) {
        fragment<matrix_a, 16, 16, 16, half, row_major> left[2];
        fragment<matrix_b, 16, 16, 16, half, row_major> right[2];
        for (int i = 0; i < 2; i++) {
            load_matrix_sync(left[i], (const half *)a + (size_t)(row + 16 * i) * n + k, n);
            load_matrix_sync(right[i], (const half *)b + (size_t)k * n + column + 16 * i, n);
        }
        for (int i = 0; i < 4; i++)
            mma_sync(sums[i / 2][i % 2], left[i / 2], right[i % 2], sums[i / 2][i % 2]);
    }
    for (int i = 0; i < 4; i++)
        store_matrix_sync(c + (size_t)(row + 16 * (i / 2)) * n + column + 16 * (i % 2), sums[i / 2][i % 2], n, mem_row_major);
}
extern "C" __global__ void course_matvec(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float sum = 0;
    for (int i = threadIdx.x % 32; i < m; i += 32)
        sum += a[(size_t)row * m + i] * b[i];
    sum = course_warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        c[row] = sum;
}

/* --- rows: softmax and norms ------------------------------------------------------------------ */

__device__ float course_block_reduce(float v, bool largest)
{
    __shared__ float parts[32];
    for (int o = 16; o; o /= 2) {
        float other = __shfl_xor_sync(~0u, v, o);
        v = largest ? fmaxf(v, other) : v + other;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = v;
    __syncthreads();
    v = parts[0];
    for (int w = 1; w < blockDim.x / 32; w++)
        v = largest ? fmaxf(v, parts[w]) : v + parts[w];
    return v;
}
extern "C" __global__ void course_softmax(const float *a, const float *b, float *c, int n, int m)
{
    const float *in = a + (size_t)blockIdx.x * m;
    float *out = c + (size_t)blockIdx.x * m, largest = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        largest = fmaxf(largest, in[i]);
    largest = course_block_reduce(largest, true);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += expf(in[i] - largest);
    sum = course_block_reduce(sum, false);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        out[i] = expf(in[i] - largest) / sum;
}
extern "C" __global__ void course_softmax_warp(const float *a, const float *b, float *c, int n, int m)
{
    int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float kept[8], largest = -INFINITY, sum = 0;
    for (int k = 0; k < 8; k++)
        largest = fmaxf(largest, kept[k] = a[(size_t)row * 256 + k * 32 + lane]);
    for (int o = 16; o; o /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, o));
    for (int k = 0; k < 8; k++)
        sum += kept[k] = __expf(kept[k] - largest);
    for (int o = 16; o; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    for (int k = 0; k < 8; k++)
        c[(size_t)row * 256 + k * 32 + lane] = kept[k] / sum;
}
extern "C" __global__ void course_norm(const float *a, const float *b, float *c, int n, int m)
{
    const float *in = a + (size_t)blockIdx.x * m;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        sum += in[i];
        squares += in[i] * in[i];
    }
    sum = course_block_reduce(sum, false) / m;
    squares = course_block_reduce(squares, false) / m;
    float scale = rsqrtf(squares - sum * sum + 1e-5f);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = (in[i] - sum) * scale * b[i] + b[i + m];
}
extern "C" __global__ void course_norm_shared(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float4 row[];
    const float4 *in = (const float4 *)(a + (size_t)blockIdx.x * m);
    float squares = 0;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = row[i] = in[i];
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float scale = rsqrtf(course_block_reduce(squares, false) / m + 1e-5f);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = row[i], w = ((const float4 *)b)[i];
        ((float4 *)(c + (size_t)blockIdx.x * m))[i] = make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z, v.w * scale * w.w);
    }
}

/* --- latency, occupancy, spills, conflicts, small grids --------------------------------------- */

extern "C" __global__ void course_list(const float *a, const float *b, float *c, int n, int m)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < m; k++)
        at = (at * 1664525u + 1013904223u + (__float_as_uint(a[at % (unsigned)n]) & 1)) ;
    ((unsigned *)c)[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
extern "C" __global__ void course_tree(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* binary search in a table of m equal steps */
    if (i >= n)
        return;
    float x = b[i];
    int low = 0, high = m;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (a[middle] * 0.0f + middle * (2.0f / m) - 1.0f <= x)
            low = middle;
        else
            high = middle;
    }
    ((int *)c)[i] = low;
}
extern "C" __global__ void __launch_bounds__(1024, 2) course_spills(const float *a, const float *b, float *c, int n, int m)
{
    float v[48];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 48; k++)
        v[k] = a[(size_t)k * n + i];
    for (int r = 0; r < m; r++)
#pragma unroll
        for (int k = 0; k < 48; k++)
            v[k] = v[k] * v[(k + 7) % 48] + v[(k + 19) % 48];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 48; k++)
        sum += v[k];
    c[i] = sum;
}
extern "C" __global__ void course_conflicts(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float kept[32 * 33];
    int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
    kept[threadIdx.y * m + threadIdx.x] = a[i];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; k++)
        sum += kept[threadIdx.x * m + (threadIdx.y + k) % 32];
    c[i] = sum;
}
extern "C" __global__ void course_tail(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < m; k++)
        x = x * 0.999f + 0.01f;
    c[i] = x;
}
extern "C" __global__ void course_polynomial4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], p = 0, q = 0, r = 0, s = 0;
    for (int k = 0; k < m; k++) {
        p = p * x + 1.0f;
        q = q * x + 2.0f;
        r = r * x + 3.0f;
        s = s * x + 4.0f;
    }
    c[i] = p + q + r + s;
}

/* --- attention -------------------------------------------------------------------------------- */

// One block per query: scores in shared memory, then the sum over the values. There are n keys of
// width 64; blockIdx.y is the head.
extern "C" __global__ void course_attention(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float scores[];
    const float *q = a + ((size_t)blockIdx.y * n + blockIdx.x) * 64, *k = b + (size_t)blockIdx.y * n * 64, *v = k + (size_t)m;
    float largest = -INFINITY, sum = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float dot = 0;
        for (int d = 0; d < 64; d++)
            dot += q[d] * k[(size_t)j * 64 + d];
        scores[j] = dot * 0.125f;
        largest = fmaxf(largest, scores[j]);
    }
    largest = course_block_reduce(largest, true);
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        sum += scores[j] = __expf(scores[j] - largest);
    sum = course_block_reduce(sum, false);
    int d = threadIdx.x % 64, part = threadIdx.x / 64, parts = blockDim.x / 64;
    float out = 0;
    for (int j = part; j < n; j += parts)
        out += scores[j] * v[(size_t)j * 64 + d];
    __syncthreads();
    scores[threadIdx.x] = out;
    __syncthreads();
    if (part == 0) {
        for (int p = 1; p < parts; p++)
            out += scores[p * 64 + d];
        c[((size_t)blockIdx.y * n + blockIdx.x) * 64 + d] = out / sum;
    }
}
// A thread a query, keys and values by tiles of 32 through shared memory.
extern "C" __global__ void course_attention_tiled(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float keys[32][32], values[32][32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float q[32], out[32] = {}, largest = -INFINITY, sum = 0;
    for (int d = 0; d < 32; d++)
        q[d] = a[((size_t)blockIdx.y * n + i) * 32 + d];
    for (int first = 0; first < n; first += 32) {
        __syncthreads();
        for (int e = threadIdx.x; e < 1024; e += blockDim.x) {
            keys[e / 32][e % 32] = b[((size_t)blockIdx.y * n + first) * 32 + e];
            values[e / 32][e % 32] = b[((size_t)blockIdx.y * n + first) * 32 + e + m];
        }
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float dot = 0;
#pragma unroll
            for (int d = 0; d < 32; d++)
                dot += q[d] * keys[j][d];
            float next = fmaxf(largest, dot), keep = __expf(largest - next), weight = __expf(dot - next);
            sum = sum * keep + weight;
            largest = next;
#pragma unroll
            for (int d = 0; d < 32; d++)
                out[d] = out[d] * keep + weight * values[j][d];
        }
    }
    for (int d = 0; d < 32; d++)
        c[((size_t)blockIdx.y * n + i) * 32 + d] = out[d] / sum;
}
