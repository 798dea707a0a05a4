// The reference: each rank looks at the chunk that it keeps on all ranks.
//
//! launch largest_of_all(peers(x), total, rank, ranks, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void largest_of_all(const float *const *x, float *total, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chunk)
        return;
    int c = (rank + ranks - 1) % ranks;
    float largest = x[0][c * chunk + i];
    for (int r = 1; r < ranks; r++)
        largest = fmaxf(largest, x[r][c * chunk + i]);
    total[i] = largest;
}
