// tensor_parallel_row: y = x * w, where rank r has columns r*rows to r*rows + rows - 1 of x and the
// same rows of w. This plan is right, and every rank fetches the x and w of all the others.
// TODO: a rank multiplies what it has. Then the ranks add up their parts.
//
//! launch linear(peers(x), peers(w), y, m, n, rows, ranks)
//!     grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8

extern "C" __global__ void linear(const float *const *x, const float *const *w, float *y, int m, int n, int rows,
                                  int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < rows; i++)
            sum += x[r][row * rows + i] * w[r][i * n + col];
    y[row * n + col] = sum;
}

// No line of the plan launches this kernel yet. Rank `rank` adds up one share of y.
extern "C" __global__ void add_share(const float *const *parts, float *const *y, int count, int share, int rank,
                                     int ranks)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: element t of this share, added up over all parts and stored to all ranks.
}
