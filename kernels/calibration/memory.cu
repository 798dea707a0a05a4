// Memory: streaming, strides, latency, what occupancy and the L2 do to them.
extern "C" __global__ void empty_kernel(const float *a, const float *b, float *c, int n, int m) {}

extern "C" __global__ void copy_f32(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}

extern "C" __global__ void copy_f32x4(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4)
        ((float4 *)c)[i] = ((const float4 *)a)[i];
}

extern "C" __global__ void read_f32(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    if (sum == 12345.678f)
        c[0] = sum;
}

extern "C" __global__ void write_f32(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (float)m;
}

// Each thread reads one element m apart from its neighbour's; all n are read, rows of m at a time.
extern "C" __global__ void load_strided(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, rows = n / m;
    if (i < n)
        c[i] = a[(size_t)(i % rows) * m + i / rows];
}

extern "C" __global__ void store_strided(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, rows = n / m;
    if (i < n)
        c[(size_t)(i % rows) * m + i / rows] = a[i];
}

// One element of every m: the sectors between are not used at all.
extern "C" __global__ void load_sparse(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / m)
        c[i] = a[(size_t)i * m];
}

extern "C" __global__ void store_sparse(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / m)
        c[(size_t)i * m] = a[i];
}

// Every load waits for the one before: the address depends on the value, which is multiplied by 0.
extern "C" __global__ void chase(const float *a, const float *b, float *c, int n, int m)
{
    int at = threadIdx.x;
    for (int i = 0; i < 512; i++)
        at = (at + m + (int)(a[at] * 0.0f)) & (n - 1);
    c[threadIdx.x] = (float)at;
}

// The first n elements again and again.
extern "C" __global__ void read_resident(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    int at = (blockIdx.x * blockDim.x + threadIdx.x) & (n - 1);
    for (int k = 0; k < m; k++) {
        sum += a[at];
        at = (at + 4096) & (n - 1);
    }
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Copy with a fixed number of independent loads in flight per thread.
template <int COUNT> __device__ void copy_unrolled(const float *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x * COUNT + threadIdx.x;
    float values[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        values[k] = a[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        c[i + k * blockDim.x] = values[k];
}
extern "C" __global__ void copy_unroll2(const float *a, const float *b, float *c, int n, int m)
{
    copy_unrolled<2>(a, c, n);
}
extern "C" __global__ void copy_unroll8(const float *a, const float *b, float *c, int n, int m)
{
    copy_unrolled<8>(a, c, n);
}
