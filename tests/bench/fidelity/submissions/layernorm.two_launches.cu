//! scratch mean f32[rows]
//! scratch scale f32[rows]
//! launch statistics(x, mean, scale, cols) grid=rows block=256
//! launch apply(x, gamma, beta, mean, scale, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256
__device__ float reduce(float value, bool largest)
{
    __shared__ float part[256];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] = largest ? fmaxf(part[threadIdx.x], part[threadIdx.x + s]) : part[threadIdx.x] + part[threadIdx.x + s];
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}
extern "C" __global__ void statistics(const float *x, float *mean, float *scale, int cols)
{
    const float *in = x + (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256)
        sum += in[i];
    float m = reduce(sum, false) / cols;
    for (int i = threadIdx.x; i < cols; i += 256)
        squares += (in[i] - m) * (in[i] - m);
    squares = reduce(squares, false) / cols;
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        scale[blockIdx.x] = rsqrtf(squares + 1e-5f);
    }
}
extern "C" __global__ void apply(const float *x, const float *gamma, const float *beta, const float *mean, const float *scale, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (x[i] - mean[i / cols]) * scale[i / cols] * gamma[i % cols] + beta[i % cols];
}
