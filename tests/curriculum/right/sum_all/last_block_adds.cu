// The block that finishes last adds the sums of all blocks, in their order.
//
//! scratch parts f32[min((n+2047)/2048,4*sm_count)]
//! scratch arrived u32[1] zero
//! launch sum_all(in, parts, arrived, total, n) grid=min((n+2047)/2048,4*sm_count) block=512

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

extern "C" __global__ void sum_all(const float *in, float *parts, unsigned *arrived, float *total, int n)
{
    __shared__ bool is_last;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicAdd(arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    __threadfence();
    sum = 0.0f;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += ((volatile float *)parts)[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        total[0] = sum;
}
