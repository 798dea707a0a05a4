//? status: wrong
//? says: ends before the step 1
// Stops before the last step: half of the block is missing.
//
//! launch block_sum(in, sums, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_sum(const float *in, float *sums, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 4096;
    int end = min(first + 4096, n);
    int t = threadIdx.x;

    float sum = 0.0f;
#pragma unroll 16
    for (int i = first + t; i < end; i += 256)
        sum += in[i];
    tile[t] = sum;
    __syncthreads();
    for (int half = 128; half > 1; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}
