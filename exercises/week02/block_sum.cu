// block_sum: each block sums 4096 elements and writes one number. The last block can have fewer.
//
//! launch block_sum(in, sums, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_sum(const float *in, float *sums, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 4096;
    int end = min(first + 4096, n);
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int i = first + t; i < end; i += 256)
        sum += in[i];
    tile[t] = sum;
    // TODO: add up the 256 numbers of the tile in 8 steps: 128 threads, then 64, 32 ... 1.
}
