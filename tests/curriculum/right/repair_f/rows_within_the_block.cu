// A block of 32 x 32 threads has 32 columns. Its rows meet in shared memory.
//
//! launch repair_f(x, mean, rows, cols) grid=(cols+31)/32 block=32,32

extern "C" __global__ void repair_f(const float *x, float *mean, int rows, int cols)
{
    __shared__ float parts[32][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (col < cols)
#pragma unroll 8
        for (int r = threadIdx.y; r < rows; r += 32)
            sum += x[(size_t)r * cols + col];
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || col >= cols)
        return;
    for (int part = 1; part < 32; part++)
        sum += parts[part][threadIdx.x];
    mean[col] = sum / rows;
}
