//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 2)"}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: residual, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols + 4*cols
//! launch fused(x, bias, residual, out, rows*cols, cols)
//!     grid=min((rows*cols+255)/256,16*sm_count) block=256
__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void fused(const float *x, const float *bias, const float *residual, float *out, int n,
                                 int cols)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = gelu(x[i] + bias[i % cols]) + residual[i];
}
