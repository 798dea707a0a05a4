//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-2, 2)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch relu(x, y, n) grid=(n+255)/256 block=256
extern "C" __global__ void relu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        y[i] = /*?relu*/; //@ end
}
