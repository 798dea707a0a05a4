// ring_all_gather: two launches. Each rank adds its chunk from all ranks, then fetches all others.
//
//! launch reduce(peers(x), total, rank, ranks, chunk) grid=(chunk+255)/256 block=256
//! launch gather(peers(total), rank, ranks, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void reduce(const float *const *x, float *total, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chunk)
        return;
    float sum = 0.0f;
    for (int r = 1; r <= ranks; r++) // each rank begins with another peer
        sum += x[(rank + r) % ranks][rank * chunk + i];
    total[rank * chunk + i] = sum;
}

extern "C" __global__ void gather(float *const *total, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chunk)
        return;
    for (int r = 1; r < ranks; r++) {
        int c = (rank + r) % ranks;
        total[rank][c * chunk + i] = total[c][c * chunk + i];
    }
}
