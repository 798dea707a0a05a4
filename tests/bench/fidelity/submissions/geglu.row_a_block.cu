//! launch geglu(x, y, cols) grid=rows block=128
__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}
extern "C" __global__ void geglu(const float *x, float *y, int cols)
{
    const float *gates = x + (size_t)blockIdx.x * 2 * cols, *ups = gates + cols;
    float *out = y + (size_t)blockIdx.x * cols;
    if (cols % 4) {
        for (int c = threadIdx.x; c < cols; c += blockDim.x)
            out[c] = gelu(gates[c]) * ups[c];
        return;
    }
    for (int c = threadIdx.x; c < cols / 4; c += blockDim.x) {
        float4 g = ((const float4 *)gates)[c], u = ((const float4 *)ups)[c];
        ((float4 *)out)[c] = make_float4(gelu(g.x) * u.x, gelu(g.y) * u.y, gelu(g.z) * u.z, gelu(g.w) * u.w);
    }
}
