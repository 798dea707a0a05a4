//? status: gate
//? says: modelled time is 1.00x
// The same 128 warps in four times as many blocks.
//
//! launch repair_f(x, mean, rows, cols) grid=(cols+31)/32 block=32

extern "C" __global__ void repair_f(const float *x, float *mean, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (int r = 0; r < rows; r++)
        sum += x[(size_t)r * cols + col];
    mean[col] = sum / rows;
}
