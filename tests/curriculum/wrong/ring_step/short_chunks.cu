//? status: gate
//? says: Each rank must receive a whole chunk
// Right for the small cases only: at the timed size most of the chunk is left out.
//
//! let left = (rank + ranks - 1) % ranks
//! let first = left * chunk
//! launch ring_step(x + first, peer(x, left) + first, min(chunk, 4096))
//!     grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
