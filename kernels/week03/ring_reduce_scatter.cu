// The reference: each rank adds the chunk that it keeps from all ranks, in the ring's order.
//
//! launch sum_of_all(peers(x), total, rank, ranks, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void sum_of_all(const float *const *x, float *total, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chunk)
        return;
    int c = (rank + 1) % ranks;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += x[(c + r) % ranks][c * chunk + i];
    total[i] = sum;
}
