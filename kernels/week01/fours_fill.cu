//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: iota}
//?   - {name: bias, type: f32, shape: [cols], role: in, init: iota}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//! launch fours(x, bias, y, rows*cols/4, cols) grid=(rows*cols/4+255)/256 block=256
extern "C" __global__ void fours(const float4 *x, const float4 *bias, float4 *y, int fours, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= fours)
        return;
    float4 a = x[i], b = bias[/*?place*/];
    y[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); //@ end
}
