//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(0.5, 4)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch kinds_by_warp(x, y, n) grid=(n+63)/64 block=64
extern "C" __global__ void kinds_by_warp(const float *x, float *y, int n)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t; //@ begin
    if (i >= n)
        return;
    if (/*?first*/)
        y[i] = 1.0f / x[i];
    else
        y[i] = rsqrtf(x[i]); //@ end
}
