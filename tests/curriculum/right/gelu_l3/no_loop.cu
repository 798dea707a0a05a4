// As many threads as groups of four elements, and no loop over the grid.
//
//! launch gelu_l3(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+1023)/1024 block=256

__device__ float apply(float x, float bias, float residual)
{
    float v = x + bias;
    return 0.5f * v * (1.0f + erff(v * 0.70710678f)) + residual;
}

__device__ float4 apply(float4 x, float4 bias, float4 residual)
{
    return make_float4(apply(x.x, bias.x, residual.x), apply(x.y, bias.y, residual.y), apply(x.z, bias.z, residual.z),
                       apply(x.w, bias.w, residual.w));
}

extern "C" __global__ void gelu_l3(const float *x, const float *bias, const float *residual, float *out, int n,
                                   int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (cols % 4 == 0) {
        if (i < n / 4)
            ((float4 *)out)[i] =
                apply(((const float4 *)x)[i], ((const float4 *)bias)[i % (cols / 4)], ((const float4 *)residual)[i]);
        return;
    }
    for (int k = 4 * i; k < min(4 * i + 4, n); k++)
        out[k] = apply(x[k], bias[k % cols], residual[k]);
}
