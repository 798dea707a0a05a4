// Both halves of a micro-batch in one launch: the grid waits in the middle.
//! scratch error f32[micro, m]
//! scratch grad f32[k, m]
//! zero grad
//! for b in 0..ceil_div(n, micro) {
//!     let first = b*micro
//!     launch batch(x + first*k, w, t + first*m, error, grad, min(micro, n - first), k, m)
//!         grid=min(ceil_div(max(micro, k)*m, 256), max_blocks(batch, 256, 0))
//!         block=256 cooperative
//! }
//! launch step(w, grad, n, k*m) grid=ceil_div(k*m, 256) block=256

#include <cooperative_groups.h>

extern "C" __global__ void batch(const float *x, const float *w, const float *t, float *error, float *grad, int rows, int k, int m)
{
    auto grid = cooperative_groups::this_grid();
    for (int e = grid.thread_rank(); e < rows * m; e += grid.size()) {
        int row = e / m, col = e % m;
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum += x[row * k + i] * w[i * m + col];
        error[e] = sum - t[e];
    }
    grid.sync();
    for (int e = grid.thread_rank(); e < k * m; e += grid.size()) {
        int i = e / m, col = e % m;
        float sum = 0.0f;
        for (int row = 0; row < rows; row++)
            sum += x[row * k + i] * error[row * m + col];
        grad[e] += sum;
    }
}

extern "C" __global__ void step(float *w, const float *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] -= 0.5f * grad[i] / n;
}
