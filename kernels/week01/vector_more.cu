//? params:
//?   - {name: a, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 12*n
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
#define MORE 0

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float sum = a[i] + b[i]; //@ load
    for (int k = 0; k < MORE; k++)
        sum = sum * 0.5f + 1.0f;
    c[i] = sum; //@ end
}
