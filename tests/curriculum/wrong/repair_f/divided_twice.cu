//? status: wrong
//? says: In every failing case the result is 1/rows of the right one.
// Both launches divide by the number of rows.
//
//! scratch sums f32[32, cols]
//! launch repair_f(x, sums, rows, cols, (rows+31)/32, rows) grid=(cols+127)/128,32 block=128
//! launch repair_f(sums, mean, 32, cols, 32, rows) grid=(cols+127)/128,1 block=128

extern "C" __global__ void repair_f(const float *x, float *out, int rows, int cols, int stretch, float divisor)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    int end = min(rows, (blockIdx.y + 1) * stretch);
    for (int r = blockIdx.y * stretch; r < end; r++)
        sum += x[(size_t)r * cols + col];
    out[blockIdx.y * cols + col] = sum / divisor;
}
