//? status: wrong
//? says: divides whole numbers: 1 / 2 is 0
// The exponent has a factor of two whole numbers.
//
//! launch gelu_backward(x, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256

__device__ float slope(float x)
{
    return 0.5f * (1.0f + erff(x * 0.70710678f)) + x * 0.39894228f * expf(-(1 / 2) * x * x);
}

extern "C" __global__ void gelu_backward(const float *x, const float *dy, float *dx, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    for (int i = first; i < n / 4; i += step) {
        float4 a = ((const float4 *)x)[i];
        float4 d = ((const float4 *)dy)[i];
        ((float4 *)dx)[i] = make_float4(d.x * slope(a.x), d.y * slope(a.y), d.z * slope(a.z), d.w * slope(a.w));
    }
    for (int i = n / 4 * 4 + first; i < n; i += step)
        dx[i] = dy[i] * slope(x[i]);
}
