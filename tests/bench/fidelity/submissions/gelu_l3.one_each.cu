//! launch fused(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+127)/128 block=128
__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}
extern "C" __global__ void fused(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = gelu(x[i] + bias[i % cols]) + residual[i];
}
