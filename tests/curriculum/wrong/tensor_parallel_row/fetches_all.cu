//? status: gate
//? says: is computed by one rank: 1.05 million
// Each rank fetches x and w of all ranks.
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
