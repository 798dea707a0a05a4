// gelu_l2: out = gelu(x + bias) + residual, three kernels that are right on any grid. The first one
// has its grid-stride loop.
// TODO: give the other two the same loop. What is the step, and why is it the same for all threads?
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=blocks block=256
//! launch gelu(shifted, activated, rows*cols) grid=blocks block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=blocks block=256

extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    // All threads of the grid together take one step of the data at a time.
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        shifted[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = activated[i] + residual[i];
}
