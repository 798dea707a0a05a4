// 48 blocks share the rows, and the second launch is another kernel.
//
//! let parts = min(rows, 48)
//! scratch sums f32[48, cols]
//! launch stretch_sums(x, sums, rows, cols, ceil_div(rows, parts))
//!     grid=(cols+127)/128,parts block=128
//! launch means(sums, mean, parts, rows, cols) grid=(cols+127)/128 block=128

extern "C" __global__ void stretch_sums(const float *x, float *sums, int rows, int cols, int stretch)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    int first = blockIdx.y * stretch, end = min(rows, first + stretch);
    float sum = 0.0f;
    for (int r = first; r < end; r++)
        sum += x[(size_t)r * cols + col];
    sums[blockIdx.y * cols + col] = sum;
}

extern "C" __global__ void means(const float *sums, float *mean, int parts, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (int part = 0; part < parts; part++)
        sum += sums[part * cols + col];
    mean[col] = sum / rows;
}
