//! launch gelu_backward(x, dy, dx, n) grid=(n+4095)/4096 block=1024
__device__ float slope(float x)
{
    return 0.5f * (1.0f + erff(x * 0.70710678f)) + x * 0.39894228f * expf(-0.5f * x * x);
}
extern "C" __global__ void gelu_backward(const float *x, const float *dy, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 v = ((const float4 *)x)[i], g = ((const float4 *)dy)[i];
        ((float4 *)dx)[i] = make_float4(g.x * slope(v.x), g.y * slope(v.y), g.z * slope(v.z), g.w * slope(v.w));
    } else
        for (int k = 4 * i; k < n; k++)
            dx[k] = dy[k] * slope(x[k]);
}
