//! launch silu_backward(x, dy, dx, n) grid=(n+127)/128 block=128
extern "C" __global__ void silu_backward(const float *x, const float *dy, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = 1.0f / (1.0f + expf(-x[i]));
    dx[i] = dy[i] * (s + x[i] * s * (1.0f - s));
}
