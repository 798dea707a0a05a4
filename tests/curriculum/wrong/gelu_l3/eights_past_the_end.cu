//? status: unsafe
//? says: Line 3 launches by_eights in this case, too. Is its when= right
//! launch by_eights(x, bias, residual, out, rows*cols, cols) grid=(rows*cols/8+255)/256 block=256 when=cols%4==0
//! launch one_by_one(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256 when=cols%4!=0

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void by_eights(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    for (int k = 0; k < 8; k += 4) {
        float4 a = *(const float4 *)(x + i + k), b = *(const float4 *)(bias + i % cols + k), r = *(const float4 *)(residual + i + k);
        *(float4 *)(out + i + k) = make_float4(gelu(a.x + b.x) + r.x, gelu(a.y + b.y) + r.y, gelu(a.z + b.z) + r.z, gelu(a.w + b.w) + r.w);
    }
}

extern "C" __global__ void one_by_one(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = gelu(x[i] + bias[i % cols]) + residual[i];
}
