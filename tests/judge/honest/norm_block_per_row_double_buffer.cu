//? exercise: row_norm
//? virtual: pass
//? cuda: pass
//? why: cp.async in two stages, a block for each row
//! launch row_norm(x, y, cols) grid=rows block=64 shared=4*cols
#include <cuda_pipeline.h>
extern "C" __global__ void row_norm(const float *x, float *y, int cols)
{
    extern __shared__ float row[];
    __shared__ float parts[2][2];
    const float *from = x + (size_t)blockIdx.x * cols;
    for (int i = threadIdx.x; i < cols; i += 64)
        __pipeline_memcpy_async(&row[i], &from[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float value = 0, mean = 0;
    for (int pass = 0; pass < 2; pass++) {
        value = 0;
        for (int i = threadIdx.x; i < cols; i += 64)
            value += pass ? (row[i] - mean) * (row[i] - mean) : row[i];
        for (int o = 16; o; o /= 2)
            value += __shfl_down_sync(0xffffffffu, value, o);
        if (threadIdx.x % 32 == 0)
            parts[pass][threadIdx.x / 32] = value;
        __syncthreads();
        value = (parts[pass][0] + parts[pass][1]) / cols;
        mean = pass ? mean : value;
    }
    float scale = rsqrtf(value + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 64)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - mean) * scale;
}
