//? status: wrong
//? says: matches this slip: The coefficients are taken in reverse order.
// Horner's rule in the wrong order.
//
//! launch polynomial(x, c, y, n) grid=1056 block=256

extern "C" __global__ void polynomial(const float *__restrict__ x, const float *__restrict__ c, float *__restrict__ y,
                                      int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int k = 0; k < 8; k++)
            sum = sum * x[i] + c[k];
        y[i] = sum;
    }
}
