//? status: wrong
//? says: It mixes in[0] and in[256]
// Squares the sum of each thread, which has several elements.
//
//! zero total
//! launch sum_squares(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void sum_squares(const float *in, float *total, int n)
{
    __shared__ float parts[8];
    int step = gridDim.x * blockDim.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        sum += in[i];
    sum *= sum;
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < 8 ? parts[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0)
            atomicAdd(total, sum);
    }
}
