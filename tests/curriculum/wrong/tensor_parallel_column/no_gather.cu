//? status: wrong
//? says: in each group of 8 elements, the first 6
// Every rank stores its own columns of y. Nobody gathers the others.
//
//! scratch here f32[m, k]
//! copy here peer(x, 0)
//! launch linear(here, w, y, m, cols, rank, ranks, k)
//!     grid=ceil_div(cols, 32),ceil_div(m, 8) block=32,8

extern "C" __global__ void linear(const float *x, const float *w, float *y, int m, int cols, int rank, int ranks, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= cols)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * cols + col];
    y[row * ranks * cols + rank * cols + col] = sum;
}

