// silu_l2: out = silu(x + bias) + residual, three kernels that are right on any grid.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=blocks block=256
//! launch silu(shifted, activated, rows*cols) grid=blocks block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=blocks block=256

extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        shifted[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void silu(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i] / (1.0f + expf(-x[i]));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = activated[i] + residual[i];
}
