// Kernels that were written after the model's last change and are not used to improve it.
#define ELEMENT (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void relu_bias(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = fmaxf(a[i] + b[i % m], 0.0f);
}
extern "C" __global__ void scale_in_place(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = ELEMENT; i < n; i += gridDim.x * blockDim.x)
        c[i] *= 1.5f;
}
extern "C" __global__ void dot_shuffle(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[32];
    float sum = 0;
    for (int i = ELEMENT; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < blockDim.x / 32; w++)
            sum += part[w];
        c[blockIdx.x] = sum;
    }
}
extern "C" __global__ void max_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[512];
    int t = threadIdx.x;
    part[t] = fmaxf(a[blockIdx.x * 1024 + t], a[blockIdx.x * 1024 + 512 + t]);
    __syncthreads();
    for (int s = 256; s > 0; s /= 2) {
        if (t < s)
            part[t] = fmaxf(part[t], part[t + s]);
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void rgb_to_grey(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n)
        c[i] = 0.3f * a[3 * i] + 0.59f * a[3 * i + 1] + 0.11f * a[3 * i + 2];
}
extern "C" __global__ void rms_norm_warp(const float *a, const float *b, float *c, int n, int m)
{
    int r = ELEMENT / 32, lane = threadIdx.x & 31;
    float squares = 0;
    for (int i = lane; i < m; i += 32)
        squares += a[(size_t)r * m + i] * a[(size_t)r * m + i];
    for (int d = 16; d > 0; d /= 2)
        squares += __shfl_xor_sync(0xffffffffu, squares, d);
    float scale = rsqrtf(squares / m + 1e-5f);
    for (int i = lane; i < m; i += 32)
        c[(size_t)r * m + i] = a[(size_t)r * m + i] * scale * b[i];
}
extern "C" __global__ void sum_rows_strided(const float *a, const float *b, float *c, int n, int m)
{
    int r = ELEMENT;
    float sum = 0;
    for (int i = 0; i < m; i++)
        sum += a[(size_t)r * m + i];
    c[r] = sum;
}
extern "C" __global__ void sum_columns_split(const float *a, const float *b, float *c, int n, int m)
{
    int x = ELEMENT, first = blockIdx.y * (n / gridDim.y);
    float sum = 0;
    for (int y = first; y < first + n / gridDim.y; y++)
        sum += a[(size_t)y * m + x];
    atomicAdd(&c[x], sum);
}
extern "C" __global__ void jacobi(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[10][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    size_t at = (size_t)y * m + x;
    tile[ty][tx] = a[at];
    if (tx == 1)
        tile[ty][0] = x ? a[at - 1] : 0.0f;
    if (tx == 32)
        tile[ty][33] = x < m - 1 ? a[at + 1] : 0.0f;
    if (ty == 1)
        tile[0][tx] = y ? a[at - m] : 0.0f;
    if (ty == 8)
        tile[9][tx] = y < m - 1 ? a[at + m] : 0.0f;
    __syncthreads();
    c[at] = 0.25f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}
extern "C" __global__ void copy_rows_4(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        c[(size_t)(y + k) * m + x] = a[(size_t)(y + k) * m + x];
}
extern "C" __global__ void matmul_tile8(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float as[8][8], bs[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 8 + tx, y = blockIdx.y * 8 + ty;
    float sum = 0;
    for (int t = 0; t < m; t += 8) {
        as[ty][tx] = a[y * m + t + tx];
        bs[ty][tx] = b[(t + ty) * m + x];
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * m + x] = sum;
}
extern "C" __global__ void matmul_row4(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int k = 0; k < m; k++) {
        float v = b[k * m + x];
        s0 += a[y * m + k] * v;
        s1 += a[(y + 1) * m + k] * v;
        s2 += a[(y + 2) * m + k] * v;
        s3 += a[(y + 3) * m + k] * v;
    }
    c[y * m + x] = s0;
    c[(y + 1) * m + x] = s1;
    c[(y + 2) * m + x] = s2;
    c[(y + 3) * m + x] = s3;
}
extern "C" __global__ void black_scholes(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n) {
        float s = 30 + 5 * a[i], k = 30 + 5 * b[i], r = 0.02f, v = 0.3f, t = 1.5f;
        float root = sqrtf(t), d1 = (logf(s / k) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
        float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f);
        c[i] = s * n1 - k * expf(-r * t) * n2;
    }
}
extern "C" __global__ void horner_two(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT * 2;
    float x = a[i], z = a[i + 1], p = 1, q = 1;
    for (int k = 0; k < m; k++) {
        p = p * x + 0.5f;
        q = q * z + 0.5f;
    }
    c[i] = p;
    c[i + 1] = q;
}
extern "C" __global__ void embedding(const float *a, const float *b, float *c, int n, int m)
{
    int row = blockIdx.x, token = (int)((unsigned)row * 2654435761u >> 16) % n;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)row * m + i] = a[(size_t)token * m + i];
}
extern "C" __global__ void interleave(const float *a, const float *b, float *c, int n, int m)
{
    int i = ELEMENT;
    if (i < n / 2) {
        c[2 * i] = a[i];
        c[2 * i + 1] = b[i];
    }
}
extern "C" __global__ void histogram_private(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned bins[64];
    if (threadIdx.x < 64)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = ELEMENT; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 v = ((const float4 *)a)[i];
        atomicAdd(&bins[(int)((v.x + 1) * 31.9f)], 1u);
        atomicAdd(&bins[(int)((v.y + 1) * 31.9f)], 1u);
        atomicAdd(&bins[(int)((v.z + 1) * 31.9f)], 1u);
        atomicAdd(&bins[(int)((v.w + 1) * 31.9f)], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd((unsigned *)c + threadIdx.x, bins[threadIdx.x]);
}
