// Set 9, first part: elementwise kernels in several types, gathers, transposes, sums, scans,
// stencils. All were predicted before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* --- element by element ----------------------------------------------------------------------- */

/* each thread takes a chunk of its own */
extern "C" __global__ void exam_saxpy_chunks(const float *a, const float *b, float *c, int n, int m)
{
    int chunk = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
    for (int i = first; i < first + chunk && i < n; i++)
        c[i] = 2.5f * a[i] + b[i];
}
extern "C" __global__ void exam_saxpy(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 2.5f * a[i] + b[i];
}
extern "C" __global__ void exam_saxpy_stride(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        c[i] = 2.5f * a[i] + b[i];
}
extern "C" __global__ void exam_saxpy4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    float4 x = reinterpret_cast<const float4 *>(a)[i], y = reinterpret_cast<const float4 *>(b)[i];
    y.x += 2.5f * x.x;
    y.y += 2.5f * x.y;
    y.z += 2.5f * x.z;
    y.w += 2.5f * x.w;
    reinterpret_cast<float4 *>(c)[i] = y;
}
__device__ static short exam_saturate(int x)
{
    return (short)min(max(x, -32768), 32767);
}
extern "C" __global__ void exam_shorts(const float *a, const float *b, float *c, int n, int m)
{
    const short *x = (const short *)a, *y = (const short *)b;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((short *)c)[i] = exam_saturate(x[i] + y[i]);
}
extern "C" __global__ void exam_shorts4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    short4 x = ((const short4 *)a)[i], y = ((const short4 *)b)[i];
    ((short4 *)c)[i] = make_short4(exam_saturate(x.x + y.x), exam_saturate(x.y + y.y), exam_saturate(x.z + y.z),
                                   exam_saturate(x.w + y.w));
}
extern "C" __global__ void exam_shorts8(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 8)
        return;
    int4 x = ((const int4 *)a)[i], y = ((const int4 *)b)[i];
    ((int4 *)c)[i] = make_int4(__vaddss2(x.x, y.x), __vaddss2(x.y, y.y), __vaddss2(x.z, y.z), __vaddss2(x.w, y.w));
}
extern "C" __global__ void exam_doubles2(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double2 x = ((const double2 *)a)[i], y = ((const double2 *)b)[i];
    ((double2 *)c)[i] = make_double2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
/* positions and velocities of 12 bytes each */
extern "C" __global__ void exam_particles(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 p = ((const float3 *)a)[i], v = ((const float3 *)b)[i];
    p.x += v.x * 0.01f;
    p.y += v.y * 0.01f;
    p.z += v.z * 0.01f - 0.05f;
    if (p.y < -1.0f)
        p.y = -2.0f - p.y;
    ((float3 *)c)[i] = p;
}
extern "C" __global__ void exam_swiglu_half(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 gate = __half22float2(((const __half2 *)a)[i]), up = __half22float2(((const __half2 *)b)[i]);
    gate.x = gate.x / (1.0f + expf(-gate.x)) * up.x;
    gate.y = gate.y / (1.0f + expf(-gate.y)) * up.y;
    ((__half2 *)c)[i] = __float22half2_rn(gate);
}
/* a matrix of m columns: + a column's bias, * a row's scale */
extern "C" __global__ void exam_bias_scale(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < m)
        c[row * m + column] = (a[row * m + column] + b[column]) * b[m + row];
}

/* --- here and there --------------------------------------------------------------------------- */

extern "C" __global__ void exam_gather(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int at = (int)((a[i] + 1.0f) * 0.5f * (m - 1));
    c[i] = b[at];
}
extern "C" __global__ void exam_scatter_stride(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[(size_t)i * m % n] = a[i];
}
extern "C" __global__ void exam_transpose_read(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < n)
        c[x * n + y] = a[y * m + x];
}
extern "C" __global__ void exam_transpose_write(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < m)
        c[y * n + x] = a[x * m + y];
}
template <int PAD> __device__ static void exam_transpose_tile(const float *a, float *c, int n, int m)
{
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < m && y + j < n)
            tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * m + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < n && y + j < m)
            c[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void exam_transpose_shared(const float *a, const float *b, float *c, int n, int m)
{
    exam_transpose_tile<0>(a, c, n, m);
}
extern "C" __global__ void exam_transpose_padded(const float *a, const float *b, float *c, int n, int m)
{
    exam_transpose_tile<1>(a, c, n, m);
}

/* --- sums ------------------------------------------------------------------------------------- */

/* the first try of every course: every second thread, then every fourth */
extern "C" __global__ void exam_sum_modulo(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (threadIdx.x % (2 * s) == 0)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void exam_sum_strided(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int at = 2 * s * threadIdx.x;
        if (at < blockDim.x)
            part[at] += part[at + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void exam_sum_halves(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    part[threadIdx.x] = (i < n ? a[i] : 0.0f) + (i + blockDim.x < n ? a[i + blockDim.x] : 0.0f);
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void exam_sum_shuffle8(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[8];
    float sum = 0.0f;
    int first = blockIdx.x * blockDim.x * 8 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k * 256 < n)
            sum += a[first + k * 256];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 8) {
        sum = part[threadIdx.x];
        for (int offset = 4; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xff, sum, offset);
        if (threadIdx.x == 0)
            atomicAdd(c, sum);
    }
}
/* few warps: 1, 2 or 4 loads at a time */
template <int LOADS> __device__ static void exam_few(const float *a, float *c, int n)
{
    float sums[LOADS] = {};
    int step = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + (LOADS - 1) * step < n; i += LOADS * step)
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            sums[k] += a[i + k * step];
    for (int k = 1; k < LOADS; k++)
        sums[0] += sums[k];
    c[blockIdx.x * blockDim.x + threadIdx.x] = sums[0];
}
extern "C" __global__ void exam_few1(const float *a, const float *b, float *c, int n, int m)
{
    exam_few<1>(a, c, n);
}
extern "C" __global__ void exam_few2(const float *a, const float *b, float *c, int n, int m)
{
    exam_few<2>(a, c, n);
}
extern "C" __global__ void exam_few6(const float *a, const float *b, float *c, int n, int m)
{
    exam_few<6>(a, c, n);
}
/* gradients of a norm's weights: a thread a column, rows split over blockIdx.y */
extern "C" __global__ void exam_gamma_gradient(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, rows = (n + gridDim.y - 1) / gridDim.y;
    if (column >= m)
        return;
    float sum = 0.0f;
    for (int row = blockIdx.y * rows; row < min(n, (int)(blockIdx.y + 1) * rows); row++)
        sum += a[(size_t)row * m + column] * b[(size_t)row * m + column];
    atomicAdd(&c[column], sum);
}

/* --- scans and counts ------------------------------------------------------------------------- */

extern "C" __global__ void exam_scan_tree(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024, offset = 1;
    x[2 * t] = a[base + 2 * t];
    x[2 * t + 1] = a[base + 2 * t + 1];
    for (int d = 512; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d)
            x[offset * (2 * t + 2) - 1] += x[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        x[1023] = 0;
    for (int d = 1; d < 1024; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            float left = x[offset * (2 * t + 1) - 1];
            x[offset * (2 * t + 1) - 1] = x[offset * (2 * t + 2) - 1];
            x[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    c[base + 2 * t] = x[2 * t];
    c[base + 2 * t + 1] = x[2 * t + 1];
}
extern "C" __global__ void exam_scan_steps(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[512];
    int i = blockIdx.x * 512 + threadIdx.x;
    x[threadIdx.x] = a[i];
    for (int offset = 1; offset < 512; offset *= 2) {
        __syncthreads();
        float other = threadIdx.x >= offset ? x[threadIdx.x - offset] : 0.0f;
        __syncthreads();
        x[threadIdx.x] += other;
    }
    c[i] = x[threadIdx.x];
}
extern "C" __global__ void exam_scan_warps4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float totals[8];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float4 x = ((const float4 *)a)[i];
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    float sum = x.w;
    for (int offset = 1; offset < 32; offset *= 2) {
        float other = __shfl_up_sync(0xffffffff, sum, offset);
        if (lane >= offset)
            sum += other;
    }
    if (lane == 31)
        totals[warp] = sum;
    __syncthreads();
    float before = sum - x.w;
    for (int w = 0; w < warp; w++)
        before += totals[w];
    ((float4 *)c)[i] = make_float4(x.x + before, x.y + before, x.z + before, x.w + before);
}
__device__ static int exam_bin(float x, int bins)
{
    return min((int)((x * x * x + 1.0f) * 0.5f * bins), bins - 1);
}
extern "C" __global__ void exam_bins_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((int *)c + exam_bin(a[i], m), 1);
}
extern "C" __global__ void exam_bins_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int bins[128];
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[exam_bin(a[i], m)], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd((int *)c + i, bins[i]);
}
extern "C" __global__ void exam_bins_warps(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int bins[8][129];
    int warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 8 * 129; i += blockDim.x)
        (&bins[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
        float4 x = ((const float4 *)a)[i];
        atomicAdd(&bins[warp][exam_bin(x.x, m)], 1);
        atomicAdd(&bins[warp][exam_bin(x.y, m)], 1);
        atomicAdd(&bins[warp][exam_bin(x.z, m)], 1);
        atomicAdd(&bins[warp][exam_bin(x.w, m)], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        int sum = 0;
        for (int w = 0; w < 8; w++)
            sum += bins[w][i];
        atomicAdd((int *)c + i, sum);
    }
}
/* keep what is positive: one atomic a thread, one a warp, one a block */
extern "C" __global__ void exam_filter_threads(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > 0.0f)
        c[64 + (atomicAdd((unsigned *)c, 1u) & (m - 1))] = a[i];
}
extern "C" __global__ void exam_filter_warps(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float x = i < n ? a[i] : -1.0f;
    unsigned kept = __ballot_sync(0xffffffff, x > 0.0f), first = 0;
    if (lane == 0 && kept)
        first = atomicAdd((unsigned *)c, (unsigned)__popc(kept));
    first = __shfl_sync(0xffffffff, first, 0);
    if (x > 0.0f)
        c[64 + ((first + __popc(kept & ((1u << lane) - 1))) & (m - 1))] = x;
}
extern "C" __global__ void exam_filter_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned count, first;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    unsigned place = 0;
    bool keep = i < n && a[i] > 0.0f;
    if (keep)
        place = atomicAdd(&count, 1u);
    __syncthreads();
    if (threadIdx.x == 0)
        first = atomicAdd((unsigned *)c, count);
    __syncthreads();
    if (keep)
        c[64 + ((first + place) & (m - 1))] = a[i];
}
