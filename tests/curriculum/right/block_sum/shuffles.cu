// Shuffles within each warp, then one number per warp through shared memory.
//
//! launch block_sum(in, sums, n) grid=(n+4095)/4096 block=256

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void block_sum(const float *in, float *sums, int n)
{
    __shared__ float parts[8];
    int first = blockIdx.x * 4096, end = min(first + 4096, n), t = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 16
    for (int i = first + t; i < end; i += 256)
        sum += in[i];
    sum = warp_sum(sum);
    if (t % 32 == 0)
        parts[t / 32] = sum;
    __syncthreads();
    if (t < 32) {
        sum = warp_sum(t < 8 ? parts[t] : 0.0f);
        if (t == 0)
            sums[blockIdx.x] = sum;
    }
}
