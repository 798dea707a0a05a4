// Set 9, third part: attention, branches, whole numbers, doubles, tables, few and large blocks. All
// were predicted before any was measured.

/*
 * Causal attention: one block per 64 queries of 64 numbers, one thread per query. Keys and values
 * come in tiles of 32; blockIdx.y is the head.
 */
extern "C" __global__ void exam_attention_causal(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float keys[32][64], values[32][64];
    int query = blockIdx.x * 64 + threadIdx.x;
    size_t head = (size_t)blockIdx.y * n * 64;
    float q[64], sums[64], most = -1e30f, sum = 0.0f;
#pragma unroll
    for (int d = 0; d < 64; d++) {
        q[d] = a[head + (size_t)query * 64 + d] * 0.125f;
        sums[d] = 0.0f;
    }
    for (int first = 0; first < (blockIdx.x + 1) * 64; first += 32) {
        __syncthreads();
        for (int i = threadIdx.x; i < 32 * 64; i += 64) {
            keys[i / 64][i % 64] = b[head + (size_t)first * 64 + i];
            values[i / 64][i % 64] = a[head + (size_t)first * 64 + i];
        }
        __syncthreads();
        for (int j = 0; j < 32 && first + j <= query; j++) {
            float score = 0.0f;
#pragma unroll
            for (int d = 0; d < 64; d++)
                score += q[d] * keys[j][d];
            float next = fmaxf(most, score), keep = __expf(most - next), weight = __expf(score - next);
            most = next;
            sum = sum * keep + weight;
#pragma unroll
            for (int d = 0; d < 64; d++)
                sums[d] = sums[d] * keep + weight * values[j][d];
        }
    }
#pragma unroll
    for (int d = 0; d < 64; d++)
        c[head + (size_t)query * 64 + d] = sums[d] / sum;
}
extern "C" __global__ void exam_mandelbrot(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n / 2)
        return;
    float re = -2.2f + 3.2f * x / n, im = -1.2f + 2.4f * y / (n / 2), u = 0.0f, v = 0.0f;
    int k = 0;
    while (k < m && u * u + v * v < 4.0f) {
        float next = u * u - v * v + re;
        v = 2.0f * u * v + im;
        u = next;
        k++;
    }
    ((int *)c)[y * n + x] = k;
}
extern "C" __global__ void exam_euclid(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = __float_as_uint(a[i]) >> 3, y = __float_as_uint(b[i]) >> 5 | 1;
    while (y != 0) {
        unsigned rest = x % y;
        x = y;
        y = rest;
    }
    ((unsigned *)c)[i] = x;
}
__constant__ unsigned exam_table[256];

/* a checksum by a table that lanes look up at different places */
extern "C" __global__ void exam_checksum(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = ~0u;
    for (int k = 0; k < m; k++) {
        unsigned word = __float_as_uint(a[(size_t)k * n + i]);
        for (int byte = 0; byte < 4; byte++)
            sum = (sum >> 8) ^ (exam_table[(sum ^ word >> 8 * byte) & 255] + word);
    }
    ((unsigned *)c)[i] = sum;
}
/* add, rotate, exclusive or: 20 rounds on 8 words */
extern "C" __global__ void exam_rotate_rounds(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 x = ((const uint4 *)a)[i], y = ((const uint4 *)b)[i];
#pragma unroll
    for (int k = 0; k < 20; k++) {
        x.x += y.x, y.w = __funnelshift_l(y.w ^ x.x, y.w ^ x.x, 16);
        x.y += y.y, y.x = __funnelshift_l(y.x ^ x.y, y.x ^ x.y, 12);
        x.z += y.z, y.y = __funnelshift_l(y.y ^ x.z, y.y ^ x.z, 8);
        x.w += y.w, y.z = __funnelshift_l(y.z ^ x.w, y.z ^ x.w, 7);
    }
    ((uint4 *)c)[i] = make_uint4(x.x ^ y.x, x.y ^ y.y, x.z ^ y.z, x.w ^ y.w);
}
/* how many bits differ: n codes of 128 bits against m others */
extern "C" __global__ void exam_hamming(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, best = 999, which = 0;
    if (i >= n)
        return;
    uint4 x = ((const uint4 *)a)[i];
    for (int k = 0; k < m; k++) {
        uint4 y = ((const uint4 *)b)[k];
        int differ = __popc(x.x ^ y.x) + __popc(x.y ^ y.y) + __popc(x.z ^ y.z) + __popc(x.w ^ y.w);
        if (differ < best) {
            best = differ;
            which = k;
        }
    }
    ((int *)c)[i] = which;
}
extern "C" __global__ void exam_bodies_double(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double4_16a tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    const double4_16a *bodies = (const double4_16a *)b;
    double4_16a me = bodies[i];
    double x = 0, y = 0, z = 0;
    for (int first = 0; first < n; first += 128) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            double dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            double r = rsqrt(dx * dx + dy * dy + dz * dz + 0.01), f = tile[k].w * r * r * r;
            x += f * dx;
            y += f * dy;
            z += f * dz;
        }
        __syncthreads();
    }
    ((double *)c)[i * 3] = x;
    ((double *)c)[i * 3 + 1] = y;
    ((double *)c)[i * 3 + 2] = z;
}
/* much shared memory, little to do: one or two blocks of 128 an SM */
extern "C" __global__ void exam_large_blocks(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float exam_room[];
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        exam_room[i] = a[(size_t)blockIdx.x * m + i];
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = exam_room[i] - exam_room[m - 1 - i];
}
/* 40 sums a thread where registers for fewer are left */
extern "C" __global__ void __launch_bounds__(1024, 2) exam_too_many_sums(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sums[40];
#pragma unroll
    for (int k = 0; k < 40; k++)
        sums[k] = 0.0f;
    for (int j = 0; j < m; j++) {
        float x = a[(size_t)j * n + i];
#pragma unroll
        for (int k = 0; k < 40; k++)
            sums[k] += x * b[j * 40 + k];
    }
#pragma unroll
    for (int k = 0; k < 40; k++)
        c[(size_t)k * n + i] = sums[k];
}
/* 16 numbers of a thread's own, sorted by insertion in local memory */
extern "C" __global__ void exam_insertion(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x[16];
    for (int k = 0; k < 16; k++)
        x[k] = a[(size_t)k * n + i];
    for (int k = 1; k < 16; k++) {
        float key = x[k];
        int at = k - 1;
        while (at >= 0 && x[at] > key) {
            x[at + 1] = x[at];
            at--;
        }
        x[at + 1] = key;
    }
    for (int k = 0; k < 16; k++)
        c[(size_t)k * n + i] = x[k];
}
/* doubles in shared memory, read along columns */
extern "C" __global__ void exam_double_columns(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ double tile[32][16];
    int t = threadIdx.x;
    const double *in = (const double *)a + (size_t)blockIdx.x * 512;
    for (int i = t; i < 512; i += 256)
        tile[i / 16][i % 16] = in[i];
    __syncthreads();
    double sum = 0;
    for (int k = 0; k < m; k++)
        sum += tile[(t + k) % 32][t / 32] * tile[t % 32][k % 16];
    ((double *)c)[(size_t)blockIdx.x * 256 + t] = sum;
}
/* a rare branch that is dear: one lane in 32 at random */
extern "C" __global__ void exam_rare(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    if (x > 0.9375f)
        for (int k = 0; k < m; k++)
            x = sinf(x) + cosf(x * 1.5f);
    c[i] = x;
}
extern "C" __global__ void exam_polar(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], y = b[i];
    c[i] = atan2f(y, x) + log1pf(hypotf(x, y)) + tanf(0.3f * x) + cbrtf(y);
}
extern "C" __global__ void exam_small_product(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < m; k++)
        sum += a[row * m + k] * b[k];
    c[row] = sum;
}
extern "C" __global__ void exam_small_sum(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[1024];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += a[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[0] = part[0];
}
