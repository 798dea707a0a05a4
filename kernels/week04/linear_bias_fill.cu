//? params:
//?   - {name: x, type: f32, shape: [4, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: bias, type: f32, shape: [n], role: in, init: iota}
//?   - {name: y, type: f32, shape: [4, n], role: out}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch linear(x, w, bias, y, n, k) grid=n/8 block=2,2
static __device__ float gelu(float s)
{
    return 0.5f * s * (1.0f + erff(s * 0.70710678f));
}

extern "C" __global__ void linear(const float *x, const float *w, const float *bias, float *y, int n, int k)
{
    int tx = threadIdx.x, ty = threadIdx.y, first = 8 * blockIdx.x;
    float sum[2][4] = {};
    for (int i = 0; i < k; i++)
        for (int r = 0; r < 2; r++)
            for (int q = 0; q < 4; q++)
                sum[r][q] += x[(ty + 2 * r) * k + i] * w[i * n + first + 2 * tx + q % 2 + q / 2 * 4];
    for (int r = 0; r < 2; r++) //@ begin
        for (int q = 0; q < 4; q++) {
            int col = /*?column*/;
            y[(ty + 2 * r) * n + col] = gelu(sum[r][q] + bias[col]);
        } //@ end
}
