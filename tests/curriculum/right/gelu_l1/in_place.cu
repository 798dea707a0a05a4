// No scratch: the three kernels work in `out`.
//
//! launch add_bias(x, bias, out, rows*cols, cols) grid=(rows*cols+127)/128 block=128
//! launch gelu(out, rows*cols) grid=(rows*cols+127)/128 block=128
//! launch add_residual(residual, out, rows*cols) grid=(rows*cols+127)/128 block=128

extern "C" __global__ void add_bias(const float *x, const float *bias, float *out, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void gelu(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = out[i] * 0.5f * erfcf(out[i] * -0.70710678f);
}

extern "C" __global__ void add_residual(const float *residual, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += residual[i];
}
