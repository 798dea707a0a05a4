// Set 10, third part: branches, what fits on an SM, whole numbers, special functions, small
// launches. All were predicted before any was measured.

__device__ static float resit_long_way(float x, int m)
{
    for (int k = 0; k < m; k++)
        x = x * 0.7f + sqrtf(fabsf(x)) * 0.2f;
    return x;
}
__device__ static float resit_other_way(float x, int m)
{
    for (int k = 0; k < m; k++)
        x = __expf(-x * x) + 0.1f * x;
    return x;
}
/* every second lane, every second warp, every second block goes the other way */
extern "C" __global__ void resit_ways_lanes(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = i % 2 ? resit_long_way(a[i], m) : resit_other_way(a[i], m);
}
extern "C" __global__ void resit_ways_warps(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = i / 32 % 2 ? resit_long_way(a[i], m) : resit_other_way(a[i], m);
}
extern "C" __global__ void resit_ways_blocks(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = blockIdx.x % 2 ? resit_long_way(a[i], m) : resit_other_way(a[i], m);
}
/* Follows 4 links through a table of m numbers. Its shared memory sets how many blocks fit. */
extern "C" __global__ void resit_links(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    for (int k = 0; k < 4; k++)
        x = b[(int)((x + 1.0f) * 0.5f * (m - 1))];
    c[i] = x;
}
/* m steps, one after another or in 2 or 4 chains; blocks of 64 */
extern "C" __global__ void resit_chain1(const float *a, const float *b, float *c, int n, int m)
{
    float x = a[blockIdx.x * blockDim.x + threadIdx.x];
#pragma unroll 8
    for (int k = 0; k < m; k++)
        x = fmaf(x, 0.999f, 0.001f);
    c[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
extern "C" __global__ void resit_chain2(const float *a, const float *b, float *c, int n, int m)
{
    float x = a[blockIdx.x * blockDim.x + threadIdx.x], y = x + 1.0f;
#pragma unroll 8
    for (int k = 0; k < m / 2; k++) {
        x = fmaf(x, 0.999f, 0.001f);
        y = fmaf(y, 0.999f, 0.001f);
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = x + y;
}
extern "C" __global__ void resit_chain4(const float *a, const float *b, float *c, int n, int m)
{
    float x = a[blockIdx.x * blockDim.x + threadIdx.x], y = x + 1.0f, z = x + 2.0f, w = x + 3.0f;
#pragma unroll 8
    for (int k = 0; k < m / 4; k++) {
        x = fmaf(x, 0.999f, 0.001f);
        y = fmaf(y, 0.999f, 0.001f);
        z = fmaf(z, 0.999f, 0.001f);
        w = fmaf(w, 0.999f, 0.001f);
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = x + y + z + w;
}
/* ten rounds of multiplication and exclusive or make four random numbers */
extern "C" __global__ void resit_philox(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    unsigned x = i, y = 0, z = 1, w = 2, key = 0x1234567, other = 0x89abcdef;
#pragma unroll
    for (int k = 0; k < 10; k++) {
        unsigned high = __umulhi(0xD2511F53u, x), low = 0xD2511F53u * x, up = __umulhi(0xCD9E8D57u, z), down = 0xCD9E8D57u * z;
        x = up ^ y ^ key;
        y = down;
        z = high ^ w ^ other;
        w = low;
        key += 0x9E3779B9u;
        other += 0xBB67AE85u;
    }
    float4 v = ((const float4 *)a)[i];
    v.x = x < 0x80000000u ? 0.0f : 2.0f * v.x;
    v.y = y < 0x80000000u ? 0.0f : 2.0f * v.y;
    v.z = z < 0x80000000u ? 0.0f : 2.0f * v.z;
    v.w = w < 0x80000000u ? 0.0f : 2.0f * v.w;
    ((float4 *)c)[i] = v;
}
/* powers modulo a prime in 64 bits */
extern "C" __global__ void resit_modular_power(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long base = __float_as_uint(a[i]) % 998244353u, result = 1;
    for (unsigned left = (unsigned)m; left; left >>= 1) {
        if (left & 1)
            result = result * base % 998244353u;
        base = base * base % 998244353u;
    }
    ((unsigned *)c)[i] = (unsigned)result;
}
/* is one of the four bytes of a word the one that is looked for: counted by bits */
extern "C" __global__ void resit_find_bytes(const float *a, const float *b, float *c, int n, int m)
{
    unsigned found = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 x = ((const uint4 *)a)[i];
        found += __popc(__vcmpeq4(x.x, m * 0x01010101u)) + __popc(__vcmpeq4(x.y, m * 0x01010101u)) +
                 __popc(__vcmpeq4(x.z, m * 0x01010101u)) + __popc(__vcmpeq4(x.w, m * 0x01010101u));
    }
    found = __reduce_add_sync(0xffffffff, found / 8);
    if (threadIdx.x % 32 == 0)
        atomicAdd((unsigned *)c, found);
}
extern "C" __global__ void resit_gamma(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = lgammaf(a[i] + 2.5f) + erfcf(b[i]);
}
extern "C" __global__ void resit_sine_double(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (float)(sin((double)a[i] * 3.0) * exp((double)b[i]));
}
/* eight complex numbers a thread: a Fourier transform of 8 in registers, rows of n / 8 */
extern "C" __global__ void resit_fourier8(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, step = n / 8;
    if (i >= step)
        return;
    float2 x[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
        x[k] = ((const float2 *)a)[i + k * step];
#pragma unroll
    for (int half = 4; half > 0; half /= 2)
#pragma unroll
        for (int k = 0; k < 8; k++)
            if (!(k & half)) {
                float2 p = x[k], q = x[k + half];
                float sine, cosine;
                sincospif(-(float)(k % half) / half, &sine, &cosine);
                x[k] = make_float2(p.x + q.x, p.y + q.y);
                float re = p.x - q.x, im = p.y - q.y;
                x[k + half] = make_float2(re * cosine - im * sine, re * sine + im * cosine);
            }
#pragma unroll
    for (int k = 0; k < 8; k++)
        ((float2 *)c)[i + k * step] = x[k];
}
/* Cholesky factors of 32 x 32 matrices, one warp each, column after column in shared memory. */
extern "C" __global__ void resit_cholesky(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[32][33];
    int lane = threadIdx.x;
    size_t at = (size_t)blockIdx.x * 1024;
    for (int row = 0; row < 32; row++)
        x[row][lane] = a[at + row * 32 + lane] + (row == lane ? 64.0f : 0.0f);
    __syncwarp();
    for (int k = 0; k < 32; k++) {
        float pivot = sqrtf(x[k][k]);
        __syncwarp();
        if (lane == k)
            x[k][k] = pivot;
        if (lane > k)
            x[lane][k] /= pivot;
        __syncwarp();
        if (lane > k)
            for (int j = k + 1; j <= lane; j++)
                x[lane][j] -= x[lane][k] * x[j][k];
        __syncwarp();
    }
    for (int row = 0; row < 32; row++)
        c[at + row * 32 + lane] = lane <= row ? x[row][lane] : 0.0f;
}
/* powers of a thread's own 4 x 4 matrix */
extern "C" __global__ void resit_matrix_power(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x[16], y[16];
#pragma unroll
    for (int k = 0; k < 16; k++)
        x[k] = y[k] = a[(size_t)k * n + i] * 0.5f;
    for (int round = 0; round < m; round++) {
        float z[16];
#pragma unroll
        for (int k = 0; k < 16; k++)
            z[k] = y[k / 4 * 4] * x[k % 4] + y[k / 4 * 4 + 1] * x[4 + k % 4] + y[k / 4 * 4 + 2] * x[8 + k % 4] +
                   y[k / 4 * 4 + 3] * x[12 + k % 4];
#pragma unroll
        for (int k = 0; k < 16; k++)
            y[k] = z[k];
    }
#pragma unroll
    for (int k = 0; k < 16; k++)
        c[(size_t)k * n + i] = y[k];
}
/* a queue of 10 in local memory: the nearest of m to each of n, kept in order */
extern "C" __global__ void resit_nearest10(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best[10], x = a[2 * i], y = a[2 * i + 1];
    for (int k = 0; k < 10; k++)
        best[k] = 1e30f;
    for (int j = 0; j < m; j++) {
        float dx = x - b[2 * j], dy = y - b[2 * j + 1], d = dx * dx + dy * dy;
        if (d < best[9]) {
            int at = 9;
            while (at > 0 && best[at - 1] > d) {
                best[at] = best[at - 1];
                at--;
            }
            best[at] = d;
        }
    }
    float sum = 0.0f;
    for (int k = 0; k < 10; k++)
        sum += sqrtf(best[k]);
    c[i] = sum;
}
/* one warp sums up rows one after another; one block goes through steps that all wait for */
extern "C" __global__ void resit_one_warp(const float *a, const float *b, float *c, int n, int m)
{
    float before = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        before = 0.5f * before + a[i];
        c[i] = before;
    }
}
extern "C" __global__ void resit_one_block_steps(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float x[2][1024];
    x[0][threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int k = 0; k < m; k++) {
        x[(k + 1) % 2][threadIdx.x] = 0.5f * x[k % 2][threadIdx.x] + 0.5f * x[k % 2][(threadIdx.x + 1) % 1024];
        __syncthreads();
    }
    c[threadIdx.x] = x[m % 2][threadIdx.x];
}
extern "C" __global__ void resit_small_softmax(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n)
        return;
    float v[4], most = -1e30f, sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        v[k] = a[row * 128 + k * 32 + lane];
        most = fmaxf(most, v[k]);
    }
    for (int offset = 16; offset > 0; offset >>= 1)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    for (int k = 0; k < 4; k++) {
        v[k] = expf(v[k] - most);
        sum += v[k];
    }
    for (int offset = 16; offset > 0; offset >>= 1)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    for (int k = 0; k < 4; k++)
        c[row * 128 + k * 32 + lane] = v[k] / sum;
}
