//? status: wrong
//? says: rows=8192 cols=8192
// The loop over n / 4 float4 steps by four grids. Only the timed case needs a second round.
//
//! launch gelu_l3(x, bias, residual, out, rows*cols, cols) grid=min((rows*cols+1023)/1024,16*sm_count) block=256

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void gelu_l3(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    if (cols % 4 == 0) {
        for (int i = thread; i < n / 4; i += 4 * threads) {
            float4 a = ((const float4 *)x)[i], r = ((const float4 *)residual)[i], b = ((const float4 *)bias)[i % (cols / 4)];
            ((float4 *)out)[i] = make_float4(gelu(a.x + b.x) + r.x, gelu(a.y + b.y) + r.y, gelu(a.z + b.z) + r.z, gelu(a.w + b.w) + r.w);
        }
    } else {
        for (int i = thread; i < n; i += threads)
            out[i] = gelu(x[i] + bias[i % cols]) + residual[i];
    }
}
