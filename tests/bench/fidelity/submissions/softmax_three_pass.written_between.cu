//! launch softmax(x, y, cols) grid=rows block=256
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
extern "C" __global__ void softmax(const float *x, float *y, int cols)
{
    const float *in = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols, most = -INFINITY, sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256)
        most = fmaxf(most, in[i]);
    most = reduce(most, true);
    for (int i = threadIdx.x; i < cols; i += 256) {
        out[i] = expf(in[i] - most);
        sum += out[i];
    }
    sum = reduce(sum, false);
    for (int i = threadIdx.x; i < cols; i += 256)
        out[i] /= sum;
}
