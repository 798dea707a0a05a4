//? status: wrong
//? says: passes activated, and no other line of the plan uses it.
// The last launch takes the result of the first.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=blocks block=256
//! launch gelu(shifted, activated, rows*cols) grid=blocks block=256
//! launch add_residual(shifted, residual, out, rows*cols) grid=blocks block=256

extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        shifted[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = activated[i] + residual[i];
}
