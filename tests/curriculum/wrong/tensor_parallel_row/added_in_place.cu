//? status: unsafe
//? says: race: thread (0,0,0) of block (0,0,0) on device 1
// Each rank adds its part to the y of all ranks, without atomics.
//
//! zero y
//! launch linear(x, w, peers(y), m, n, rows, ranks) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8

extern "C" __global__ void linear(const float *x, const float *w, float *const *y, int m, int n, int rows, int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < rows; i++)
        sum += x[row * rows + i] * w[i * n + col];
    for (int r = 0; r < ranks; r++)
        y[r][row * n + col] += sum;
}
