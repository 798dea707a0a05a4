//! launch silu_l3(x, bias, residual, out, rows*cols, cols) grid=min((rows*cols+255)/256,16*sm_count) block=256
extern "C" __global__ void silu_l3(const float *x, const float *bias, const float *residual, float *out, int n, int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i] + bias[i % cols];
        out[i] = v / (1.0f + expf(-v)) + residual[i];
    }
}
