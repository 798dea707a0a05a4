// Reference for tensor_parallel_row: the partial sums of each rank, summed in f64, and on each rank
// their sum over all ranks.
//
//! scratch part f32[m, n]
//! launch linear_reference(x, w, part, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
//! launch add_reference(peers(part), y, m*n, ranks) grid=ceil_div(m*n, 256) block=256

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

extern "C" __global__ void add_reference(const float *const *parts, float *y, int count, int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0.0;
    for (int r = 0; r < ranks && i < count; r++)
        sum += parts[r][i];
    if (i < count)
        y[i] = (float)sum;
}
