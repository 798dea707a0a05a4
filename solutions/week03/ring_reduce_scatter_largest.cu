// ring_reduce_scatter_largest: the same ring to the left, with the largest element.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! let right = (rank + 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = (rank + 1 + s) % ranks
//!     launch keep(work + c*chunk, peer(work, right) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! copy total work + ((rank + ranks - 1) % ranks)*chunk count=chunk

extern "C" __global__ void keep(float *largest, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        largest[i] = fmaxf(largest[i], received[i]);
}
