// Reference for tensor_parallel_bias: the partial sums of each rank in f64, and on each rank their
// sum over all ranks with the bias of rank 0.
//
//! scratch part f32[m, n]
//! launch linear_reference(x, w, part, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
//! launch add_reference(peers(part), peer(bias, 0), y, m*n, n, ranks)
//!     grid=ceil_div(m*n, 256) block=256

extern "C" __global__ void linear_reference(const float *x, const float *w, float *part, int m, int n,
                                            int rows)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    double sum = 0.0;
    for (int i = 0; i < rows; i++)
        sum += (double)x[row * rows + i] * (double)w[i * n + col];
    part[row * n + col] = (float)sum;
}

extern "C" __global__ void add_reference(const float *const *parts, const float *bias, float *y, int count, int n,
                                         int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    double sum = bias[i % n];
    for (int r = 0; r < ranks; r++)
        sum += parts[r][i];
    y[i] = (float)sum;
}
