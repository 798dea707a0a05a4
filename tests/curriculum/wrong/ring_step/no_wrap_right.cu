//? status: crash
//? says: the rank is 2 here on rank 1
// The last rank has no right neighbour here.
//
//! launch ring_step(peer(x, rank + 1) + rank*chunk, x + rank*chunk, chunk)
//!     grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
