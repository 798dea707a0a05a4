// The demo's third version: one launch; what lies between the steps stays in registers.
//
//! launch fused(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void fused(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float shifted = x[i] + bias[i % cols];
    out[i] = 0.5f * shifted * (1.0f + erff(shifted * 0.70710678f)) + residual[i];
}
