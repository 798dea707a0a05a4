// Week 3: reductions, softmax, norms, scans, histograms, matrix times vector.
extern "C" __global__ void sum_atomic_each(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(c, a[i]);
}
extern "C" __global__ void sum_interleaved(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void sum_strided_index(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        int at = 2 * s * t;
        if (at < blockDim.x)
            part[at] += part[at + s];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = part[0];
}
extern "C" __global__ void sum_sequential(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = part[0];
}
__device__ float warp_sum(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}
__device__ float warp_max(float x)
{
    for (int d = 16; d > 0; d /= 2)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, d));
    return x;
}
extern "C" __global__ void sum_shuffle(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = warp_sum(i < n ? a[i] : 0.0f);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(c, x);
}
extern "C" __global__ void sum_grid_stride(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    sum = warp_sum(sum);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(c, sum);
}
extern "C" __global__ void sum_grid_stride4(const float *a, const float *b, float *c, int n, int m)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 v = ((const float4 *)a)[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = warp_sum(sum);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(c, sum);
}
__device__ float block_reduce(float x, bool is_max)
{
    __shared__ float part[32];
    __syncthreads();
    x = is_max ? warp_max(x) : warp_sum(x);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = x;
    __syncthreads();
    x = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : (is_max ? -1e30f : 0.0f);
    if (threadIdx.x < 32) {
        x = is_max ? warp_max(x) : warp_sum(x);
        if (threadIdx.x == 0)
            part[0] = x;
    }
    __syncthreads();
    return part[0];
}
// n rows of m.
extern "C" __global__ void softmax_three_pass(const float *a, const float *b, float *c, int n, int m)
{
    const float *row = a + (size_t)blockIdx.x * m;
    float *out = c + (size_t)blockIdx.x * m;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        most = fmaxf(most, row[i]);
    most = block_reduce(most, true);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        sum += __expf(row[i] - most);
    sum = block_reduce(sum, false);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        out[i] = __expf(row[i] - most) / sum;
}
extern "C" __global__ void softmax_online(const float *a, const float *b, float *c, int n, int m)
{
    const float *row = a + (size_t)blockIdx.x * m;
    float *out = c + (size_t)blockIdx.x * m;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        float x = row[i], higher = fmaxf(most, x);
        sum = sum * __expf(most - higher) + __expf(x - higher);
        most = higher;
    }
    float all = block_reduce(most, true);
    sum = block_reduce(sum * __expf(most - all), false);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        out[i] = __expf(row[i] - all) / sum;
}
extern "C" __global__ void softmax_thread_per_row(const float *a, const float *b, float *c, int n, int m)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    const float *row = a + (size_t)r * m;
    float most = -1e30f, sum = 0;
    for (int i = 0; i < m; i++)
        most = fmaxf(most, row[i]);
    for (int i = 0; i < m; i++)
        sum += __expf(row[i] - most);
    for (int i = 0; i < m; i++)
        c[(size_t)r * m + i] = __expf(row[i] - most) / sum;
}
extern "C" __global__ void softmax_warp_per_row(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    const float *row = a + (size_t)r * m;
    float most = -1e30f, sum = 0;
    for (int i = lane; i < m; i += 32)
        most = fmaxf(most, row[i]);
    most = warp_max(most);
    for (int i = lane; i < m; i += 32)
        sum += __expf(row[i] - most);
    sum = warp_sum(sum);
    for (int i = lane; i < m; i += 32)
        c[(size_t)r * m + i] = __expf(row[i] - most) / sum;
}
extern "C" __global__ void layer_norm(const float *a, const float *b, float *c, int n, int m)
{
    const float *row = a + (size_t)blockIdx.x * m;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        sum += row[i];
        squares += row[i] * row[i];
    }
    float mean = block_reduce(sum, false) / m;
    float variance = block_reduce(squares, false) / m - mean * mean, scale = rsqrtf(variance + 1e-5f);
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        c[(size_t)blockIdx.x * m + i] = (row[i] - mean) * scale;
}
extern "C" __global__ void matvec_thread_per_row(const float *a, const float *b, float *c, int n, int m)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    float sum = 0;
    for (int i = 0; i < m; i++)
        sum += a[(size_t)r * m + i] * b[i];
    c[r] = sum;
}
extern "C" __global__ void matvec_warp_per_row(const float *a, const float *b, float *c, int n, int m)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    float sum = 0;
    for (int i = lane; i < m; i += 32)
        sum += a[(size_t)r * m + i] * b[i];
    sum = warp_sum(sum);
    if (lane == 0)
        c[r] = sum;
}
extern "C" __global__ void column_sums(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < n; y++)
        sum += a[(size_t)y * m + x];
    c[x] = sum;
}
extern "C" __global__ void histogram_global(const float *a, const float *b, float *c, int n, int m)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd((unsigned *)c + min(m - 1, (int)((a[i] + 1.0f) * 0.5f * m)), 1u);
}
extern "C" __global__ void histogram_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ unsigned bins[1024];
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[min(m - 1, (int)((a[i] + 1.0f) * 0.5f * m))], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd((unsigned *)c + i, bins[i]);
}
extern "C" __global__ void scan_hillis(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float buffer[2][512];
    int t = threadIdx.x, from = 0, i = blockIdx.x * blockDim.x + t;
    buffer[0][t] = a[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        buffer[1 - from][t] = buffer[from][t] + (t >= d ? buffer[from][t - d] : 0.0f);
        from = 1 - from;
        __syncthreads();
    }
    c[i] = buffer[from][t];
}
extern "C" __global__ void scan_blelloch(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float part[1024];
    int t = threadIdx.x, base = blockIdx.x * blockDim.x * 2, d = 1, size = 2 * blockDim.x;
    part[t] = a[base + t];
    part[t + blockDim.x] = a[base + t + blockDim.x];
    for (int count = blockDim.x; count > 0; count /= 2, d *= 2) {
        __syncthreads();
        if (t < count)
            part[d * (2 * t + 2) - 1] += part[d * (2 * t + 1) - 1];
    }
    if (t == 0)
        part[size - 1] = 0;
    for (int count = 1; count < size; count *= 2) {
        d /= 2;
        __syncthreads();
        if (t < count) {
            float x = part[d * (2 * t + 1) - 1];
            part[d * (2 * t + 1) - 1] = part[d * (2 * t + 2) - 1];
            part[d * (2 * t + 2) - 1] += x;
        }
    }
    __syncthreads();
    c[base + t] = part[t];
    c[base + t + blockDim.x] = part[t + blockDim.x];
}
