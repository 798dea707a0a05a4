//? status: unsafe
//? says: which was never written
// The mean is not set to 0 before blocks add to it.
//
//! launch repair_f(x, mean, rows, cols) grid=(cols+127)/128,32 block=128

extern "C" __global__ void repair_f(const float *x, float *mean, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (int r = blockIdx.y; r < rows; r += gridDim.y)
        sum += x[(size_t)r * cols + col];
    atomicAdd(&mean[col], sum / rows);
}
