//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 3)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//?   - {name: threads, type: i32}
//? bytes: 8*rows*cols
//! launch softmax_passes(x, y, cols) grid=rows block=threads
#include <float.h>
#define BEGIN -INFINITY
#define TERM expf(row[i] - largest)

__device__ float block_max(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : -INFINITY;
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    __syncthreads();
    return value;
}

__device__ float block_sum(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    __syncthreads();
    return value;
}

extern "C" __global__ void softmax_passes(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    float largest = /*?begin*/BEGIN; //@ begin
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        largest = fmaxf(largest, row[i]);
    largest = block_max(largest);

    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        sum += /*?term*/TERM;
    sum = block_sum(sum); //@ end

    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        out[i] = expf(row[i] - largest) / sum;
}
