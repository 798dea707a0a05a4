//? params:
//?   - {name: a, type: f32, shape: [n], role: in, init: iota}
//?   - {name: c, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch backwards(a, c, n) grid=(n+7)/8 block=8
extern "C" __global__ void backwards(const float *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        c[i] = a[/*?place*/]; //@ end
}
