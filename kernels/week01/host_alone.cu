//? params:
//?   - {name: a, type: f32, shape: [n], role: in, init: "uniform(-2, 2)"}
//?   - {name: b, type: f32, shape: [n], role: in, init: "uniform(-2, 2)"}
//?   - {name: c, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 12*n
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c,
                               int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
