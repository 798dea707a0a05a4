//? params:
//?   - {name: x, type: f32, shape: [m, rows], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [rows, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: rows, type: i32}
//? reduction_length: rows*ranks
//! scratch part f32[m, n]
//! launch linear(x, w, part, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
//! launch add_all(peers(part), y, m*n, ranks) grid=ceil_div(m*n, 256) block=256
extern "C" __global__ void linear(const float *x, const float *w, float *part, int m, int n, int rows)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < rows; i++)
        sum += x[row * rows + i] * w[i * n + col];
    part[row * n + col] = sum;
}

extern "C" __global__ void add_all(const float *const *parts, float *y, int count, int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += parts[r][i];
    y[i] = sum;
}
