//! launch add(x, residual, h, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch normalise(h, weight, y, cols) grid=rows block=256
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
extern "C" __global__ void add(const float *x, const float *residual, float *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        h[i] = x[i] + residual[i];
}
extern "C" __global__ void normalise(const float *h, const float *weight, float *y, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256)
        squares += h[first + i] * h[first + i];
    float scale = rsqrtf(reduce(squares, false) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 256)
        y[first + i] = h[first + i] * scale * weight[i];
}
