//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 2)"}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: residual, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols + 4*cols
//! launch program(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+1023)/1024 block=128
static __device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void program(const float *x, const float *bias, const float *residual, float *out, int n,
                                   int cols)
{
    for (int half = 0; half < 2; half++) { //@ begin
        int i = blockIdx.x * 1024 + half * 512 + threadIdx.x * 4;
        if (i + 3 >= n)
            return;
        float4 v = *(const float4 *)(x + i), r = *(const float4 *)(residual + i);
        float4 b = *(const float4 *)(bias + i % cols);
        *(float4 *)(out + i) = make_float4(gelu(v.x + b.x) + r.x, gelu(v.y + b.y) + r.y,
                                           gelu(v.z + b.z) + r.z, gelu(v.w + b.w) + r.w);
    } //@ end
}
