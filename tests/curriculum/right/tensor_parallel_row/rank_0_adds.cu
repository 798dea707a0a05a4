// Rank 0 adds up all parts, and the others copy the sums. The same bytes, over one link.
//
//! scratch part f32[m, n]
//! launch linear(x, w, part, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
//! launch add_all(peers(part), y, m*n, ranks) grid=ceil_div(m*n, 256) block=256 device=0
//! for r in 1..ranks {
//!     copy y peer(y, 0) device=r
//! }

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
