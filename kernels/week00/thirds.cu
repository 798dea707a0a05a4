//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch thirds(x, y, n) grid=(n+255)/256 block=256
#define FACTOR 2 / 3

extern "C" __global__ void thirds(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * (FACTOR); //@ begin end
}
