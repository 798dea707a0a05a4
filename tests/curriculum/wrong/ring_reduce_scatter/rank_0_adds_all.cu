//? status: gate
//? says: All links must be busy
// Rank 0 adds everything, so all of it crosses one link.
//
//! scratch all f32[ranks, chunk]
//! launch sum_of_all(peers(x), all, ranks, ranks*chunk)
//!     grid=(ranks*chunk+255)/256 block=256 device=0
//! copy total peer(all, 0) + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void sum_of_all(const float *const *x, float *all, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += x[r][i];
    all[i] = sum;
}
