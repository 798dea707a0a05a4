// tensor_parallel_column: y = x * w on several ranks. Half of it is written: each rank computes its
// own columns into `part`.
//
//! scratch here f32[m, k]
//! scratch part f32[m, cols]
//! copy here peer(x, 0)
//! launch linear(here, w, part, m, cols, k) grid=ceil_div(cols, 32),ceil_div(m, 8) block=32,8
//! launch gather(peers(part), y, m, cols, ranks) grid=ceil_div(ranks*cols, 256),m block=256

extern "C" __global__ void linear(const float *x, const float *w, float *part, int m, int cols, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= cols)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * cols + col];
    part[row * cols + col] = sum;
}

extern "C" __global__ void gather(const float *const *parts, float *y, int m, int cols, int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; // of y
    int row = blockIdx.y;
    // TODO: y has ranks * cols columns. Which threads have none?

    // TODO: which rank has column `col`? Which column of its part is that? A row of a part has cols
    // elements, and a row of y has ranks * cols. Store the element.
}
