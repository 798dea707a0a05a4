//? status: timeout
//? says: Its step adds blockIdx.x to i, and the first blockIdx.x is 0.
// gridDim.x is meant.
//
//! launch gelu(x, bias, residual, out, rows*cols, cols) grid=blocks block=256

extern "C" __global__ void gelu(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockIdx.x) {
        float sum = x[i] + bias[i % cols];
        out[i] = 0.5f * sum * (1.0f + erff(sum * 0.70710678f)) + residual[i];
    }
}
