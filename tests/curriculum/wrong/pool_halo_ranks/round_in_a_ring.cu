//? status: wrong
//? says: rank 0's y[0] is
// The first rank has the last one as its neighbour.
//
//! launch smooth(peers(x), y, rank, ranks, n) grid=(n+255)/256 block=256

extern "C" __global__ void smooth(const float *const *x, float *y, int rank, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? x[rank][i - 1] : x[(rank + ranks - 1) % ranks][n - 1];
    float right = i + 1 < n ? x[rank][i + 1] : x[(rank + 1) % ranks][0];
    y[i] = left + x[rank][i] + right;
}
