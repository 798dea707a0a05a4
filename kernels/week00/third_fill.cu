//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: iota}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch third_fill(x, y, n) grid=(n+255)/256 block=256
extern "C" __global__ void third_fill(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = /*?third*/; //@ begin end
}
