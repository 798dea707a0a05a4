// Set 6: kernels of the kind that public collections and engines hold. All were predicted before
// any was measured, by the model that set 5 had led to.
#include <cuda_fp16.h>

extern "C" __global__ void public_adam(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* c: weights, then two moments */
    if (i >= n)
        return;
    float g = a[i], p = c[i], m1 = 0.9f * c[i + n] + 0.1f * g, m2 = 0.999f * c[i + 2 * n] + 0.001f * g * g;
    c[i + n] = m1;
    c[i + 2 * n] = m2;
    c[i] = p - 1e-3f * m1 / (sqrtf(m2) + 1e-8f);
}
extern "C" __global__ void public_resize(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y; /* bilinear, 3/2 as large; n to m wide */
    if (x >= m || y >= m)
        return;
    float fx = (x + 0.5f) * n / m - 0.5f, fy = (y + 0.5f) * n / m - 0.5f;
    int x0 = max((int)floorf(fx), 0), y0 = max((int)floorf(fy), 0), x1 = min(x0 + 1, n - 1), y1 = min(y0 + 1, n - 1);
    float wx = fx - x0, wy = fy - y0;
    c[(size_t)y * m + x] = (1 - wy) * ((1 - wx) * a[y0 * n + x0] + wx * a[y0 * n + x1]) +
                           wy * ((1 - wx) * a[y1 * n + x0] + wx * a[y1 * n + x1]);
}
extern "C" __global__ void public_conv3x3(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, f = blockIdx.z; /* m channels in, n x n */
    float sum = 0;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1)
        return;
    for (int k = 0; k < m; k++)
        for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++)
                sum += a[((size_t)k * n + y + dy - 1) * n + x + dx - 1] * b[((f * m + k) * 3 + dy) * 3 + dx];
    c[((size_t)f * n + y) * n + x] = sum;
}
extern "C" __global__ void public_depthwise(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[12][36];
    const float *in = a + (size_t)blockIdx.z * n * n;
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 12 * 36; i += 256) {
        int x = x0 + i % 36 - 2, y = y0 + i / 36 - 2;
        tile[i / 36][i % 36] = x >= 0 && y >= 0 && x < n && y < n ? in[y * n + x] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 5; dy++)
        for (int dx = 0; dx < 5; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx] * b[blockIdx.z * 25 + dy * 5 + dx];
    c[((size_t)blockIdx.z * n + y0 + threadIdx.y) * n + x0 + threadIdx.x] = sum;
}
extern "C" __global__ void public_batch_statistics(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0, squares = 0; /* a block a channel: m images of n elements each, channels between them */
    for (int image = 0; image < m; image++)
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            float v = a[((size_t)image * gridDim.x + blockIdx.x) * n + i];
            sum += v;
            squares += v * v;
        }
    __shared__ float parts[2][32];
    for (int o = 16; o; o /= 2) {
        sum += __shfl_down_sync(~0u, sum, o);
        squares += __shfl_down_sync(~0u, squares, o);
    }
    if (threadIdx.x % 32 == 0) {
        parts[0][threadIdx.x / 32] = sum;
        parts[1][threadIdx.x / 32] = squares;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++) {
            sum += parts[0][w];
            squares += parts[1][w];
        }
        c[2 * blockIdx.x] = sum;
        c[2 * blockIdx.x + 1] = squares;
    }
}
extern "C" __global__ void public_kmeans(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float centres[]; /* m of four coordinates */
    for (int i = threadIdx.x; i < 4 * m; i += blockDim.x)
        centres[i] = b[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
    float4 p = ((const float4 *)a)[i];
    float least = INFINITY;
    for (int k = 0; k < m; k++) {
        float dx = p.x - centres[4 * k], dy = p.y - centres[4 * k + 1], dz = p.z - centres[4 * k + 2],
              dw = p.w - centres[4 * k + 3], d = dx * dx + dy * dy + dz * dz + dw * dw;
        if (d < least) {
            least = d;
            best = k;
        }
    }
    ((int *)c)[i] = best;
}
extern "C" __global__ void public_csr(const float *a, const float *b, float *c, int n, int m)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, count = 8 + row * 37 % 57;
    float sum = 0;
    for (int k = lane; k < count; k += 32) {
        unsigned column = (row * 64u + k) * 2654435761u % (unsigned)m;
        sum += a[(size_t)row * 64 + k] * b[column];
    }
    for (int o = 16; o; o /= 2)
        sum += __shfl_down_sync(~0u, sum, o);
    if (lane == 0)
        c[row] = sum;
}
extern "C" __global__ void public_fft(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float2 kept[1024]; /* ten stages of radix 2, without the reordering */
    const float2 *in = (const float2 *)a + (size_t)blockIdx.x * 1024;
    kept[threadIdx.x] = in[threadIdx.x];
    kept[threadIdx.x + 512] = in[threadIdx.x + 512];
    for (int half = 512; half > 0; half /= 2) {
        __syncthreads();
        int at = threadIdx.x / half * 2 * half + threadIdx.x % half;
        float2 x = kept[at], y = kept[at + half];
        float sine, cosine;
        __sincosf(-3.14159265f * (threadIdx.x % half) / half, &sine, &cosine);
        float dx = x.x - y.x, dy = x.y - y.y;
        kept[at] = make_float2(x.x + y.x, x.y + y.y);
        kept[at + half] = make_float2(dx * cosine - dy * sine, dx * sine + dy * cosine);
    }
    __syncthreads();
    ((float2 *)c)[(size_t)blockIdx.x * 1024 + threadIdx.x] = kept[threadIdx.x];
    ((float2 *)c)[(size_t)blockIdx.x * 1024 + threadIdx.x + 512] = kept[threadIdx.x + 512];
}
extern "C" __global__ void public_top4(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float best[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (int i = lane; i < m; i += 32) {
        float v = a[(size_t)row * m + i];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float low = fminf(v, best[k]);
            best[k] = fmaxf(v, best[k]);
            v = low;
        }
    }
    for (int k = 0; k < 4; k++) {
        float most = best[0];
        for (int o = 16; o; o /= 2)
            most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
        if (best[0] == most) {
            best[0] = best[1];
            best[1] = best[2];
            best[2] = best[3];
        }
        if (lane == 0)
            c[row * 4 + k] = most;
    }
}
extern "C" __global__ void public_dequantise(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32; /* rows of m bytes */
    float sum = 0;
    for (int i = lane; i < m / 4; i += 32) {
        char4 w = ((const char4 *)a)[(size_t)row * (m / 4) + i];
        float4 x = ((const float4 *)b)[i];
        sum += w.x * x.x + w.y * x.y + w.z * x.z + w.w * x.w;
    }
    for (int o = 16; o; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0)
        c[row] = sum * 0.01f;
}
extern "C" __global__ void public_decode(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float scores[1024], parts[8]; /* a block a head: one query, n keys of 128 */
    const float4 *k = (const float4 *)(a + (size_t)blockIdx.x * n * 128);
    const float *v = b + (size_t)blockIdx.x * n * 128, *q = b;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float4 x = ((const float4 *)q)[lane];
    float sum = 0;
    for (int j = warp; j < n; j += 8) {
        float4 y = k[j * 32 + lane];
        float dot = x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
        for (int o = 16; o; o /= 2)
            dot += __shfl_xor_sync(~0u, dot, o);
        if (lane == 0)
            scores[j] = __expf(dot * 0.088f);
    }
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += 256)
        sum += scores[j];
    for (int o = 16; o; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0)
        parts[warp] = sum;
    __syncthreads();
    float out = 0, all = 0;
    for (int w = 0; w < 8; w++)
        all += parts[w];
    for (int j = threadIdx.x / 128; j < n; j += 2)
        out += scores[j] * v[j * 128 + threadIdx.x % 128];
    __syncthreads();
    scores[threadIdx.x] = out;
    __syncthreads();
    if (threadIdx.x < 128)
        c[blockIdx.x * 128 + threadIdx.x] = (out + scores[threadIdx.x + 128]) / all;
}
extern "C" __global__ void public_edit_distance(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ short rows[3][513]; /* a pair of strings a block, by antidiagonals */
    const unsigned char *s = (const unsigned char *)a + (size_t)blockIdx.x * 512, *t = (const unsigned char *)b + (size_t)blockIdx.x * 512;
    int i = threadIdx.x;
    unsigned char mine = s[i] & 3;
    for (int d = 0; d < 1023; d++) {
        short *now = rows[d % 3], *last = rows[(d + 2) % 3], *before = rows[(d + 1) % 3];
        int j = d - i;
        if (j >= 0 && j < 512) {
            int up = i ? last[i - 1] : j + 1, left = j ? last[i] : i + 1, corner = i && j ? before[i - 1] : i + j;
            now[i] = (short)min(min(up, left) + 1, corner + ((t[j] & 3) != mine));
        }
        __syncthreads();
    }
    if (i == 511)
        ((int *)c)[blockIdx.x] = rows[1022 % 3][511];
}
extern "C" __global__ void public_spheres(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float dx = x * 2.0f / n - 1, dy = y * 2.0f / n - 1, length = rsqrtf(dx * dx + dy * dy + 1), nearest = 1e30f, shade = 0;
    dx *= length;
    dy *= length;
    for (int k = 0; k < m; k++) {
        float cx = b[4 * k], cy = b[4 * k + 1], cz = b[4 * k + 2] + 3, r = 0.3f + 0.1f * b[4 * k + 3];
        float along = dx * cx + dy * cy + length * cz, off = cx * cx + cy * cy + cz * cz - along * along;
        if (off < r * r) {
            float t = along - sqrtf(r * r - off);
            if (t < nearest) {
                nearest = t;
                shade = (cz - length * t) / r;
            }
        }
    }
    c[(size_t)y * n + x] = shade;
}
extern "C" __global__ void public_radix_count(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned counts[256];
    counts[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 16; k++) {
        unsigned key = __float_as_uint(a[((size_t)blockIdx.x * 16 + k) * 256 + threadIdx.x]);
        atomicAdd(&counts[key >> m & 255], 1u);
    }
    __syncthreads();
    ((unsigned *)c)[(size_t)threadIdx.x * gridDim.x + blockIdx.x] = counts[threadIdx.x];
}
extern "C" __global__ void public_embedding_bag(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0; /* m rows of 128 for each bag */
    for (int k = 0; k < m; k++) {
        unsigned row = (blockIdx.x * (unsigned)m + k) * 2654435761u % (unsigned)n;
        sum += a[(size_t)row * 128 + threadIdx.x];
    }
    c[(size_t)blockIdx.x * 128 + threadIdx.x] = sum;
}
extern "C" __global__ void public_entropy_gradient(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[8];
    const float *in = a + (size_t)blockIdx.x * m;
    float sum = 0;
    for (int i = threadIdx.x; i < m; i += 256)
        sum += __expf(in[i]);
    for (int o = 16; o; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; w++)
        sum += parts[w];
    for (int i = threadIdx.x; i < m; i += 256)
        c[(size_t)blockIdx.x * m + i] = __expf(in[i]) / sum - (i == (int)(blockIdx.x * 31 % m) ? 1.0f : 0.0f);
}
extern "C" __global__ void public_half_matvec(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    const uint4 *w = (const uint4 *)a + (size_t)row * (m / 8), *x = (const uint4 *)b;
    __half2 sum = __float2half2_rn(0);
    for (int i = lane; i < m / 8; i += 32) {
        uint4 u = w[i], v = x[i];
        sum = __hfma2(*(__half2 *)&u.x, *(__half2 *)&v.x, sum);
        sum = __hfma2(*(__half2 *)&u.y, *(__half2 *)&v.y, sum);
        sum = __hfma2(*(__half2 *)&u.z, *(__half2 *)&v.z, sum);
        sum = __hfma2(*(__half2 *)&u.w, *(__half2 *)&v.w, sum);
    }
    float all = __low2float(sum) + __high2float(sum);
    for (int o = 16; o; o /= 2)
        all += __shfl_xor_sync(~0u, all, o);
    if (lane == 0)
        c[row] = all;
}
extern "C" __global__ void public_split_product(const float *a, const float *b, float *c, int n, int m)
{
    int column = blockIdx.x * 128 + threadIdx.x, first = blockIdx.y * (n / gridDim.y); /* 8 rows of a by n x m, parts of n */
    float sums[8] = {};
    for (int k = first; k < first + n / (int)gridDim.y; k++) {
        float w = b[(size_t)k * m + column];
#pragma unroll
        for (int r = 0; r < 8; r++)
            sums[r] += a[r * n + k] * w;
    }
    for (int r = 0; r < 8; r++)
        atomicAdd(&c[r * m + column], sums[r]);
}
extern "C" __global__ void public_image_grey(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* bytes: three a pixel to one */
    const unsigned char *in = (const unsigned char *)a;
    if (i < n)
        ((unsigned char *)c)[i] = (unsigned char)(0.3f * in[3 * i] + 0.59f * in[3 * i + 1] + 0.11f * in[3 * i + 2]);
}
extern "C" __global__ void public_upper(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x; /* mask above the diagonal */
    if (row < n && column < n)
        c[(size_t)row * n + column] = column > row ? -1e9f : a[(size_t)row * n + column] * 0.125f;
}
