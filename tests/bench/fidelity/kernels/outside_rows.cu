// Set 11, second part: reductions, scans, counters, rows, attention over a cache. All were
// predicted before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ static float outside_warp_sum_all(float x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x += __shfl_xor_sync(0xffffffff, x, offset);
    return x;
}
__device__ static int outside_warp_most(int x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x = max(x, __shfl_xor_sync(0xffffffff, x, offset));
    return x;
}

/* --- the largest of n integers, blocks of 512 ------------------------------------------------- */

extern "C" __global__ void outside_most_modulo(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[512];
    int i = blockIdx.x * 512 + threadIdx.x;
    part[threadIdx.x] = i < n ? ((const int *)a)[i] : INT_MIN;
    __syncthreads();
    for (int s = 1; s < 512; s *= 2) {
        if (threadIdx.x % (2 * s) == 0)
            part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ((int *)c)[blockIdx.x] = part[0];
}
extern "C" __global__ void outside_most_strided(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[512];
    int i = blockIdx.x * 512 + threadIdx.x;
    part[threadIdx.x] = i < n ? ((const int *)a)[i] : INT_MIN;
    __syncthreads();
    for (int s = 1; s < 512; s *= 2) {
        int at = 2 * s * threadIdx.x;
        if (at < 512)
            part[at] = max(part[at], part[at + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ((int *)c)[blockIdx.x] = part[0];
}
extern "C" __global__ void outside_most_halves(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[512];
    int i = blockIdx.x * 512 + threadIdx.x;
    part[threadIdx.x] = i < n ? ((const int *)a)[i] : INT_MIN;
    __syncthreads();
    for (int s = 256; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ((int *)c)[blockIdx.x] = part[0];
}
/* two numbers a thread, the last warp by shuffles */
extern "C" __global__ void outside_most_two(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[512];
    const int *in = (const int *)a;
    int i = blockIdx.x * 1024 + threadIdx.x, x = i < n ? in[i] : INT_MIN;
    if (i + 512 < n)
        x = max(x, in[i + 512]);
    part[threadIdx.x] = x;
    __syncthreads();
    for (int s = 256; s >= 32; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        x = outside_warp_most(part[threadIdx.x]);
        if (threadIdx.x == 0)
            ((int *)c)[blockIdx.x] = x;
    }
}
extern "C" __global__ void outside_most_shuffles(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[16];
    int i = blockIdx.x * 512 + threadIdx.x, x = outside_warp_most(i < n ? ((const int *)a)[i] : INT_MIN);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = outside_warp_most(threadIdx.x < 16 ? part[threadIdx.x] : INT_MIN);
        if (threadIdx.x == 0)
            ((int *)c)[blockIdx.x] = x;
    }
}
extern "C" __global__ void outside_most_grid(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[16];
    int x = INT_MIN;
    for (int i = blockIdx.x * 512 + threadIdx.x; i < n / 4; i += gridDim.x * 512) {
        int4 v = ((const int4 *)a)[i];
        x = max(max(x, v.x), max(max(v.y, v.z), v.w));
    }
    x = outside_warp_most(x);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = outside_warp_most(threadIdx.x < 16 ? part[threadIdx.x] : INT_MIN);
        if (threadIdx.x == 0)
            atomicMax((int *)c, x);
    }
}

/* --- running sums of integers, a block of 512 each -------------------------------------------- */

extern "C" __global__ void outside_scan_doubling(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[2][512];
    int i = blockIdx.x * 512 + threadIdx.x, from = 0;
    part[0][threadIdx.x] = ((const int *)a)[i] & 255;
    __syncthreads();
    for (int s = 1; s < 512; s *= 2) {
        int x = part[from][threadIdx.x];
        if (threadIdx.x >= s)
            x += part[from][threadIdx.x - s];
        part[1 - from][threadIdx.x] = x;
        from = 1 - from;
        __syncthreads();
    }
    ((int *)c)[i] = part[from][threadIdx.x];
}
template <int shift> __device__ static int outside_place(int i)
{
    return i + (i >> shift);
}
/* up and down a tree of 512 numbers by 256 threads */
template <int shift> __device__ static void outside_tree(const int *in, int *out)
{
    __shared__ int part[512 + (512 >> shift)];
    int t = threadIdx.x, first = blockIdx.x * 512, offset = 1;
    part[outside_place<shift>(t)] = in[first + t] & 255;
    part[outside_place<shift>(t + 256)] = in[first + t + 256] & 255;
    for (int d = 256; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d)
            part[outside_place<shift>(offset * (2 * t + 2) - 1)] += part[outside_place<shift>(offset * (2 * t + 1) - 1)];
    }
    if (t == 0)
        part[outside_place<shift>(511)] = 0;
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = outside_place<shift>(offset * (2 * t + 1) - 1), right = outside_place<shift>(offset * (2 * t + 2) - 1);
            int x = part[left];
            part[left] = part[right];
            part[right] += x;
        }
    }
    __syncthreads();
    out[first + t] = part[outside_place<shift>(t)];
    out[first + t + 256] = part[outside_place<shift>(t + 256)];
}
extern "C" __global__ void outside_scan_tree(const float *a, const float *b, float *c, int n, int m)
{
    outside_tree<20>((const int *)a, (int *)c);
}
extern "C" __global__ void outside_scan_tree_padded(const float *a, const float *b, float *c, int n, int m)
{
    outside_tree<5>((const int *)a, (int *)c);
}
__device__ static int outside_warp_scan(int x)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        int y = __shfl_up_sync(0xffffffff, x, offset);
        if (threadIdx.x % 32 >= offset)
            x += y;
    }
    return x;
}
extern "C" __global__ void outside_scan_shuffles(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[16];
    int i = blockIdx.x * 512 + threadIdx.x, warp = threadIdx.x / 32, x = outside_warp_scan(((const int *)a)[i] & 255);
    if (threadIdx.x % 32 == 31)
        part[warp] = x;
    __syncthreads();
    if (warp == 0) {
        int sum = outside_warp_scan(threadIdx.x < 16 ? part[threadIdx.x] : 0);
        if (threadIdx.x < 16)
            part[threadIdx.x] = sum;
    }
    __syncthreads();
    ((int *)c)[i] = x + (warp ? part[warp - 1] : 0);
}
/* four numbers a thread, 128 threads */
extern "C" __global__ void outside_scan_fours(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int part[4];
    int i = blockIdx.x * 128 + threadIdx.x, warp = threadIdx.x / 32, before = 0;
    int4 v = ((const int4 *)a)[i];
    v.x &= 255;
    v.y = v.x + (v.y & 255);
    v.z = v.y + (v.z & 255);
    v.w = v.z + (v.w & 255);
    int x = outside_warp_scan(v.w);
    if (threadIdx.x % 32 == 31)
        part[warp] = x;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        before += part[w];
    before += x - v.w;
    ((int4 *)c)[i] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

/* --- 2048 counters ---------------------------------------------------------------------------- */

__device__ static int outside_bin(float x)
{
    return min((int)((x + 1.0f) * 1024.0f), 2047);
}
extern "C" __global__ void outside_count_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((int *)c + outside_bin(a[i]), 1);
}
/* each block clears and adds up a whole table for the few numbers that it counts */
extern "C" __global__ void outside_count_short(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int bins[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        bins[k] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[outside_bin(a[i])], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        atomicAdd((int *)c + k, bins[k]);
}
extern "C" __global__ void outside_count_grid(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int bins[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        bins[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[outside_bin(a[i])], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        if (bins[k])
            atomicAdd((int *)c + k, bins[k]);
}
extern "C" __global__ void outside_count_float4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int bins[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        bins[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 v = ((const float4 *)a)[i];
        atomicAdd(&bins[outside_bin(v.x)], 1);
        atomicAdd(&bins[outside_bin(v.y)], 1);
        atomicAdd(&bins[outside_bin(v.z)], 1);
        atomicAdd(&bins[outside_bin(v.w)], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        if (bins[k])
            atomicAdd((int *)c + k, bins[k]);
}

/* --- a sum of doubles ------------------------------------------------------------------------- */

__device__ static double outside_warp_double(double x)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        x += __shfl_down_sync(0xffffffff, x, offset);
    return x;
}
extern "C" __global__ void outside_double_threads(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((double *)c, (double)a[i] * b[i]);
}
extern "C" __global__ void outside_double_warps(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = outside_warp_double(i < n ? (double)a[i] * b[i] : 0.0);
    if (threadIdx.x % 32 == 0)
        atomicAdd((double *)c, x);
}
extern "C" __global__ void outside_double_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double part[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    part[threadIdx.x] = i < n ? (double)a[i] * b[i] : 0.0;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd((double *)c, part[0]);
}
extern "C" __global__ void outside_double_grid(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double part[8];
    double x = 0.0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        x += (double)a[i] * b[i];
    x = outside_warp_double(x);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd((double *)c, part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7]);
}

/* --- softmax of long rows, a block a row ------------------------------------------------------ */

__device__ static float outside_block(float x, bool most, float *part)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        float y = __shfl_xor_sync(0xffffffff, x, offset);
        x = most ? fmaxf(x, y) : x + y;
    }
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    x = part[0];
    for (int w = 1; w < blockDim.x / 32; w++)
        x = most ? fmaxf(x, part[w]) : x + part[w];
    __syncthreads();
    return x;
}
extern "C" __global__ void outside_soft_three(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float *y = c + (size_t)blockIdx.x * m, most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = outside_block(most, true, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += __expf(x[i] - most);
    sum = outside_block(sum, false, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        y[i] = __expf(x[i] - most) / sum;
}
/* the powers are written, read and divided */
extern "C" __global__ void outside_soft_written(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float *y = c + (size_t)blockIdx.x * m, most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = outside_block(most, true, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        float power = expf(x[i] - most);
        y[i] = power;
        sum += power;
    }
    sum = outside_block(sum, false, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        y[i] /= sum;
}
extern "C" __global__ void outside_soft_online(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float *y = c + (size_t)blockIdx.x * m, most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        float next = fmaxf(most, x[i]);
        sum = sum * __expf(most - next) + __expf(x[i] - next);
        most = next;
    }
    float all = outside_block(most, true, part);
    sum = outside_block(sum * __expf(most - all), false, part);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        y[i] = __expf(x[i] - all) / sum;
}
extern "C" __global__ void outside_soft_float4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float4 *x = (const float4 *)(a + (size_t)blockIdx.x * m);
    float4 *y = (float4 *)(c + (size_t)blockIdx.x * m);
    float most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = x[i];
        float next = fmaxf(fmaxf(most, fmaxf(v.x, v.y)), fmaxf(v.z, v.w));
        sum = sum * __expf(most - next) + __expf(v.x - next) + __expf(v.y - next) + __expf(v.z - next) + __expf(v.w - next);
        most = next;
    }
    float all = outside_block(most, true, part);
    float scale = 1.0f / outside_block(sum * __expf(most - all), false, part);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = x[i];
        y[i] = make_float4(__expf(v.x - all) * scale, __expf(v.y - all) * scale, __expf(v.z - all) * scale, __expf(v.w - all) * scale);
    }
}
extern "C" __global__ void outside_soft_kept(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float4 outside_kept[];
    __shared__ float part[32];
    const float4 *x = (const float4 *)(a + (size_t)blockIdx.x * m);
    float most = -1e30f, sum = 0.0f;
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = x[i];
        outside_kept[i] = v;
        most = fmaxf(fmaxf(most, fmaxf(v.x, v.y)), fmaxf(v.z, v.w));
    }
    most = outside_block(most, true, part);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = outside_kept[i];
        v = make_float4(__expf(v.x - most), __expf(v.y - most), __expf(v.z - most), __expf(v.w - most));
        outside_kept[i] = v;
        sum += v.x + v.y + v.z + v.w;
    }
    float scale = 1.0f / outside_block(sum, false, part);
    for (int i = threadIdx.x; i < m / 4; i += blockDim.x) {
        float4 v = outside_kept[i];
        ((float4 *)(c + (size_t)blockIdx.x * m))[i] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
    }
}

/* --- layer norm of short rows ----------------------------------------------------------------- */

extern "C" __global__ void outside_norm_threads(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < m; i++) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    float mean = sum / m, scale = rsqrtf(squares / m - mean * mean + 1e-5f);
    for (int i = 0; i < m; i++)
        c[(size_t)row * m + i] = (x[i] - mean) * scale * b[i] + b[m + i];
}
extern "C" __global__ void outside_norm_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * m;
    float v = x[threadIdx.x], mean = outside_block(v, false, part) / m;
    float scale = rsqrtf(outside_block((v - mean) * (v - mean), false, part) / m + 1e-5f);
    c[(size_t)blockIdx.x * m + threadIdx.x] = (v - mean) * scale * b[threadIdx.x] + b[m + threadIdx.x];
}
extern "C" __global__ void outside_norm_warps(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float *x = a + (size_t)row * m;
    float sum = 0.0f, squares = 0.0f;
    for (int i = lane; i < m; i += 32)
        sum += x[i];
    float mean = outside_warp_sum_all(sum) / m;
    for (int i = lane; i < m; i += 32)
        squares += (x[i] - mean) * (x[i] - mean);
    float scale = rsqrtf(outside_warp_sum_all(squares) / m + 1e-5f);
    for (int i = lane; i < m; i += 32)
        c[(size_t)row * m + i] = (x[i] - mean) * scale * b[i] + b[m + i];
}
/* 192 numbers: three pairs a lane, kept in registers */
extern "C" __global__ void outside_norm_pairs(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    const float2 *x = (const float2 *)(a + (size_t)row * 192), *gain = (const float2 *)b;
    float2 v[3];
    float sum = 0.0f, squares = 0.0f;
    for (int k = 0; k < 3; k++) {
        v[k] = x[lane + 32 * k];
        sum += v[k].x + v[k].y;
        squares += v[k].x * v[k].x + v[k].y * v[k].y;
    }
    float mean = outside_warp_sum_all(sum) / 192, scale = rsqrtf(outside_warp_sum_all(squares) / 192 - mean * mean + 1e-5f);
    for (int k = 0; k < 3; k++) {
        float2 g = gain[lane + 32 * k], shift = gain[96 + lane + 32 * k];
        ((float2 *)(c + (size_t)row * 192))[lane + 32 * k] =
            make_float2((v[k].x - mean) * scale * g.x + shift.x, (v[k].y - mean) * scale * g.y + shift.y);
    }
}
