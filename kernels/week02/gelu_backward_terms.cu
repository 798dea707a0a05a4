// The terms of gelu_backward: (1 + erf(..)) / 2 has two of up to a half, and the density adds one.
//
//! launch gelu_backward_terms(x, dy, dx, n) grid=(n+255)/256 block=256

extern "C" __global__ void gelu_backward_terms(const float *x, const float *dy, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double density = 0.39894228040143268 * exp(-0.5 * (double)x[i] * (double)x[i]);
    dx[i] = (float)(fabs((double)dy[i]) * (1.0 + fabs((double)x[i]) * density));
}
