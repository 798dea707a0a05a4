// Set 10, first part: layouts, bytes, sums, segments, stencils, sparse rows. All were predicted
// before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* --- pictures of bytes ------------------------------------------------------------------------ */

/* From pixels of 3 bytes to planes of floats. One thread does a number, a pixel or four pixels. */
extern "C" __global__ void resit_planes_number(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 * n)
        return;
    int channel = i / n, pixel = i % n;
    c[i] = (((const unsigned char *)a)[pixel * 3 + channel] / 255.0f - 0.45f) / 0.225f;
}
extern "C" __global__ void resit_planes_pixel(const float *a, const float *b, float *c, int n, int m)
{
    int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= n)
        return;
    for (int channel = 0; channel < 3; channel++)
        c[channel * n + pixel] = (((const unsigned char *)a)[pixel * 3 + channel] * (1.0f / 255.0f) - 0.45f) * 4.4444f;
}
extern "C" __global__ void resit_planes_four(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    const unsigned *words = (const unsigned *)a + 3 * i;
    unsigned x = words[0], y = words[1], z = words[2];
    const float scale = 4.4444f / 255.0f, shift = -2.0f;
    ((float4 *)c)[i] = make_float4((x & 255) * scale + shift, (x >> 24) * scale + shift, (y >> 16 & 255) * scale + shift,
                                   (z >> 8 & 255) * scale + shift);
    ((float4 *)(c + n))[i] = make_float4((x >> 8 & 255) * scale + shift, (y & 255) * scale + shift, (y >> 24) * scale + shift,
                                         (z >> 16 & 255) * scale + shift);
    ((float4 *)(c + 2 * (size_t)n))[i] = make_float4((x >> 16 & 255) * scale + shift, (y >> 8 & 255) * scale + shift,
                                                     (z & 255) * scale + shift, (z >> 24) * scale + shift);
}
/* a curve of 256 bytes looked up for each byte */
extern "C" __global__ void resit_tone_curve(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned char curve[256];
    curve[threadIdx.x] = ((const unsigned char *)b)[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        uchar4 x = ((const uchar4 *)a)[i];
        ((uchar4 *)c)[i] = make_uchar4(curve[x.x], curve[x.y], curve[x.z], curve[x.w]);
    }
}
/* a picture turned by 30 degrees, four neighbours mixed */
extern "C" __global__ void resit_turn(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    float u = 0.866f * (x - n / 2) - 0.5f * (y - n / 2) + n / 2, v = 0.5f * (x - n / 2) + 0.866f * (y - n / 2) + n / 2;
    int left = (int)floorf(u), top = (int)floorf(v);
    float value = 0.0f;
    if (left >= 0 && top >= 0 && left + 1 < n && top + 1 < n) {
        float p = u - left, q = v - top;
        const float *at = a + (size_t)top * n + left;
        value = (1 - q) * ((1 - p) * at[0] + p * at[1]) + q * ((1 - p) * at[n] + p * at[n + 1]);
    }
    c[(size_t)y * n + x] = value;
}

/* --- layouts ---------------------------------------------------------------------------------- */

/* From channels last to channels first: m pixels of 96 channels; blockIdx.y is the picture. */
extern "C" __global__ void resit_channels_write(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 96 * m)
        return;
    size_t picture = (size_t)blockIdx.y * 96 * m;
    c[picture + i] = a[picture + (size_t)(i % m) * 96 + i / m];
}
extern "C" __global__ void resit_channels_read(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 96 * m)
        return;
    size_t picture = (size_t)blockIdx.y * 96 * m;
    c[picture + (size_t)(i % 96) * m + i / 96] = a[picture + i];
}
extern "C" __global__ void resit_channels_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[96][33];
    size_t picture = (size_t)blockIdx.y * 96 * m;
    int first = blockIdx.x * 32;
    for (int i = threadIdx.x; i < 32 * 96; i += blockDim.x)
        if (first + i / 96 < m)
            tile[i % 96][i / 96] = a[picture + (size_t)first * 96 + i];
    __syncthreads();
    for (int i = threadIdx.x; i < 32 * 96; i += blockDim.x)
        if (first + i % 32 < m)
            c[picture + (size_t)(i / 32) * m + first + i % 32] = tile[i / 32][i % 32];
}
/* four channels become a square of 2 x 2 pixels */
extern "C" __global__ void resit_pixel_shuffle(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = i % (2 * m), y = i / (2 * m) % (2 * m), plane = i / (4 * m * m);
    c[i] = a[((plane * 4 + y % 2 * 2 + x % 2) * m + y / 2) * m + x / 2];
}
extern "C" __global__ void resit_fill(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x)
        ((float4 *)c)[i] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
}
/* weights, gradients and one momentum, which is kept where the weights go */
extern "C" __global__ void resit_momentum(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gradient = a[i] + 0.01f * b[i], speed = 0.9f * c[i] + gradient;
    c[i] = speed;
    c[n + i] = b[i] - 0.001f * (gradient + 0.9f * speed);
}
/* one step of a sorting network over all numbers */
extern "C" __global__ void resit_exchange(const float *a, const float *b, float *c, int n, int m)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, i = t / m * 2 * m + t % m;
    if (i + m >= n)
        return;
    float x = a[i], y = a[i + m];
    bool up = (i / (4 * m)) % 2 == 0;
    c[i] = up == (x < y) ? x : y;
    c[i + m] = up == (x < y) ? y : x;
}

/* --- sums ------------------------------------------------------------------------------------- */

extern "C" __global__ void resit_dot_atomics(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(c, a[i] * b[i]);
}
extern "C" __global__ void resit_dot_tree(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[512];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 256; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(c, part[0]);
}
extern "C" __global__ void resit_dot_float4(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(c, sum);
}
/* the largest number as an integer: an atomic a thread, a warp, a block */
extern "C" __global__ void resit_most_threads(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax((int *)c + threadIdx.x % m, (int)(a[i] * 1e6f));
}
extern "C" __global__ void resit_most_warps(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = __reduce_max_sync(0xffffffff, i < n ? (int)(a[i] * 1e6f) : -2000000);
    if (threadIdx.x % 32 == 0)
        atomicMax((int *)c, x);
}
extern "C" __global__ void resit_most_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = -2000000;
    __syncthreads();
    int x = -2000000;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x = max(x, (int)(a[i] * 1e6f));
    atomicMax(&most, x);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax((int *)c, most);
}
extern "C" __global__ void resit_mean_columns(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= m)
        return;
    float sum = 0.0f;
    for (int row = 0; row < n; row++)
        sum += a[(size_t)row * m + column];
    c[column] = sum / n;
}
extern "C" __global__ void resit_mean_blocks(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[8][33];
    int column = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (column < m)
        for (int row = threadIdx.y; row < n; row += 8)
            sum += a[(size_t)row * m + column];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && column < m) {
        for (int j = 1; j < 8; j++)
            sum += part[j][threadIdx.x];
        c[column] = sum / n;
    }
}
extern "C" __global__ void resit_mean_split(const float *a, const float *b, float *c, int n, int m)
{
    int column = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    if (column >= m)
        return;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int row = blockIdx.y; row < n; row += gridDim.y) {
        float2 x = *(const float2 *)&a[(size_t)row * m + column];
        sum.x += x.x;
        sum.y += x.y;
    }
    atomicAdd(&c[column], sum.x / n);
    atomicAdd(&c[column + 1], sum.y / n);
}
extern "C" __global__ void resit_sum_double(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double part[256];
    double sum = 0.0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        sum += (double)a[i] * a[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        ((double *)c)[blockIdx.x] = part[0];
}
/* segments begin every 48 numbers and are 1 to 48 long: a thread, eight lanes, a warp for each */
template <int LANES> __device__ static void resit_segments(const float *a, const float *b, float *c, int n)
{
    int segment = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (segment >= n)
        return;
    int length = 1 + (int)((b[segment] + 1.0f) * 23.5f);
    float sum = 0.0f;
    for (int i = lane; i < length; i += LANES)
        sum += a[segment * 48 + i];
    for (int offset = LANES / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset, LANES);
    if (lane == 0)
        c[segment] = sum;
}
extern "C" __global__ void resit_segments1(const float *a, const float *b, float *c, int n, int m)
{
    resit_segments<1>(a, b, c, n);
}
extern "C" __global__ void resit_segments8(const float *a, const float *b, float *c, int n, int m)
{
    resit_segments<8>(a, b, c, n);
}
extern "C" __global__ void resit_segments32(const float *a, const float *b, float *c, int n, int m)
{
    resit_segments<32>(a, b, c, n);
}
/*
 * Sparse rows of m numbers at random columns: rows by threads, table columns by threads, rows by
 * half warps.
 */
__device__ static int resit_column(float x, int n)
{
    return (int)((x + 1.0f) * 0.5f * (n - 1));
}
extern "C" __global__ void resit_sparse_rows(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++)
        sum += a[row * m + k] * b[resit_column(a[row * m + k], n)];
    c[row] = sum;
}
extern "C" __global__ void resit_sparse_columns(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++)
        sum += a[k * n + row] * b[resit_column(a[k * n + row], n)];
    c[row] = sum;
}
extern "C" __global__ void resit_sparse_lanes(const float *a, const float *b, float *c, int n, int m)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = lane; k < m; k += 16)
        sum += a[row * m + k] * b[resit_column(a[row * m + k], n)];
    for (int offset = 8; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        c[row] = sum;
}

/* --- stencils --------------------------------------------------------------------------------- */

extern "C" __global__ void resit_cross(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 1 && x < n - 1 && y >= 1 && y < n - 1)
        c[y * n + x] = a[y * n + x] + 0.2f * (a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x] -
                                              4.0f * a[y * n + x]);
}
extern "C" __global__ void resit_cross_tile(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, u = threadIdx.x + 1, v = threadIdx.y + 1;
    bool inside = x < n && y < n;
    tile[v][u] = inside ? a[y * n + x] : 0.0f;
    if (threadIdx.x == 0 && x > 0 && y < n)
        tile[v][0] = a[y * n + x - 1];
    if (threadIdx.x == 15 && x < n - 1 && y < n)
        tile[v][17] = a[y * n + x + 1];
    if (threadIdx.y == 0 && y > 0 && x < n)
        tile[0][u] = a[(y - 1) * n + x];
    if (threadIdx.y == 15 && y < n - 1 && x < n)
        tile[17][u] = a[(y + 1) * n + x];
    __syncthreads();
    if (x >= 1 && x < n - 1 && y >= 1 && y < n - 1)
        c[y * n + x] = tile[v][u] + 0.2f * (tile[v][u - 1] + tile[v][u + 1] + tile[v - 1][u] + tile[v + 1][u] - 4.0f * tile[v][u]);
}
extern "C" __global__ void resit_cross_rows(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * 16;
    if (x < 1 || x >= n - 1 || top + 1 >= n)
        return;
    float above = a[top * n + x], here = a[(top + 1) * n + x];
    for (int y = top + 1; y < min(top + 17, n - 1); y++) {
        float below = a[(y + 1) * n + x];
        c[y * n + x] = here + 0.2f * (a[y * n + x - 1] + a[y * n + x + 1] + above + below - 4.0f * here);
        above = here;
        here = below;
    }
}
/* the largest of 31 neighbours in a row */
extern "C" __global__ void resit_window_most(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 15 || i >= n - 15)
        return;
    float most = a[i - 15];
    for (int k = -14; k <= 15; k++)
        most = fmaxf(most, a[i + k]);
    c[i] = most;
}
/* channels last: 5 x 5 taps for each of 64 channels */
extern "C" __global__ void resit_depthwise(const float *a, const float *b, float *c, int n, int m)
{
    int channel = threadIdx.x, x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y;
    if (x >= n)
        return;
    float sum = 0.0f;
    for (int dy = 0; dy < 5; dy++)
        for (int dx = 0; dx < 5; dx++) {
            int u = x + dx - 2, v = y + dy - 2;
            if (u >= 0 && u < n && v >= 0 && v < m)
                sum += a[((size_t)v * n + u) * 64 + channel] * b[(dy * 5 + dx) * 64 + channel];
        }
    c[((size_t)y * n + x) * 64 + channel] = sum;
}
