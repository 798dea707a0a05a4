//? status: gate
//? says: et the rank that keeps the result read the chunk
// Each rank adds into its right neighbour's memory: a load and a store cross the link.
//
//! let right = (rank + 1) % ranks
//! launch ring_step(peer(x, right) + rank*chunk, x + rank*chunk, chunk)
//!     grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
