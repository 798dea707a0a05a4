//? params:
//?   - {name: x, type: f32, shape: [m, rows], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [rows, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: rows, type: i32}
//? reduction_length: rows*ranks
//! launch linear(x, w, y, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
extern "C" __global__ void linear(const float *x, const float *w, float *part, int m, int n, int rows)
{
    int col = blockIdx.x * 32 + threadIdx.x; //@ begin
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < rows; i++)
        sum += x[row * rows + i] * w[i * n + col]; //@ load
    part[row * n + col] = sum; //@ end
}
