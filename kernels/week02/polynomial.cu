// Reference for polynomial: by Horner's rule, in f64.
//
//! launch polynomial_reference(x, c, y, n) grid=(n+255)/256 block=256

extern "C" __global__ void polynomial_reference(const float *x, const float *c, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0.0;
    for (int k = 7; k >= 0; k--)
        sum = sum * x[i] + c[k];
    y[i] = (float)sum;
}
