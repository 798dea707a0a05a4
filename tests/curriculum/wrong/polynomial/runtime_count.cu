//? status: gate
//? says: stays in registers
// The coefficients are kept, but by loops that are not unrolled.
//
//! launch polynomial(x, c, y, n, 8) grid=1056 block=256

extern "C" __global__ void polynomial(const float *x, const float *c, float *y, int n, int terms)
{
    float kept[8];
    for (int k = 0; k < terms; k++)
        kept[k] = c[k];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int k = terms - 1; k >= 0; k--)
            sum = sum * x[i] + kept[k];
        y[i] = sum;
    }
}
