//? status: gate
//? says: Each column of y is computed by one rank
// Every rank fetches all weights and computes all of y.
//
//! scratch here f32[m, k]
//! copy here peer(x, 0)
//! launch linear(here, peers(w), y, m, cols, ranks, k)
//!     grid=ceil_div(ranks*cols, 32),ceil_div(m, 8) block=32,8

extern "C" __global__ void linear(const float *x, const float *const *w, float *y, int m, int cols, int ranks, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int n = ranks * cols;
    if (row >= m || col >= n)
        return;
    const float *columns = w[col / cols]; // of the rank that has this column
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * columns[i * cols + col % cols];
    y[row * n + col] = sum;
}
