// One kernel for float4 and for float. The plan chooses.
//
//! launch gelu_l3<float4>(x, bias, residual, out, rows*cols/4, cols/4)
//!     grid=min((rows*cols+1023)/1024,16*sm_count) block=256 when=cols%4==0
//! launch gelu_l3<float>(x, bias, residual, out, rows*cols, cols)
//!     grid=min((rows*cols+255)/256,16*sm_count) block=256 when=cols%4!=0

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

template <typename T>
__global__ void gelu_l3(const T *x, const T *bias, const T *residual, T *out, int count, int width)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        out[i] = apply(x[i], bias[i % width], residual[i]);
}
