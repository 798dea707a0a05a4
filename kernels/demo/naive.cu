// The demo's first version: three launches, in which each thread does 32 adjacent elements.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=(rows*cols+8191)/8192 block=256
//! launch gelu(shifted, activated, rows*cols) grid=(rows*cols+8191)/8192 block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=(rows*cols+8191)/8192 block=256

__device__ int first_of_stretch()
{
    return (blockIdx.x * blockDim.x + threadIdx.x) * 32;
}

extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    int first = first_of_stretch();
    for (int i = first; i < first + 32 && i < n; i++)
        shifted[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int first = first_of_stretch();
    for (int i = first; i < first + 32 && i < n; i++)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    int first = first_of_stretch();
    for (int i = first; i < first + 32 && i < n; i++)
        out[i] = activated[i] + residual[i];
}
