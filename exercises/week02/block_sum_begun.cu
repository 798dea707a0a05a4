// block_sum: each block sums 4096 elements of in and writes one number; the last block may have
// fewer. Half of it is written.
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

    // Each round halves the numbers that are left: 256, 128, 64 .. 1.
    for (int half = 128; half > 0; half /= 2) {
        // TODO: a thread reads what another thread wrote in the round before. What must come first?

        // TODO: the first `half` threads add the number that is `half` places further on.
    }

    if (t == 0)
        sums[blockIdx.x] = tile[0];
}
