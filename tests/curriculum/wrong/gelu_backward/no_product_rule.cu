//? status: wrong
//? says: matches this slip: The term x * density(x) is missing.
// The probability alone: the second half of the product rule is missing.
//
//! launch gelu_backward(x, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256

__device__ float slope(float x)
{
    float probability = 0.5f * (1.0f + erff(x * 0.70710678f));
    float density = 0.39894228f * expf(-0.5f * x * x);
    return probability;
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
    if (first < n % 4) {
        int i = n / 4 * 4 + first;
        dx[i] = dy[i] * slope(x[i]);
    }
}
