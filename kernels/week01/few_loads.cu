//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//! launch few_loads(x, y, n) grid=132 block=128
#define LOADS 1

extern "C" __global__ void few_loads(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + (LOADS - 1) * step < n; i += LOADS * step) { //@ begin
        float v[LOADS];
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            v[k] = x[i + k * step]; //@ load
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            y[i + k * step] = 2.0f * v[k];
    } //@ end
    for (; i < n; i += step)
        y[i] = 2.0f * x[i];
}
