// Each rank begins with its own part. All other rows of the grid read what other ranks have.
//
//! launch fetch(peers(mine), all, rank, ranks, chunk) grid=(chunk+255)/256,ranks block=256

extern "C" __global__ void fetch(const float *const *mine, float *all, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = (rank + blockIdx.y) % ranks;
    if (i < chunk)
        all[(size_t)r * chunk + i] = mine[r][i];
}
