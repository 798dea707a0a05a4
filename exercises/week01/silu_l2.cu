// silu_l2: out = silu(x + bias) + residual, three kernels that are right on any grid.
// TODO: the grid has `blocks` blocks, for any n. Give each kernel a grid-stride loop.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=blocks block=256
//! launch silu(shifted, activated, rows*cols) grid=blocks block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=blocks block=256

extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        shifted[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void silu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] / (1.0f + expf(-x[i]));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = activated[i] + residual[i];
}
