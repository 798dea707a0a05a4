//? params:
//?   - {name: x, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, n], role: in, init: "uniform(-0.3, 0.3)"}
//?   - {name: bias, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? bytes: 4*(m*k + k*n + n + m*n)
//! launch linear_one(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void linear_one(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = bias[col]; //@ begin
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * n + col];
    y[row * n + col] = 0.5f * sum * (1.0f + erff(sum * 0.70710678f)); //@ end
}
