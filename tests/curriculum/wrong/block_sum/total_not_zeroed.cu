//? status: unsafe
//? finding: uninitialised_shared
//? says: Let one thread give total its first value
// No thread sets the sum of the block to 0.
//
//! launch block_sum(in, sums, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_sum(const float *in, float *sums, int n)
{
    __shared__ float total;
    int first = blockIdx.x * 4096;
    int end = min(first + 4096, n);
    float sum = 0.0f;
    for (int i = first + threadIdx.x; i < end; i += 256)
        sum += in[i];
    atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = total;
}
