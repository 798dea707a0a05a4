//? params:
//?   - {name: x, type: f32, shape: [4, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: bias, type: f32, shape: [n], role: in, init: iota}
//?   - {name: y, type: f32, shape: [4, n], role: out}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch linear(x, w, bias, y, n, k) grid=(n+7)/8 block=2,4
static __device__ float gelu(float s)
{
    return 0.5f * s * (1.0f + erff(s * 0.70710678f));
}

extern "C" __global__ void linear(const float *x, const float *w, const float *bias, float *y, int n, int k)
{
    int row = threadIdx.y, col = 8 * blockIdx.x + 4 * threadIdx.x;
    float sum[4] = {};
    for (int i = 0; i < k; i++)
        for (int q = 0; q < 4; q++)
            sum[q] += col + q < n ? x[row * k + i] * w[i * n + col + q] : 0.0f;
    float add[4];               //@ begin
    for (int q = 0; q < 4; q++) // this thread has columns col to col + 3
        add[q] = /*?inside*/ ? bias[col + q] : 0.0f; //@ end
    for (int q = 0; q < 4; q++)
        if (col + q < n)
            y[row * n + col + q] = gelu(sum[q] + add[q]);
}
