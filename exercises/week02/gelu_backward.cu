// gelu_backward: dx = dy * gelu'(x). gelu(x) = x * P(x), P(x) = 0.5 * (1 + erf(x / sqrt(2))).
//
//! launch gelu_backward(x, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256

// TODO 1: the slope of gelu at x.
__device__ float slope(float x)
{
    return 0.0f;
}

extern "C" __global__ void gelu_backward(const float *x, const float *dy, float *dx, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    for (int i = first; i < n / 4; i += step) {
        float4 a = ((const float4 *)x)[i];
        float4 d = ((const float4 *)dy)[i];
        // TODO 2: store float4 number i of dx.
    }
    // TODO 3: the n % 4 elements that no float4 covers.
}
