// The parts of y go around a ring: each rank copies one part in each step from its left neighbour.
//
//! scratch here f32[m, k]
//! scratch parts f32[ranks, m, cols]
//! let left = (rank + ranks - 1) % ranks
//! copy here peer(x, 0)
//! launch linear(here, w, parts + rank*m*cols, m, cols, k)
//!     grid=ceil_div(cols, 32),ceil_div(m, 8) block=32,8
//! for s in 1..ranks {
//!     let from = (rank + ranks - s) % ranks
//!     copy parts + from*m*cols peer(parts, left) + from*m*cols count=m*cols
//! }
//! launch side_by_side(parts, y, m, cols, ranks) grid=ceil_div(ranks*cols, 256),m block=256

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

extern "C" __global__ void side_by_side(const float *parts, float *y, int m, int cols, int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (col < ranks * cols)
        y[row * ranks * cols + col] = parts[(col / cols * m + row) * cols + col % cols];
}
