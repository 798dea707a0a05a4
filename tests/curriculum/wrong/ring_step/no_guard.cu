//? status: unsafe
//? says: past the end of x
// No guard: the last block goes into the next chunk.
//
//! let left = (rank + ranks - 1) % ranks
//! launch ring_step(x + left*chunk, peer(x, left) + left*chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] += received[i];
}
