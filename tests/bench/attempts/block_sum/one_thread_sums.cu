// The first thread of each block sums all its elements.
//
//! launch block_sum(in, sums, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_sum(const float *in, float *sums, int n)
{
    int first = blockIdx.x * 4096;
    int end = min(first + 4096, n);
    float sum = 0.0f;
    if (threadIdx.x != 0)
        return;
    for (int i = first; i < end; i++)
        sum += in[i];
    sums[blockIdx.x] = sum;
}
