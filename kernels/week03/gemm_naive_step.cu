//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8
extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f; //@ begin
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col]; //@ loads
    c[row * n + col] = sum; //@ end
}
