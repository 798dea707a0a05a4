//? params:
//?   - {name: x, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [k, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [m, ranks*cols], role: out}
//?   - {name: m, type: i32}
//?   - {name: k, type: i32}
//?   - {name: cols, type: i32}
//? reduction_length: k
//! scratch here f32[m, k]
//! copy here peer(x, 0)
//! launch linear(here, peers(w), y, m, cols, ranks, k)
//!     grid=ceil_div(ranks*cols, 32),ceil_div(m, 8) block=32,8
extern "C" __global__ void linear(const float *x, const float *const *w, float *y, int m, int cols, int ranks, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x; //@ begin
    int row = blockIdx.y * 8 + threadIdx.y;
    int n = ranks * cols;
    if (row >= m || col >= n)
        return;
    const float *columns = w[col / cols]; // on their rank
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * columns[i * cols + col % cols]; //@ load end
    y[row * n + col] = sum;
}
