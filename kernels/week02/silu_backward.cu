// Reference for silu_backward: no derivative, but the slope between x - 1e-5 and x + 1e-5.
// In f64 it is off by about 1e-11.
//
//! launch silu_backward_reference(x, dy, dx, n) grid=(n+255)/256 block=256

__device__ double silu(double x)
{
    return x / (1.0 + exp(-x));
}

extern "C" __global__ void silu_backward_reference(const float *x, const float *dy, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double step = 1e-5;
    dx[i] = (float)((double)dy[i] * (silu((double)x[i] + step) - silu((double)x[i] - step)) / (2 * step));
}
