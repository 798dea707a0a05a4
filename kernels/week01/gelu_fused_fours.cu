//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 2)"}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: residual, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols + 4*cols
//! launch fused(x, bias, residual, out, rows*cols/4, cols/4)
//!     grid=min((rows*cols+1023)/1024,16*sm_count) block=256
__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void fused(const float4 *x, const float4 *bias, const float4 *residual, float4 *out, int fours,
                                 int row_fours)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += gridDim.x * blockDim.x) {
        float4 a = x[i], b = bias[i % row_fours], r = residual[i];
        out[i] = make_float4(gelu(a.x + b.x) + r.x, gelu(a.y + b.y) + r.y, gelu(a.z + b.z) + r.z,
                             gelu(a.w + b.w) + r.w);
    }
}
