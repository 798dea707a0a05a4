//? status: wrong
//? says: matches this slip: dx takes the derivative of the sigmoid.
// The product rule is forgotten.
//
//! launch silu_backward(x, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256

__device__ float slope(float x)
{
    float sigmoid = 1.0f / (1.0f + expf(-x));
    return sigmoid * (1.0f - sigmoid);
}

extern "C" __global__ void silu_backward(const float *x, const float *dy, float *dx, int n)
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
