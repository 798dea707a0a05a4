//? params:
//?   - {name: a, type: f32, shape: [n+32], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//! launch shifted(a, c, n) grid=(n+255)/256 block=256
#define SHIFT 1

extern "C" __global__ void shifted(const float *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        c[i] = a[i + SHIFT]; //@ load end
}
