//? status: wrong
//? says: rank 0's x[0][0]
// The left neighbour's data, but the chunk of this rank.
//
//! let left = (rank + ranks - 1) % ranks
//! launch ring_step(x + rank*chunk, peer(x, left) + rank*chunk, chunk)
//!     grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
