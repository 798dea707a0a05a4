//? status: gate
//? says: All links must be busy
// Rank 0 adds, and all others fetch from it.
//
//! launch read_all(peers(x), total, rank, ranks, ranks*chunk)
//!     grid=(ranks*chunk+255)/256 block=256 device=0
//! copy total peer(total, 0) when=rank > 0

extern "C" __global__ void read_all(const float *const *x, float *total, int rank, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += x[r][i];
    total[i] = sum;
}
