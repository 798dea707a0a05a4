// The coefficients go to variables before the loop.
//
//! launch polynomial(x, c, y, n) grid=1056 block=256

extern "C" __global__ void polynomial(const float *x, const float *c, float *y, int n)
{
    float4 low = ((const float4 *)c)[0], high = ((const float4 *)c)[1];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i];
        y[i] =
            low.x + v * (low.y + v * (low.z + v * (low.w + v * (high.x + v * (high.y + v * (high.z + v * high.w))))));
    }
}
