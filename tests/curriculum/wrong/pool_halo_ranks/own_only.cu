//? status: wrong
//? says: (x[0] =
// Zeros at the ends of each rank.
//
//! launch smooth(peers(x), y, rank, ranks, n) grid=(n+255)/256 block=256

extern "C" __global__ void smooth(const float *const *x, float *y, int rank, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? x[rank][i - 1] : 0.0f;
    float right = i + 1 < n ? x[rank][i + 1] : 0.0f;
    y[i] = left + x[rank][i] + right;
}
