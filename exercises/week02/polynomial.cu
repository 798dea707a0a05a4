// polynomial: y[i] = c[0] + c[1]*x + ... + c[7]*x^7 at x = x[i].
// TODO: each element costs nine loads, and the eight coefficients are always the same. Load
// them once per thread.
//
//! launch polynomial(x, c, y, n) grid=1056 block=256

extern "C" __global__ void polynomial(const float *x, const float *c, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int k = 7; k >= 0; k--)
            sum = sum * x[i] + c[k];
        y[i] = sum;
    }
}
