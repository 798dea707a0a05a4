//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: blocks, type: i32}
//? bytes: 8*n
//! launch doubled(x, y, n) grid=blocks block=256
extern "C" __global__ void doubled(const float *x, float *y, int n)
{
    int step = gridDim.x * blockDim.x; //@ begin
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = 2.0f * x[i]; //@ end
}
