// Arithmetic: latency and throughput of each unit.
template <int CHAINS> __device__ void fma_chains(const float *a, float *c, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x[CHAINS], y = a[i];
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        x[k] = y + (float)k;
    for (int step = 0; step < m; step++)
#pragma unroll
        for (int repeat = 0; repeat < 16; repeat++)
#pragma unroll
            for (int k = 0; k < CHAINS; k++)
                x[k] = fmaf(x[k], y, 0.5f);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        sum += x[k];
    c[i] = sum;
}
#define FMA_CHAIN(count)                                                                                  \
    extern "C" __global__ void fma_ilp##count(const float *a, const float *b, float *c, int n, int m)     \
    {                                                                                                     \
        fma_chains<count>(a, c, m);                                                                       \
    }
FMA_CHAIN(1)
FMA_CHAIN(2)
FMA_CHAIN(4)
FMA_CHAIN(8)

extern "C" __global__ void integer_chain(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i, y = i * 3 + 1, z = i ^ 77, w = i + 5;
    for (int step = 0; step < m; step++)
#pragma unroll
        for (int k = 0; k < 8; k++) {
            x = (x ^ y) + z;
            y = (y & w) ^ x;
            z = (z << 3) ^ w;
            w = (w + z) ^ (x >> 5);
        }
    c[i] = (float)(x + y + z + w);
}

extern "C" __global__ void exp_heavy(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = x + 1, z = x + 2, w = x + 3;
    for (int step = 0; step < m; step++) {
        x = __expf(x) * 0.25f;
        y = __expf(y) * 0.25f;
        z = __expf(z) * 0.25f;
        w = __expf(w) * 0.25f;
    }
    c[i] = x + y + z + w;
}

extern "C" __global__ void sqrt_heavy(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = fabsf(a[i]) + 1.0f, y = x + 1;
    for (int step = 0; step < m; step++) {
        x = sqrtf(x) + 1.0f;
        y = sqrtf(y) + 1.0f;
    }
    c[i] = x + y;
}

extern "C" __global__ void divide_heavy(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = fabsf(a[i]) + 1.0f, y = x + 1;
    for (int step = 0; step < m; step++) {
        x = 1.5f / x + 0.5f;
        y = 2.5f / y + 0.5f;
    }
    c[i] = x + y;
}

// Odd lanes and even lanes go different ways.
extern "C" __global__ void divergent(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = x + 1, z = x + 2, w = x + 3;
    if (i & 1)
        for (int step = 0; step < m; step++) {
            x = fmaf(x, y, 0.5f);
            y = fmaf(y, z, 0.5f);
            z = fmaf(z, w, 0.5f);
            w = fmaf(w, 0.5f, x);
        }
    else
        for (int step = 0; step < m; step++) {
            x = fmaf(x, x, 0.25f);
            y = fmaf(y, x, 0.25f);
            z = fmaf(z, y, 0.25f);
            w = fmaf(w, 0.25f, z);
        }
    c[i] = x + y + z + w;
}

extern "C" __global__ void double_chain(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = a[i], y = x + 1, z = x + 2, w = x + 3;
    for (int step = 0; step < m; step++) {
        x = fma(x, 0.5, 1.0);
        y = fma(y, 0.5, 1.0);
        z = fma(z, 0.5, 1.0);
        w = fma(w, 0.5, 1.0);
    }
    c[i] = (float)(x + y + z + w);
}
