// Set 7, third part: arithmetic, divergence, tables of threads, few warps, fast and slow. All were
// predicted before any was measured.

/* --- arithmetic ------------------------------------------------------------------------------- */

extern "C" __global__ void weeks_lanes_differ(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    int rounds = __float_as_uint(x) % (unsigned)m;
    for (int k = 0; k < rounds; k++)
        x = x * 0.99f + 0.01f;
    c[i] = x;
}
extern "C" __global__ void weeks_lane_switch(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = a[i];
    for (int k = 0; k < m; k++)
        switch (threadIdx.x % 4) {
        case 0: x = sqrtf(fabsf(x) + 1.0f); break;
        case 1: x = __logf(fabsf(x) + 1.5f); break;
        case 2: x = x / (1.0f + x * x); break;
        default: x = x * x * 0.5f - 0.3f; break;
        }
    c[i] = x;
}
extern "C" __global__ void weeks_box_muller(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    float2 u = ((const float2 *)a)[i];
    float radius = sqrtf(-2 * logf(fabsf(u.x) + 1e-7f)), sine, cosine;
    sincospif(2 * u.y, &sine, &cosine);
    ((float2 *)c)[i] = make_float2(radius * cosine, radius * sine);
}
extern "C" __global__ void weeks_powers(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = powf(fabsf(a[i]), 2.4f) + sinf(b[i] * 3.0f);
}
extern "C" __global__ void weeks_hash64(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long x = __float_as_uint(a[i]) * 0x9e3779b97f4a7c15ull + i;
    for (int k = 0; k < m; k++) {
        x ^= x >> 29;
        x *= 0xbf58476d1ce4e5b9ull;
    }
    c[i] = (float)(x >> 40);
}
extern "C" __global__ void weeks_xorshift(const float *a, const float *b, float *c, int n, int m)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    unsigned inside = 0;
    for (int k = 0; k < m; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        inside += __popc(x) > 16;
    }
    ((unsigned *)c)[blockIdx.x * blockDim.x + threadIdx.x] = inside;
}
extern "C" __global__ void weeks_modulo_index(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int column = i % m, row = i / m % (m + 1), plane = i / m / (m + 1);
    c[i] = a[i] + b[column] * b[row] + plane;
}
extern "C" __global__ void weeks_double_stencil(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const double *x = (const double *)a;
    if (i >= 1 && i < n - 1)
        ((double *)c)[i] = x[i] + 0.1 * (x[i - 1] - 2 * x[i] + x[i + 1]);
}
extern "C" __global__ void weeks_local_table(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float table[32];
    for (int k = 0; k < 32; k++)
        table[k] = a[i] * k;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += table[(__float_as_uint(sum) + i + k) & 31];
    c[i] = sum;
}
/* an SM holds one block of 64 threads: what it loads must come in batches */
extern "C" __global__ void weeks_lonely(const float *a, const float *b, float *c, int n, int m)
{
    extern __shared__ float kept[];
    float sum = 0;
    size_t first = (size_t)blockIdx.x * m;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        float x = a[first + i];
        kept[i % 4096] = x;
        sum += x * x;
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum + kept[threadIdx.x];
}
extern "C" __global__ void weeks_pairs4(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float4 others[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 own = ((const float4 *)a)[i];
    float x = 0, y = 0, z = 0;
    for (int tile = 0; tile < n; tile += 128) {
        others[threadIdx.x] = ((const float4 *)a)[tile + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 128; k++) {
            float4 other = others[k];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), force = other.w * inverse * inverse * inverse;
            x += dx * force;
            y += dy * force;
            z += dz * force;
        }
        __syncthreads();
    }
    ((float4 *)c)[i] = make_float4(x, y, z, 0);
}
