// repair_f_again: 32 blocks share the rows of the same columns. A second launch compares 32 values.
//
//! scratch found f32[32, cols]
//! launch repair_f_again(x, found, rows, cols, (rows+31)/32) grid=(cols+127)/128,32 block=128
//! launch repair_f_again(found, largest, 32, cols, 32) grid=(cols+127)/128,1 block=128

extern "C" __global__ void repair_f_again(const float *x, float *largest, int rows, int cols, int stretch)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float found = -INFINITY;
    int end = min(rows, (blockIdx.y + 1) * stretch);
    for (int r = blockIdx.y * stretch; r < end; r++)
        found = fmaxf(found, x[(size_t)r * cols + col]);
    largest[blockIdx.y * cols + col] = found;
}
