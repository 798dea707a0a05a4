//! launch standardize(x, y, cols) grid=rows block=256 shared=4*cols
__device__ float of_block(float value, bool most)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = most ? fmaxf(value, other) : value + other;
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int w = 1; w < blockDim.x / 32; w++)
        value = most ? fmaxf(value, parts[w]) : value + parts[w];
    __syncthreads();
    return value;
}
extern "C" __global__ void standardize(const float *x, float *y, int cols)
{
    extern __shared__ float row[];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        row[i] = x[first + i];
        sum += row[i];
    }
    float mean = of_block(sum, false) / cols;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        squares += (row[i] - mean) * (row[i] - mean);
    float scale = rsqrtf(of_block(squares, false) / cols + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[first + i] = (row[i] - mean) * scale;
}
