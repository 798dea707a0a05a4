//? status: gate
//? says: Send x once to each rank
// Rank 0 fetches all weights and computes y. The others copy it.
//
//! scratch here f32[m, k]
//! copy here peer(x, 0)
//! launch linear(here, peers(w), y, m, cols, ranks, k)
//!     grid=ceil_div(ranks*cols, 32),ceil_div(m, 8) block=32,8 device=0
//! for r in 1..ranks {
//!     copy y peer(y, 0) device=r
//! }

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
