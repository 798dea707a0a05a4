// ring_reduce_scatter: one launch. Each rank reads the chunk that it keeps from all ranks.
//
//! launch gather(peers(x), total, (rank + 1) % ranks, rank, ranks, chunk)
//!     grid=(chunk+127)/128 block=128

extern "C" __global__ void gather(const float *const *x, float *total, int c, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chunk)
        return;
    float sum = 0.0f;
    for (int r = 1; r <= ranks; r++) // each rank begins with another peer
        sum += x[(rank + r) % ranks][c * chunk + i];
    total[i] = sum;
}
