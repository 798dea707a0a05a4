// The slope is a type that the plan names. One group of four elements per thread.
//
//! launch backward<gelu_slope>(x, dy, dx, n) grid=(n/4+256)/256 block=256

struct gelu_slope {
    __device__ float operator()(float x) const
    {
        return 0.5f + 0.5f * erff(x * 0.70710678f) + x * 0.39894228f * exp2f(x * x * -0.72134752f);
    }
};

template <typename Slope> __global__ void backward(const float *x, const float *dy, float *dx, int n)
{
    Slope slope;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 a = ((const float4 *)x)[i], d = ((const float4 *)dy)[i];
        ((float4 *)dx)[i] = {d.x * slope(a.x), d.y * slope(a.y), d.z * slope(a.z), d.w * slope(a.w)};
    }
    if (n / 4 * 4 + i < n)
        dx[n / 4 * 4 + i] = dy[n / 4 * 4 + i] * slope(x[n / 4 * 4 + i]);
}
