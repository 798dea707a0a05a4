//? status: gate
//? says: Warp loads from shared memory
// One thread adds all 256, while 255 wait.
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
    if (t == 0) {
        float total = 0.0f;
        for (int i = 0; i < 256; i++)
            total += tile[i];
        sums[blockIdx.x] = total;
    }
}
