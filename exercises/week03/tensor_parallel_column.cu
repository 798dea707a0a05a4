// tensor_parallel_column: y = x * w on several ranks. Rank r has the columns r*cols to
// r*cols + cols - 1 of w. This plan is right, and every rank fetches the weights of all the others.
// TODO: a rank multiplies with its own columns alone. Then all ranks gather the parts of y.
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

// No line of the plan launches this kernel yet.
extern "C" __global__ void gather(const float *const *parts, float *y, int m, int cols, int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; // of y
    int row = blockIdx.y;
    // TODO: take y[row][col] from the part of the rank that has this column.
}
