//! launch fused(x, bias, residual, out, cols) grid=rows block=256
__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}
extern "C" __global__ void fused(const float *x, const float *bias, const float *residual, float *out, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[first + i] = gelu(x[first + i] + bias[i]) + residual[first + i];
}
