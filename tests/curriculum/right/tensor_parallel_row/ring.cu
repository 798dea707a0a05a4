// An all-reduce around the ring: chunks are added up on their way, then passed on.
//
//! let chunk = ceil_div(m*n, ranks)
//! let left = (rank + ranks - 1) % ranks
//! scratch part f32[ranks*chunk]
//! launch linear(x, w, part, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8
//! for s in 1..ranks {
//!     let c = (rank + ranks - s) % ranks
//!     launch take(part + c*chunk, peer(part, left) + c*chunk, chunk, 1, c*chunk, m*n)
//!         grid=ceil_div(chunk, 256) block=256
//! }
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - s) % ranks
//!     launch take(part + c*chunk, peer(part, left) + c*chunk, chunk, 0, c*chunk, m*n)
//!         grid=ceil_div(chunk, 256) block=256
//! }
//! launch keep(part, y, m*n) grid=ceil_div(m*n, 256) block=256

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

extern "C" __global__ void take(float *own, const float *of_left, int chunk, int adds, int first, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk && first + i < count)
        own[i] = adds ? own[i] + of_left[i] : of_left[i];
}

extern "C" __global__ void keep(const float *part, float *y, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = part[i];
}
