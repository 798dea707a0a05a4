//? status: wrong
//? says: here and part are right. Check the launches that write y: their arguments and their order.
// Neighbouring columns are taken from neighbouring ranks.
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
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (col < ranks * cols)
        y[row * ranks * cols + col] = parts[col % ranks][row * cols + col / ranks];
}
