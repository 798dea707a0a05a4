// ring_reduce_scatter: the loop is there. Half of it is written.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! let left = (rank + ranks - 1) % ranks
//! for s in 0..1 {                  // TODO: how many steps until a chunk has met all ranks?
//!     let c = left  // TODO: right for s = 0. Which chunk has the left neighbour just added?
//!     launch add(work + c*chunk, peer(work, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! copy total work + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
