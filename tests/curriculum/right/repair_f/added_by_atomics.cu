// Each of 64 parts of the rows is added to the mean by an atomic.
//
//! zero mean
//! launch repair_f<4>(x, mean, rows, cols) grid=(cols+255)/256,64 block=256

template <int AHEAD> __global__ void repair_f(const float *x, float *mean, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0.0f;
#pragma unroll AHEAD
    for (int r = blockIdx.y; r < rows; r += gridDim.y)
        sum += x[(size_t)r * cols + col];
    atomicAdd(&mean[col], sum / rows);
}
