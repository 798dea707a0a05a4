//? status: wrong
//? says: 472 is a multiple of 8, and 476 is not: who takes the rest?
//! launch by_eights(x, bias, residual, out, rows*cols/8, cols) grid=(rows*cols/8+255)/256 block=256 when=cols%4==0
//! launch one_by_one(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256 when=cols%4!=0

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void by_eights(const float *x, const float *bias, const float *residual, float *out, int eights, int cols)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= eights)
        return;
    for (int k = 0; k < 8; k += 4) {
        int i = 8 * t + k;
        float4 a = *(const float4 *)(x + i), b = *(const float4 *)(bias + i % cols), r = *(const float4 *)(residual + i);
        *(float4 *)(out + i) = make_float4(gelu(a.x + b.x) + r.x, gelu(a.y + b.y) + r.y, gelu(a.z + b.z) + r.z, gelu(a.w + b.w) + r.w);
    }
}

extern "C" __global__ void one_by_one(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = gelu(x[i] + bias[i % cols]) + residual[i];
}
