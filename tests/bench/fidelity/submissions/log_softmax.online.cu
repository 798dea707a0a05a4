//! launch log_softmax(x, y, cols) grid=rows block=512
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
extern "C" __global__ void log_softmax(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float v = row[i], next = fmaxf(most, v);
        sum = sum * expf(most - next) + expf(v - next);
        most = next;
    }
    float all = of_block(most, true);
    sum = logf(of_block(most == -INFINITY ? 0.0f : sum * expf(most - all), false));
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[(size_t)blockIdx.x * cols + i] = row[i] - all - sum;
}
