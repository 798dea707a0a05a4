//? status: gate
//? says: one load of x per round
// `const` says nothing about y.
//
//! launch polynomial(x, c, y, n) grid=1056 block=256

extern "C" __global__ void polynomial(const float *const x, const float *const c, float *const y, const int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
#pragma unroll
        for (int k = 7; k >= 0; k--)
            sum = sum * x[i] + c[k];
        y[i] = sum;
    }
}
