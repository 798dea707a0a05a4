//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch scale(x, y, n) grid=(n+1023)/1024 block=128
extern "C" __global__ void scale(const float4 *x, float4 *y, int n)
{
    int first = blockIdx.x * 256 + threadIdx.x;
    for (int i = first; i < first + 256 && 4 * i < n; i += 128) {
        float4 v = x[i];
        y[i] = make_float4(2.0f * v.x, 2.0f * v.y, 2.0f * v.z, 2.0f * v.w);
    }
}
