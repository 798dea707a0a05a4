//? status: wrong
//? says: rank 0's y[0][0] is 1, expected 4
// Each rank takes its partial sums for y.
//
//! launch linear(x, w, y, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8

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
