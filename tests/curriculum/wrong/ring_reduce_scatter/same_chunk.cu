//? status: wrong
//? says: the first wrong element is x0 (x0 is x of rank 0)
// Each step adds the same chunk again.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! let left = (rank + ranks - 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = left
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
