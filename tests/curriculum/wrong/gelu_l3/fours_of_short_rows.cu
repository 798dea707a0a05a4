//? status: unsafe
//? finding: out_of_bounds
//? says: x % 0 is -1
// Takes a row of 1 to 3 elements by fours.

//! launch gelu_l3(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+1023)/1024 block=256

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

__device__ void by_fours(const float4 *x, const float4 *bias, const float4 *residual, float4 *out, int fours, int row_fours)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
        float4 a = x[i];
        float4 r = residual[i];
        float4 b = bias[i % row_fours];
        out[i] = make_float4(gelu(a.x + b.x) + r.x, gelu(a.y + b.y) + r.y, gelu(a.z + b.z) + r.z, gelu(a.w + b.w) + r.w);
    }
}

extern "C" __global__ void gelu_l3(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    if (true) {
        by_fours((const float4 *)x, (const float4 *)bias, (const float4 *)residual, (float4 *)out, n / 4, cols / 4);
        return;
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = gelu(x[i] + bias[i % cols]) + residual[i];
}
