// repair_f: 32 blocks share the rows of the same columns. A second launch adds their sums.
//
//! scratch sums f32[32, cols]
//! launch column_sums(x, sums, rows, cols) grid=(cols+127)/128,32 block=128
//! launch repair_f(sums, mean, rows, cols) grid=(cols+127)/128 block=128

extern "C" __global__ void column_sums(const float *x, float *sums, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (int r = blockIdx.y; r < rows; r += 32)
        sum += x[(size_t)r * cols + col];
    sums[blockIdx.y * cols + col] = sum;
}

extern "C" __global__ void repair_f(const float *sums, float *mean, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (int part = 0; part < 32; part++)
        sum += sums[part * cols + col];
    mean[col] = sum / rows;
}
