// Reference for summation_error: each column in f64.
//
//! launch sum_reference(x, total, rows, cols) grid=(cols+31)/32 block=32,32

extern "C" __global__ void sum_reference(const float *x, float *total, int rows, int cols)
{
    __shared__ double parts[32][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    double sum = 0.0;
    for (int r = threadIdx.y; r < rows && c < cols; r += 32)
        sum += x[(size_t)r * cols + c];
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || c >= cols)
        return;
    for (int y = 1; y < 32; y++)
        sum += parts[y][threadIdx.x];
    total[c] = (float)sum;
}
