//? status: gate
//? says: Let each rank add up one share of y
// Each rank reads all parts in full.
//
//! scratch part f32[m, n]
//! launch linear(x, w, part, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
//! launch add_all(peers(part), y, m*n, ranks) grid=ceil_div(m*n, 256) block=256

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
