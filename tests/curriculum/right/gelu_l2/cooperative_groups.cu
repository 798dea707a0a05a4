// Rank and size come from the group of the grid.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, rows*cols, cols) grid=blocks block=256
//! launch gelu(shifted, activated, rows*cols) grid=blocks block=256
//! launch add_residual(activated, residual, out, rows*cols) grid=blocks block=256

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, int n, int cols)
{
    auto grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        y[i] = x[i] + bias[i % cols];
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    auto grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add_residual(const float *x, const float *residual, float *y, int n)
{
    auto grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        y[i] = x[i] + residual[i];
}
