// The terms of the sums that each rank keeps.
//
//! launch terms_of_all(peers(x), total, rank, ranks, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void terms_of_all(const float *const *x, float *total, int rank, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= chunk)
        return;
    int c = (rank + 1) % ranks;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += fabsf(x[(c + r) % ranks][c * chunk + i]);
    total[i] = sum;
}
