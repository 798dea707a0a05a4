// silu_l3: out = silu(x + bias) + residual in one launch, four elements per thread in each round.
//
//! launch silu_l3(x, bias, residual, out, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256

__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}

// Rows are a whole number of float4 only if cols is a multiple of 4.
__device__ void by_fours(const float4 *x, const float4 *bias, const float4 *residual, float4 *out, int fours, int row_fours)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
        float4 a = x[i];
        float4 r = residual[i];
        float4 b = bias[i % row_fours];
        out[i] = make_float4(silu(a.x + b.x) + r.x, silu(a.y + b.y) + r.y, silu(a.z + b.z) + r.z, silu(a.w + b.w) + r.w);
    }
}

extern "C" __global__ void silu_l3(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    if (cols % 4 == 0) {
        by_fours((const float4 *)x, (const float4 *)bias, (const float4 *)residual, (float4 *)out, n / 4, cols / 4);
        return;
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = silu(x[i] + bias[i % cols]) + residual[i];
}
