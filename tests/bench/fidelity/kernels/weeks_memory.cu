// Set 7, first part: copies, transposes, gathers, reductions, scans, histograms, rows, stencils.
// Each has fast and slow variants. All were predicted before any was measured.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ static unsigned weeks_hash(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

/* --- copies and layouts ----------------------------------------------------------------------- */

extern "C" __global__ void weeks_pitched(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < m)
        c[(size_t)y * n + x] = a[(size_t)y * (n + 33) + x];
}
extern "C" __global__ void weeks_float2_reverse(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2)
        ((float2 *)c)[n / 2 - 1 - i] = ((const float2 *)a)[i];
}
struct weeks_body {
    float x, y, z, mass, u, v, w, charge, fx, fy, fz, age;
};
extern "C" __global__ void weeks_bodies_aos(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const struct weeks_body *in = (const struct weeks_body *)a;
    struct weeks_body *out = (struct weeks_body *)c;
    float step = 0.01f;
    out[i].x = in[i].x + in[i].u * step;
    out[i].y = in[i].y + in[i].v * step;
    out[i].z = in[i].z + in[i].w * step;
}
extern "C" __global__ void weeks_bodies_soa(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int k = 0; k < 3; k++)
        c[k * n + i] = a[k * n + i] + b[k * n + i] * 0.01f;
}
extern "C" __global__ void weeks_complex(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 x = ((const float2 *)a)[i], y = ((const float2 *)b)[i];
    ((float2 *)c)[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
extern "C" __global__ void weeks_complex_words(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
}
extern "C" __global__ void weeks_chunk_copy(const float *a, const float *b, float *c, int n, int m)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * m;
    for (int i = first; i < first + m && i < n; i++)
        c[i] = a[i] * 2.0f;
}
/* [batch][m tokens][16 heads][64] to [batch][16 heads][m tokens][64] */
extern "C" __global__ void weeks_permute_heads(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int d = i % 64, head = i / 64 % 16, token = i / 1024 % m, batch = i / 1024 / m;
    c[((size_t)(batch * 16 + head) * m + token) * 64 + d] = a[i];
}
extern "C" __global__ void weeks_half_to_float(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 8)
        return;
    uint4 raw = ((const uint4 *)a)[i];
    const __half2 *x = (const __half2 *)&raw;
    float2 p = __half22float2(x[0]), q = __half22float2(x[1]), r = __half22float2(x[2]), s = __half22float2(x[3]);
    ((float4 *)c)[2 * i] = make_float4(p.x, p.y, q.x, q.y);
    ((float4 *)c)[2 * i + 1] = make_float4(r.x, r.y, s.x, s.y);
}
extern "C" __global__ void weeks_bfloat_axpy(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    __nv_bfloat162 x = ((const __nv_bfloat162 *)a)[i], y = ((const __nv_bfloat162 *)b)[i];
    ((__nv_bfloat162 *)c)[i] = __hfma2(x, __float2bfloat162_rn(1.25f), y);
}

/* --- transposes ------------------------------------------------------------------------------- */

extern "C" __global__ void weeks_transpose_half(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ __half tile[32][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = ((const __half *)a)[(size_t)(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        ((__half *)c)[(size_t)(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
extern "C" __global__ void weeks_transpose64(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[64][65];
    int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16, left = blockIdx.x * 64, top = blockIdx.y * 64;
    for (int k = 0; k < 64; k += 16) {
        float4 v = *(const float4 *)&a[(size_t)(top + y + k) * n + left + x];
        tile[y + k][x] = v.x;
        tile[y + k][x + 1] = v.y;
        tile[y + k][x + 2] = v.z;
        tile[y + k][x + 3] = v.w;
    }
    __syncthreads();
    for (int k = 0; k < 64; k += 16)
        *(float4 *)&c[(size_t)(left + y + k) * n + top + x] =
            make_float4(tile[x][y + k], tile[x + 1][y + k], tile[x + 2][y + k], tile[x + 3][y + k]);
}
extern "C" __global__ void weeks_transpose_shuffle(const float *a, const float *b, float *c, int n, int m)
{
    int lane = threadIdx.x % 32, left = blockIdx.x * 32, top = (blockIdx.y * blockDim.x + threadIdx.x) / 32 * 32;
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = a[(size_t)(top + k) * n + left + lane];
#pragma unroll
    for (int bit = 16; bit > 0; bit /= 2)
#pragma unroll
        for (int k = 0; k < 32; k++)
            if (!(k & bit)) {
                float give = lane & bit ? v[k] : v[k + bit];
                float got = __shfl_xor_sync(~0u, give, bit);
                if (lane & bit)
                    v[k] = got;
                else
                    v[k + bit] = got;
            }
#pragma unroll
    for (int k = 0; k < 32; k++)
        c[(size_t)(left + k) * n + top + lane] = v[k];
}
extern "C" __global__ void weeks_transpose_1d(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * m)
        c[(size_t)(i % n) * m + i / n] = a[i];
}

/* --- gathers and scatters --------------------------------------------------------------------- */

extern "C" __global__ void weeks_gather_sorted(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i * 3 + weeks_hash(i) % 3];
}
extern "C" __global__ void weeks_gather4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((float4 *)c)[i] = ((const float4 *)a)[weeks_hash(i) % (unsigned)m];
}
extern "C" __global__ void weeks_embedding_half(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    unsigned token = weeks_hash(row) % (unsigned)m;
    if (row < n)
        ((__half2 *)c)[(size_t)row * 32 + threadIdx.x] = ((const __half2 *)a)[(size_t)token * 32 + threadIdx.x];
}
extern "C" __global__ void weeks_embedding_gradient(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x;
    unsigned token = weeks_hash(row) % (unsigned)m;
    atomicAdd(&c[(size_t)token * 128 + threadIdx.x], a[(size_t)row * 128 + threadIdx.x]);
}
extern "C" __global__ void weeks_scatter_sorted(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&c[i / m], a[i]);
}

/* --- reductions ------------------------------------------------------------------------------- */

extern "C" __global__ void weeks_sum_chunks(const float *a, const float *b, float *c, int n, int m)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * m;
    float sum = 0;
    for (int i = 0; i < m; i++)
        sum += a[first + i];
    c[first / m] = sum;
}
extern "C" __global__ void weeks_norm2(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int i = blockIdx.x * 512 + threadIdx.x;
    float x = a[i], y = a[i + 256];
    part[threadIdx.x] = x * x + y * y;
    __syncthreads();
    for (int half = 128; half > 32; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        float sum = part[threadIdx.x] + part[threadIdx.x + 32];
        for (int offset = 16; offset; offset /= 2)
            sum += __shfl_down_sync(~0u, sum, offset);
        if (threadIdx.x == 0)
            c[blockIdx.x] = sum;
    }
}
extern "C" __global__ void weeks_kahan(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0, lost = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float y = a[i] - lost, t = sum + y;
        lost = t - sum - y;
        sum = t;
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void weeks_minmax4(const float *a, const float *b, float *c, int n, int m)
{
    float least = 1e30f, most = -1e30f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 v = ((const float4 *)a)[i];
        least = fminf(least, fminf(fminf(v.x, v.y), fminf(v.z, v.w)));
        most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    for (int offset = 16; offset; offset /= 2) {
        least = fminf(least, __shfl_xor_sync(~0u, least, offset));
        most = fmaxf(most, __shfl_xor_sync(~0u, most, offset));
    }
    if (threadIdx.x % 32 == 0)
        ((float2 *)c)[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = make_float2(least, most);
}
extern "C" __global__ void weeks_one_block_sum(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += a[i];
    for (int offset = 16; offset; offset /= 2)
        sum += __shfl_xor_sync(~0u, sum, offset);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 32; i++)
            sum += part[i];
        c[0] = sum;
    }
}
/* gradient of a norm's weights: each block a strip of 32 columns */
extern "C" __global__ void weeks_weight_gradient(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[8][33];
    int column = blockIdx.x * 32 + threadIdx.x, each = n / gridDim.y;
    float sum = 0;
    for (int row = blockIdx.y * each + threadIdx.y; row < (blockIdx.y + 1) * each; row += 8)
        sum += a[(size_t)row * m + column] * b[(size_t)row * m + column];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0) {
        for (int k = 1; k < 8; k++)
            sum += part[k][threadIdx.x];
        atomicAdd(&c[column], sum);
    }
}

/* --- scans and histograms --------------------------------------------------------------------- */

extern "C" __global__ void weeks_scan_serial(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 256)
        tile[i] = a[(size_t)blockIdx.x * 4096 + i];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 16; i++) {
        sum += tile[threadIdx.x * 16 + i];
        tile[threadIdx.x * 16 + i] = sum;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 256)
        c[(size_t)blockIdx.x * 4096 + i] = tile[i];
}
extern "C" __global__ void weeks_scan4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float totals[8];
    int i = blockIdx.x * 256 + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float4 v = ((const float4 *)a)[i];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float sum = v.w;
    for (int offset = 1; offset < 32; offset *= 2) {
        float other = __shfl_up_sync(~0u, sum, offset);
        sum += lane >= offset ? other : 0;
    }
    if (lane == 31)
        totals[warp] = sum;
    __syncthreads();
    float before = sum - v.w;
    for (int k = 0; k < warp; k++)
        before += totals[k];
    ((float4 *)c)[i] = make_float4(v.x + before, v.y + before, v.z + before, v.w + before);
}
extern "C" __global__ void weeks_histogram_warps(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned bins[8][256];
    for (int i = threadIdx.x; i < 2048; i += 256)
        bins[i / 256][i % 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 16; i += gridDim.x * blockDim.x) {
        uint4 v = ((const uint4 *)a)[i];
        unsigned words[4] = {v.x, v.y, v.z, v.w};
        for (int k = 0; k < 4; k++)
            for (int byte = 0; byte < 4; byte++)
                atomicAdd(&bins[threadIdx.x / 32][words[k] >> 8 * byte & 255], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int k = 0; k < 8; k++)
        sum += bins[k][threadIdx.x];
    atomicAdd((unsigned *)c + threadIdx.x, sum);
}
extern "C" __global__ void weeks_histogram_skewed(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned bins[64];
    if (threadIdx.x < 64)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = a[i];
        atomicAdd(&bins[x < 0.8f ? 7 : (int)((x - 0.8f) * 319)], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd((unsigned *)c + threadIdx.x, bins[threadIdx.x]);
}
extern "C" __global__ void weeks_float_max_cas(const float *a, const float *b, float *c, int n, int m)
{
    float most = -1e30f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        most = fmaxf(most, a[i]);
    for (int offset = 16; offset; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, offset));
    if (threadIdx.x % 32 == 0)
        atomicMax((int *)c, __float_as_int(fabsf(most)));
}

/* --- stencils --------------------------------------------------------------------------------- */

extern "C" __global__ void weeks_box5(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || y < 2 || x >= n - 2 || y >= n - 2)
        return;
    float sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            sum += a[(size_t)(y + dy) * n + x + dx];
    c[(size_t)y * n + x] = sum / 25;
}
extern "C" __global__ void weeks_rows17(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float line[256 + 16];
    int x = blockIdx.x * 256 + threadIdx.x;
    const float *row = a + (size_t)blockIdx.y * n;
    for (int i = threadIdx.x; i < 272; i += 256) {
        int at = (int)blockIdx.x * 256 + i - 8;
        line[i] = at >= 0 && at < n ? row[at] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 17; k++)
        sum += line[threadIdx.x + k] * b[k];
    c[(size_t)blockIdx.y * n + x] = sum;
}
extern "C" __global__ void weeks_columns17(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int k = -8; k <= 8; k++)
        if (y + k >= 0 && y + k < n)
            sum += a[(size_t)(y + k) * n + x] * b[k + 8];
    c[(size_t)y * n + x] = sum;
}
extern "C" __global__ void weeks_planes(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    size_t plane = (size_t)n * n, at = (size_t)y * n + x;
    float below = a[at], here = a[at + plane];
    for (int z = 1; z < m - 1; z++) {
        float above = a[at + (z + 1) * plane];
        const float *p = &a[at + z * plane];
        c[at + z * plane] = below + above + p[-1] + p[1] + p[-n] + p[n] - 6 * here;
        below = here;
        here = above;
    }
}
extern "C" __global__ void weeks_heat4(const float *a, const float *b, float *c, int n, int m)
{
    int x = (blockIdx.x * 32 + threadIdx.x) * 4, y = blockIdx.y * 8 + threadIdx.y;
    if (x < 4 || y < 1 || x >= n - 4 || y >= n - 1)
        return;
    const float *p = &a[(size_t)y * n + x];
    float4 up = *(const float4 *)(p - n), down = *(const float4 *)(p + n), mid = *(const float4 *)p;
    float left = p[-1], right = p[4];
    *(float4 *)&c[(size_t)y * n + x] =
        make_float4((left + mid.y + up.x + down.x) * 0.25f, (mid.x + mid.z + up.y + down.y) * 0.25f,
                    (mid.y + mid.w + up.z + down.z) * 0.25f, (mid.z + right + up.w + down.w) * 0.25f);
}
/* 16 channels of n x n, 3x3 patches: columns [channel][9][n * n] */
extern "C" __global__ void weeks_im2col(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y % 64 * 8 + threadIdx.y, channel = blockIdx.y / 64;
    size_t plane = (size_t)n * n;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++) {
            int sx = x + dx - 1, sy = y + dy - 1;
            bool inside = sx >= 0 && sy >= 0 && sx < n && sy < n;
            c[(channel * 9 + dy * 3 + dx) * plane + (size_t)y * n + x] = inside ? a[channel * plane + (size_t)sy * n + sx] : 0;
        }
}
