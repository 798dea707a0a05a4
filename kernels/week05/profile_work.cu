//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch work(x, y, n/4) grid=(n/4+255)/256 block=256

#define WORK 256
#define STEP(u) ((u)*0.999f + 0.001f)

extern "C" __global__ void work(const float4 *x, float4 *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = x[i]; //@ begin
#pragma unroll 16
    for (int k = 0; k < WORK; k++)
        v = make_float4(STEP(v.x), STEP(v.y), STEP(v.z), STEP(v.w));
    y[i] = v; //@ end
}
