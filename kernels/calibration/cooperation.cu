// Shared memory, shuffles, barriers, atomics.

// m-way bank conflicts: lane l reads word l * m.
extern "C" __global__ void shared_conflict(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float words[32 * 32 + 32];
    for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x)
        words[i] = (float)i;
    __syncthreads();
    int lane = threadIdx.x & 31;
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += words[(lane * m + k) & 1023];
    c[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void shared_chase(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ int next[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        next[i] = (i + 33) & 1023;
    __syncthreads();
    int at = threadIdx.x;
    for (int k = 0; k < m; k++)
        at = next[at];
    c[blockIdx.x * blockDim.x + threadIdx.x] = (float)at;
}

extern "C" __global__ void barriers(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float word;
    if (threadIdx.x == 0)
        word = 1.0f;
    for (int k = 0; k < m; k++)
        __syncthreads();
    c[blockIdx.x * blockDim.x + threadIdx.x] = word;
}

extern "C" __global__ void shuffles(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = x + 1;
    for (int k = 0; k < m; k++)
        for (int distance = 16; distance > 0; distance /= 2) {
            x += __shfl_xor_sync(0xffffffffu, x, distance);
            y += __shfl_xor_sync(0xffffffffu, y, distance);
        }
    c[i] = x + y;
}

// Every lane adds to one of m counters, neighbours to neighbours.
extern "C" __global__ void atomic_spread(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&c[i % m], 1.0f);
}

extern "C" __global__ void atomic_integer(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned *)c + i % m, 1u + (a[i] > 2.0f));
}

// Scattered: no two lanes share a sector.
extern "C" __global__ void atomic_scattered(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&c[((unsigned)i * 2654435761u >> 8) % (unsigned)m], 1.0f);
}

extern "C" __global__ void atomic_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned counts[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        counts[i] = 0;
    __syncthreads();
    for (int k = 0; k < 64; k++)
        atomicAdd(&counts[(threadIdx.x * 7 + k) % m], 1u);
    __syncthreads();
    c[blockIdx.x * blockDim.x + threadIdx.x] = (float)counts[threadIdx.x];
}

extern "C" __global__ void spilled(const float *a, const float *b, float *c, int n, int m)
{
    float values[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 64; k++)
        values[k] = a[i] + k;
    for (int k = 0; k < m; k++)
        values[(k * 13 + m) & 63] += values[(k * 7 + m) & 63];
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += values[k];
    c[i] = sum;
}

__device__ float reduce_warp(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffffu, value, distance);
    return value;
}

extern "C" __global__ void reduce_calibration(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float parts[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    sum = reduce_warp(sum);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = reduce_warp(threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0)
            c[blockIdx.x] = sum;
    }
}

template <int PAD> __device__ void transpose_block(const float *a, float *c, int m)
{
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = a[(size_t)(y + k) * m + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        c[(size_t)(y + k) * m + x] = tile[threadIdx.x][threadIdx.y + k];
}
extern "C" __global__ void transpose_tiled(const float *a, const float *b, float *c, int n, int m)
{
    transpose_block<0>(a, c, m);
}
extern "C" __global__ void transpose_padded(const float *a, const float *b, float *c, int n, int m)
{
    transpose_block<1>(a, c, m);
}

// m neighbouring lanes add to one address, the next m to the next.
extern "C" __global__ void atomic_runs(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&c[i / m], 1.0f);
}
extern "C" __global__ void atomic_integer_runs(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd((unsigned *)c + i / m, 1u + (a[0] > 2.0f));
}
