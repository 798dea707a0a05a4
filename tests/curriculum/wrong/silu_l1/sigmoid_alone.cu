//? status: wrong
//? says: matches this slip: The function is the sigmoid.
// The factor x of SiLU is forgotten.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch silu(shifted, activated, rows*cols) grid=(rows*cols+255)/256 block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=(rows*cols+255)/256 block=256

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
        y[i] = 1.0f / (1.0f + expf(-x[i]));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = activated[i] + residual[i];
}
