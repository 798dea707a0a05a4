//? params:
//?   - {name: x, type: f32, shape: [n, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: dy, type: f32, shape: [n, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: dw, type: f32, shape: [d, e], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//?   - {name: e, type: i32}
//? reduction_length: n
//! launch linear_dw(x, dy, dw, n, d, e) grid=(e+31)/32,(d+7)/8 block=32,8
extern "C" __global__ void linear_dw(const float *x, const float *dy, float *dw, int n, int d, int e)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= d || col >= e)
        return;
    float sum = 0.0f;
    for (int j = 0; j < n; j++)
        sum += x[j * d + row] * dy[j * e + col];
    dw[row * e + col] = sum;
}
