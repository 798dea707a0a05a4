// pool_halo_ranks: the borders are read from the neighbours.
//
//! launch smooth(peers(x), y, rank, ranks, n) grid=(n+255)/256 block=256

extern "C" __global__ void smooth(const float *const *x, float *y, int rank, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? x[rank][i - 1] : rank > 0 ? x[rank - 1][n - 1] : 0.0f;
    float right = i + 1 < n ? x[rank][i + 1] : rank + 1 < ranks ? x[rank + 1][0] : 0.0f;
    y[i] = left + x[rank][i] + right;
}
