// The whole chain in one launch.
//
//! launch chain(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256

__device__ float gelu_of(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void chain(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = gelu_of(x[i] + bias[i % cols]) + residual[i];
}
