// ring_reduce_scatter: `total` of rank r is the sum of chunk r + 1 over all ranks; for the last
// rank it is chunk 0. x has `ranks` chunks on each rank and must not change, so it is copied
// first.
// TODO: repeat the step of the ring. Which chunk does a rank receive in step s, and how many
// steps are there?
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! let left = (rank + ranks - 1) % ranks
//! launch add(work + left*chunk, peer(work, left) + left*chunk, chunk)
//!     grid=(chunk+255)/256 block=256
//! copy total work + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
