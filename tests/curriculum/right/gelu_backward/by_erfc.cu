// Without the cancellation of 1 + erf(..): erfc of the other side.
//! launch gelu_backward(x, dy, dx, n) grid=(n/4+258)/256 block=256

__device__ float slope(float x)
{
    return 0.5f * erfcf(x * -0.70710678f) + x * 0.39894228f * expf(-0.5f * x * x);
}

extern "C" __global__ void gelu_backward(const float *x, const float *dy, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 a = ((const float4 *)x)[i], d = ((const float4 *)dy)[i];
        ((float4 *)dx)[i] = make_float4(d.x * slope(a.x), d.y * slope(a.y), d.z * slope(a.z), d.w * slope(a.w));
    } else if (i - n / 4 < n % 4) {
        int last = n / 4 * 3 + i;
        dx[last] = dy[last] * slope(x[last]);
    }
}
