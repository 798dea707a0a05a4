// The whole chain in one launch, right on any grid.
//
//! launch chain(x, bias, residual, out, rows*cols, cols) grid=blocks block=256

__device__ float gelu_of(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void chain(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = gelu_of(x[i] + bias[i % cols]) + residual[i];
}
