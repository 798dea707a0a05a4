// A tree of three levels with short plain sums: no number passes through more than about 140
// additions.
//
//! let second = (rows + 31) / 32
//! let third = (second + 31) / 32
//! scratch a f32[second, cols]
//! scratch b f32[third, cols]
//! launch sum_rows(x, a, rows, cols) grid=(cols+127)/128,second block=128
//! launch sum_rows(a, b, second, cols) grid=(cols+127)/128,third block=128
//! launch sum_all(b, total, third, cols) grid=(cols+127)/128 block=128

extern "C" __global__ void sum_rows(const float *x, float *sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float sum = 0.0f;
    for (int r = blockIdx.y * 32; r < min(rows, (int)(blockIdx.y + 1) * 32); r++)
        sum += x[(size_t)r * cols + c];
    sums[(size_t)blockIdx.y * cols + c] = sum;
}

extern "C" __global__ void sum_all(const float *x, float *total, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float sum = 0.0f;
    for (int r = 0; r < rows; r++)
        sum += x[(size_t)r * cols + c];
    total[c] = sum;
}
