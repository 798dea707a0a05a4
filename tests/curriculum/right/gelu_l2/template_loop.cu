// One loop for all kernels, whose body is a parameter. Blocks of 128 threads.
//
//! scratch shifted f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=blocks block=128
//! launch gelu(shifted, rows*cols) grid=blocks block=128
//! launch add_residual(shifted, residual, out, rows*cols) grid=blocks block=128

template <typename Body> __device__ void for_each_element(int n, Body body)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n; i += gridDim.x * blockDim.x)
        body(i);
}

extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, int n, int cols)
{
    for_each_element(n, [=](unsigned i) { y[i] = x[i] + bias[i % cols]; });
}

extern "C" __global__ void gelu(float *y, int n)
{
    for_each_element(n, [=](unsigned i) { y[i] *= 0.5f + 0.5f * erff(y[i] * 0.70710678f); });
}

extern "C" __global__ void add_residual(const float *x, const float *residual, float *y, int n)
{
    for_each_element(n, [=](unsigned i) { y[i] = x[i] + residual[i]; });
}
